"""How much finer than cl100k a family of models cuts text."""

import re
from dataclasses import dataclass, replace

from litecode_nb.tokens.tiktoken_counter import TiktokenCounter


@dataclass(frozen=True, slots=True, kw_only=True)
class Family:
    """Models that share a tokenizer, known by their names.

    Attributes:
        names: Matches any of their names, in lower case.
        counter: Counts as they do, or more.
    """

    names: re.Pattern[str]
    counter: TiktokenCounter


def _family(names: str, counter: TiktokenCounter) -> Family:
    return Family(names=re.compile(names), counter=counter)


SMALL_VOCABULARY = TiktokenCounter(
    1.5, digits_apart=True, blanks_apart=True, bytes_apart=True
)
UNKNOWN = replace(SMALL_VOCABULARY, factor=1.6)

# True tokens / cl100k count over 350 modules and 741 notebooks and cells: the factors
# are the 99th percentile of a cell, rounded up. Qwen cuts as cl100k does but for
# digits: with them apart, the ratio is 1.00 for each of 372 pieces of code; SmolLM2,
# measured in the same way, has at most 1.48. The bytes bound takes care of freak cells.
# The first match counts: a distilled model has the tokenizer of its student.
FAMILIES = (
    _family("qwen|qwq", TiktokenCounter(1.02, digits_apart=True)),
    _family(r"llama-?[34]|distill-llama", TiktokenCounter(1.02)),
    _family(r"gpt|(^|/)o[134](-|$)", TiktokenCounter(1.1)),
    _family("deepseek", TiktokenCounter(1.4, digits_apart=True)),
    _family(
        "nemo|pixtral|ministral|devstral|magistral|mistral-small",
        TiktokenCounter(1.4, digits_apart=True),
    ),
    _family("gemma", TiktokenCounter(1.45, digits_apart=True)),
    _family("smollm", SMALL_VOCABULARY),
)


def family_counter(model_name: str) -> TiktokenCounter:
    """Give the local counter for a model, the most careful one if it is unknown."""
    name = model_name.lower()
    found = (each.counter for each in FAMILIES if each.names.search(name))
    return next(found, UNKNOWN)
