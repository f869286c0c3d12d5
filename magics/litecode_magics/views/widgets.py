"""Two buttons below a preview, as plain ipywidgets; no logic hides in here."""

from collections.abc import Callable, Mapping
from typing import Any

import ipywidgets

from litecode_magics.views.html import with_code
from litecode_magics.views.markup import element

VIEW = "application/vnd.jupyter.widget-view+json"
Press = Callable[[], None]


class Buttons:
    """A preview with Accept and Reject below it."""

    def __init__(self, html: str, *, accept: Press, reject: Press) -> None:
        """Make the widgets; nothing is shown yet.

        Args:
            html: The preview, safe to show.
            accept: Called when Accept is pressed.
            reject: Called when Reject is pressed.
        """
        self._accept = _button("Accept", "write all of these changes", "success")
        self._reject = _button("Reject", "drop all of these changes", "")
        self._message = ipywidgets.HTML()
        row = ipywidgets.HBox([self._accept, self._reject, self._message])
        self._preview = ipywidgets.HTML(html)
        self._box = ipywidgets.VBox([self._preview, row])
        self._accept.on_click(lambda _: self._pressed(accept))
        self._reject.on_click(lambda _: self._pressed(reject))

    @property
    def view(self) -> Mapping[str, Any]:
        """What a front end needs to show it, by mime type."""
        name = {"version_major": 2, "version_minor": 0, "model_id": self._box.model_id}
        return {VIEW: name}

    def say(self, text: str) -> None:
        """Show a sentence beside the buttons."""
        self._message.value = element("span", with_code(text), role="alert")

    def close(self) -> None:
        """Take all of it out of the kernel and the front end."""
        row = self._box.children[1]
        for widget in (*row.children, row, self._preview, self._box):
            style = getattr(widget, "style", None)
            for each in filter(None, (style, widget.layout, widget)):
                each.close()

    def _pressed(self, press: Press) -> None:
        """Let nobody press twice while the first press is worked on."""
        self._accept.disabled = self._reject.disabled = True
        try:
            press()
        finally:
            self._accept.disabled = self._reject.disabled = False


def _button(text: str, tooltip: str, style: str) -> Any:
    return ipywidgets.Button(description=text, tooltip=tooltip, button_style=style)
