"""What `--help` shows, made from the tables of options and verbs."""

from litecode_magics.grammar import VERBS, Option, Verb, options_of

WIDTH = 24


def help_for(verb: Verb) -> str:
    """Give the help of one verb; of `STATUS`, the overview of all."""
    if verb is Verb.STATUS:
        return overview()
    entry = VERBS[verb]
    head = f"{_typed(verb)} [options] {entry.takes}".rstrip()
    lines = (_option_line(option) for option in options_of(verb))
    return "\n".join((head, f"    {entry.meaning}", "", *lines))


def overview() -> str:
    """Give every verb with its meaning, the cell magic first."""
    lines = (_row(_usage(verb), VERBS[verb].meaning) for verb in VERBS)
    note = "Each takes --help. Nothing in your own words is interpolated."
    return "\n".join((*lines, "", note))


def _typed(verb: Verb) -> str:
    return verb.value if verb is Verb.REQUEST else f"%litecode {verb}"


def _usage(verb: Verb) -> str:
    if verb is Verb.STATUS:
        return "%litecode"
    takes = VERBS[verb].takes if verb is not Verb.REQUEST else "what you want"
    return f"{_typed(verb)} {takes}".rstrip()


def _option_line(option: Option) -> str:
    takes = f" {option.takes}" if option.takes else ""
    return _row(", ".join(option.names) + takes, option.meaning)


def _row(left: str, right: str) -> str:
    """One line in two columns; a long left side gets a line of its own."""
    if len(left) > WIDTH:
        return f"    {left}\n    {'':{WIDTH}}  {right}"
    return f"    {left:{WIDTH}}  {right}"
