"""litecode-nb: a coding assistant for notebooks and small models.

The front door. `Session`, `Settings` and `LitecodeError` are loaded when first asked
for, so that `import litecode_nb` stays light.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from IPython.core.interactiveshell import InteractiveShell

    from litecode_nb.errors import LitecodeError
    from litecode_nb.session import Session
    from litecode_nb.settings import Settings

__version__ = "0.1.0"
__all__ = ["LitecodeError", "Session", "Settings", "__version__"]

_ROOMS = {
    "LitecodeError": "litecode_nb.errors",
    "Session": "litecode_nb.session",
    "Settings": "litecode_nb.settings",
}


def __getattr__(name: str) -> Any:
    """Load one of the public names when it is first used."""
    if name not in _ROOMS:
        message = f"module {__name__!r} has no attribute {name!r}"
        raise AttributeError(message)
    from importlib import import_module  # noqa: PLC0415  loaded only when needed

    return getattr(import_module(_ROOMS[name]), name)


def load_ipython_extension(shell: "InteractiveShell") -> None:
    """Register the magics: `%load_ext litecode_nb`."""
    from litecode_magics import magic  # noqa: PLC0415  the one upward import, and lazy

    magic.register(shell)


def unload_ipython_extension(shell: "InteractiveShell") -> None:
    """Take the magics back: `%unload_ext litecode_nb`."""
    from litecode_magics import magic  # noqa: PLC0415  the one upward import, and lazy

    magic.unregister(shell)
