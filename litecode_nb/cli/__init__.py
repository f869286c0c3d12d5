"""The terminal: the same road as in a notebook, typed as `litecode …`."""


def main() -> None:
    """Run the `litecode` command; what it needs is loaded here, not at import."""
    from litecode_nb.cli.app import app  # noqa: PLC0415  keeps the import light

    app()
