"""HTML that cannot be forgotten to escape: what is no `Html` is escaped when put in."""

from html import escape

from litecode_magics.views.visible import visible


class Html(str):
    """Markup that is known to be safe; only `element` and `joined` make it."""

    __slots__ = ()


def element(tag: str, *children: str, **attributes: str) -> Html:
    """Make an element; children that are plain text are escaped.

    Args:
        tag: Its name.
        children: Text or markup.
        attributes: `class_` for `class`, `aria_label` for `aria-label`.
    """
    listed = "".join(_attribute(name, value) for name, value in attributes.items())
    return Html(f"<{tag}{listed}>{joined(*children)}</{tag}>")


def joined(*children: str) -> Html:
    """Put text and markup one after the other; plain text is escaped."""
    return Html("".join(map(_safe, children)))


def _safe(child: str) -> str:
    return child if isinstance(child, Html) else escape(visible(child))


def _attribute(name: str, value: str) -> str:
    plain = name.rstrip("_").replace("_", "-")
    return f' {plain}="{escape(visible(value))}"'
