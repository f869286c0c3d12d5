"""Which way to ask suits a model; measured, not believed."""

import re

from litecode_nb.llm.model import ModelTraits
from litecode_nb.planning.forms.as_json import AsJson
from litecode_nb.planning.forms.as_lines import AsLines
from litecode_nb.planning.forms.base import PlanForm

_SIZE = re.compile(
    r"(?<![\w.])(?P<count>\d+(?:\.\d+)?)(?P<unit>[bm])(?![a-z])", re.IGNORECASE
)
LEAST_FOR_LINES = 1.0
"""Billions of parameters; smaller models name more wrong units in lines."""


def form_for(traits: ModelTraits) -> PlanForm:
    """Choose: lines under a grammar where the model is up to it, else JSON."""
    if traits.takes_grammar and not is_tiny(traits.name):
        return AsLines()
    return AsJson()


def is_tiny(name: str) -> bool:
    """Whether a model's name says that it has less than a billion parameters."""
    found = _SIZE.search(name)
    if found is None:
        return False
    count = float(found["count"])
    billions = count / 1_000 if found["unit"].lower() == "m" else count
    return billions < LEAST_FOR_LINES
