"""Options first, the rest raw."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from litecode_magics.arguments import read_cell, read_line, read_numbers, refuse_empty
from litecode_magics.choices import Writing
from litecode_magics.grammar import VERBS, Verb, options_of
from litecode_magics.help_text import help_for, overview
from litecode_nb.domain.request import Intent
from litecode_nb.errors import CommandError


@settings(deadline=None)
@given(st.text(), st.text())
def test_without_options_the_text_is_what_was_typed(line: str, body: str) -> None:
    typed = f"x{line}"
    assert read_cell(typed, body).text == f"{typed}\n{body}".strip()


@settings(deadline=None)
@given(st.text())
def test_after_two_dashes_everything_is_text(text: str) -> None:
    assert read_cell(f"--ask -- {text}", "").text == text.strip()


@pytest.mark.parametrize(
    "text", ["it's the reader's {name} in $HOME", "a % b %% c", "-1 is wrong", "- a"]
)
def test_nothing_is_quoted_or_interpolated(text: str) -> None:
    assert read_cell(f"-n {text}", "").text == text


def test_options_in_the_body_are_text() -> None:
    assert read_cell("", "--ask what is x?").choices.intent is Intent.UNDECIDED


def test_options_after_the_first_word_are_text() -> None:
    assert read_cell("explain --ask", "").text == "explain --ask"


def test_cells_and_files_can_be_named_more_than_once() -> None:
    choices = read_cell("-c 4 --cell=this -f 'my file.py' mend it", "").choices
    assert (choices.cells, choices.files) == (("4", "this"), ("my file.py",))


def test_a_short_option_takes_its_digits_without_a_space() -> None:
    assert read_cell("-j4 go", "").choices.settings == {"parallel": "4"}


def test_a_model_is_chosen_for_this_request() -> None:
    settings = read_cell("-m qwen --window 4096 go", "").choices.settings
    assert settings == {"model": "qwen", "context_window": "4096"}


def test_sequential_is_one_executor() -> None:
    assert read_cell("--sequential go", "").choices.settings == {"parallel": "1"}


def test_a_dry_run_never_writes() -> None:
    assert read_cell("-n go", "").choices.writing is Writing.NEVER


@pytest.mark.parametrize("line", ["--ask --edit x", "-y -n x"])
def test_options_that_exclude_each_other_are_refused(line: str) -> None:
    with pytest.raises(CommandError, match="exclude each other"):
        read_cell(line, "")


@pytest.mark.parametrize("line", ["-ask what is x?", "--aks what is x?"])
def test_a_mistyped_option_is_refused_with_the_right_one(line: str) -> None:
    with pytest.raises(CommandError, match="Did you mean `--ask`"):
        read_cell(line, "")


@pytest.mark.parametrize("line", ["-c", "--cell", "--cell -n x", "--cell= "])
def test_a_missing_value_is_asked_for(line: str) -> None:
    with pytest.raises(CommandError, match="needs a value"):
        read_cell(line, "")


def test_a_flag_refuses_a_value() -> None:
    with pytest.raises(CommandError, match="takes no value"):
        read_cell("--ask=yes x", "")


def test_a_verb_refuses_an_option_of_another() -> None:
    with pytest.raises(CommandError, match="not an option of `%litecode undo`"):
        read_line("undo --ask")


def test_no_verb_is_the_status() -> None:
    assert read_line("").verb is Verb.STATUS


def test_a_verb_keeps_the_rest_raw() -> None:
    command = read_line("ask --no-memory what's {x}? ")
    assert (command.verb, command.text) == (Verb.ASK, "what's {x}?")


def test_a_mistyped_verb_is_refused_with_the_right_one() -> None:
    with pytest.raises(CommandError, match="Did you mean `%litecode apply`"):
        read_line("aply")


def test_a_request_behind_one_percent_sign_is_told_of_two() -> None:
    with pytest.raises(CommandError, match="Begin the cell with `%%litecode`"):
        read_line("rename a to b")


@pytest.mark.parametrize("verb", [v for v in Verb if v is not Verb.REQUEST])
def test_each_verb_takes_help(verb: Verb) -> None:
    assert read_line(f"{verb} --help").choices.wants_help


@pytest.mark.parametrize("verb", [v for v in Verb if v is not Verb.STATUS])
def test_the_help_of_a_verb_names_its_options(verb: Verb) -> None:
    text = help_for(verb)
    assert all(option.name in text for option in options_of(verb))


def test_the_overview_names_every_verb() -> None:
    assert all(VERBS[verb].meaning in overview() for verb in VERBS)


@pytest.mark.parametrize("text", ["[1,3]", "1 3", "1, 3", "[1, 3, 1]"])
def test_changes_are_meant_by_their_numbers(text: str) -> None:
    assert read_numbers(text) == (1, 3)


def test_no_number_means_all_changes() -> None:
    assert read_numbers("") == ()


@pytest.mark.parametrize("text", ["all", "1-3", "-1", "1.5"])
def test_what_is_no_number_is_refused(text: str) -> None:
    with pytest.raises(CommandError, match="no numbers of changes"):
        read_numbers(text)


@pytest.mark.parametrize("line", ["", "--ask", "-c 4"])
def test_a_request_that_says_nothing_is_refused(line: str) -> None:
    with pytest.raises(CommandError, match="Say what you want after `%%litecode`"):
        refuse_empty(read_cell(line, "\n"))
