"""The magic's line: options first, then the person's own words, untouched."""

import re
from dataclasses import dataclass
from difflib import get_close_matches

from litecode_magics.choices import Choices
from litecode_magics.grammar import Option, Verb, options_of
from litecode_nb.errors import CommandError

NAME = re.compile(
    r"(?P<name>--[A-Za-z][\w-]*|-[A-Za-z](?=\d)|-[A-Za-z][\w-]*|--)(?=[\s=\d]|$)"
)
VALUE = re.compile(r"""\s*(?:"([^"]*)"|'([^']*)'|(\S+))""")
END_OF_OPTIONS = "--"


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """One thing that was asked of the magic.

    Attributes:
        verb: What to do.
        choices: How.
        text: The person's own words, without the blank space around them.
    """

    verb: Verb
    choices: Choices
    text: str


def read_cell(line: str, body: str) -> Command:
    """Read a whole `%%litecode` cell.

    Args:
        line: What follows the magic's name on its line.
        body: The lines below; no options are looked for in them.

    Raises:
        CommandError: An option is unknown or has no usable value.
    """
    choices, rest = _read_options(line, Verb.REQUEST)
    text = f"{rest}\n{body}".strip()
    return Command(verb=Verb.REQUEST, choices=choices, text=text)


def read_line(line: str) -> Command:
    """Read what follows `%litecode`: a verb, its options, and the rest.

    Raises:
        CommandError: The verb or an option is unknown or has no usable value.
    """
    word, rest = _first_word(line)
    if not word or word.startswith("-"):
        choices, rest = _read_options(line, Verb.STATUS)
        return Command(verb=Verb.STATUS, choices=choices, text=rest.strip())
    verb = _verb(word)
    choices, rest = _read_options(rest, verb)
    return Command(verb=verb, choices=choices, text=rest.strip())


def refuse_empty(command: Command) -> None:
    """Make sure that a request says something.

    Raises:
        CommandError: It does not.
    """
    if command.text:
        return
    where = "after the verb"
    if command.verb is Verb.REQUEST:
        where = "after `%%litecode`, on its line or below"
    message = f"Say what you want {where}. `%litecode --help` shows what there is."
    raise CommandError(message)


def _first_word(line: str) -> tuple[str, str]:
    parts = line.split(maxsplit=1)
    return (*parts, "", "")[0], (*parts, "", "")[1]


def _verb(word: str) -> Verb:
    words = [verb.value for verb in Verb if verb is not Verb.REQUEST]
    if word in words:
        return Verb(word)
    near = get_close_matches(word, words, n=1)
    hint = f"Did you mean `%litecode {near[0]}`?" if near else _HOW_TO_ASK
    message = f"`{word}` is not something that `%litecode` can do. {hint}"
    raise CommandError(message)


_HOW_TO_ASK = (
    "Begin the cell with `%%litecode` to say it in your own words, or see "
    "`%litecode --help`."
)


def _read_options(text: str, verb: Verb) -> tuple[Choices, str]:
    """Take the options from the front of a text; give the choices and the rest."""
    choices, rest = Choices(), text.lstrip()
    while match := NAME.match(rest):
        name, rest = match["name"], rest[match.end() :]
        if name == END_OF_OPTIONS:
            break
        option = _option(name, verb)
        value, rest = _value(option, name, rest)
        choices, rest = option.chosen(choices, value), rest.lstrip()
    return choices, rest


def _option(name: str, verb: Verb) -> Option:
    known = {each: option for option in options_of(verb) for each in option.names}
    if name in known:
        return known[name]
    near = get_close_matches(name, known, n=1)
    hint = f"Did you mean `{near[0]}`?" if near else f"It takes {_listed(verb)}."
    where = verb if verb is Verb.REQUEST else f"%litecode {verb}"
    message = f"`{name}` is not an option of `{where}`. {hint} {_IF_TEXT}"
    raise CommandError(message)


_IF_TEXT = "If it belongs to your text, put `--` before the text."


def _listed(verb: Verb) -> str:
    return ", ".join(f"`{option.name}`" for option in options_of(verb))


def _value(option: Option, name: str, rest: str) -> tuple[str, str]:
    """Take an option's value from the front of what follows its name."""
    has_equals = rest.startswith("=")
    if option.takes is None:
        if has_equals:
            message = f"`{name}` takes no value. Leave `=` and what follows it out."
            raise CommandError(message)
        return "", rest
    match = VALUE.match(rest[1:] if has_equals else rest)
    value = next((g for g in match.groups() if g is not None), "") if match else ""
    if match is None or not value or (value.startswith("-") and not has_equals):
        message = f"`{name}` needs a value: `{name} {option.takes}`."
        raise CommandError(message)
    return value, rest[match.end() + has_equals :]


def read_numbers(text: str) -> tuple[int, ...]:
    """Read which changes are meant: `[1,3]`, `1 3`; nothing means all.

    Raises:
        CommandError: It is something else.
    """
    inner = text.strip().removeprefix("[").removesuffix("]")
    parts = inner.replace(",", " ").split()
    if not all(part.isascii() and part.isdecimal() for part in parts):
        message = f"`{text.strip()}` are no numbers of changes. Write them as `[1,3]`."
        raise CommandError(message)
    return tuple(dict.fromkeys(int(part) for part in parts))
