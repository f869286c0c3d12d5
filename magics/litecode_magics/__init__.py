"""The front end in notebooks: magics, views, and the bridge to the kernel.

`use_model` lets a notebook ask a model of its own, such as a scripted one.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from litecode_nb.llm.model import ChatModel

__all__ = ["use_model"]


def use_model(model: "ChatModel | None") -> None:
    """Let this notebook ask a model of your own; None to look for a server again.

    Args:
        model: Anything that can do what `litecode_nb.llm.model.ChatModel` asks for,
            such as a `ScriptedModel` for a tutorial that runs anywhere.
    """
    from litecode_magics import magic  # noqa: PLC0415  keeps this import light

    magic.use_model(model)
