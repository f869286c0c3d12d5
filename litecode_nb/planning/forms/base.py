"""What every way to ask for a plan can do, and which suits which model."""

from typing import Protocol

from litecode_nb.planning.inquiry import Inquiry
from litecode_nb.planning.sketch import Sketch


class PlanForm(Protocol):
    """One way to ask a model for a plan."""

    async def sketch(self, inquiry: Inquiry) -> Sketch:
        """Ask for what is not decided yet, and give rows that can be done.

        Raises:
            PlanError: The model makes no usable plan.
            ModelError: The server failed.
        """
        ...
