"""The planner with a model whose replies are written down."""

import pytest

from litecode_nb.domain.plan import Action
from litecode_nb.domain.project import ProjectMap
from litecode_nb.domain.prompt import Completion, FinishReason
from litecode_nb.domain.request import Intent
from litecode_nb.errors import PlanError, ReplyTooSlow
from litecode_nb.planning.forms.as_json import AsJson
from litecode_nb.planning.forms.as_lines import AsLines
from litecode_nb.planning.forms.choosing import form_for, is_tiny
from planning_builders import JSON, LINES, SHOP, Planner, a_wish, at, handle_of
from project_builders import a_project

ADD_TITLE = "Add a title"
GIVE_TITLE = "give it a title"
CHART = "explore.ipynb#id5"


async def test_the_kind_is_asked_first_and_then_the_units() -> None:
    planner = Planner("edit", "c5: add a title")
    assert at(await planner.plan(ADD_TITLE)) == [("edit", CHART)]
    assert len(planner.prompts) == 2


async def test_a_kind_that_the_words_tell_is_not_asked() -> None:
    planner = Planner("c5: give it a title")
    await planner.plan(GIVE_TITLE)
    assert len(planner.prompts) == 1


@pytest.mark.parametrize("intent", [Intent.ASK, Intent.EDIT])
async def test_a_kind_that_the_person_says_is_not_asked(intent: Intent) -> None:
    planner = Planner("c5: the chart")
    plan = await planner.plan(a_wish(ADD_TITLE, intent=intent))
    expected = "query" if intent is Intent.ASK else "edit"
    assert at(plan) == [(expected, CHART)]


async def test_a_named_cell_costs_at_most_the_question_for_the_kind() -> None:
    planner = Planner("edit")
    plan = await planner.plan("cell 3 is too slow")
    assert at(plan) == [("edit", "explore.ipynb#id3")]
    assert len(planner.prompts) == 1


async def test_what_code_can_plan_costs_no_call() -> None:
    planner = Planner()
    await planner.plan("rename read_orders to load_orders everywhere")
    assert planner.prompts == []


async def test_no_source_reaches_a_planner() -> None:
    planner = Planner("edit", "c5: add a title")
    await planner.plan(ADD_TITLE)
    said = "".join(m.text for prompt in planner.prompts for m in prompt.messages)
    assert "kind='bar'" not in said
    assert "sum(orders)" not in said


async def test_facts_and_hints_stand_under_the_request() -> None:
    planner = Planner("c5: x")
    await planner.plan("let charts show median")
    last = planner.prompts[-1].messages[-1].text.splitlines()[-1]
    assert last.startswith("Facts: median is defined in m")
    assert last.endswith("plots are drawn in c5.")


async def test_lines_may_name_only_what_is_on_the_map() -> None:
    planner = Planner("c5: x")
    await planner.plan("let it show more")
    grammar = planner.prompts[0].form.grammar
    assert grammar is not None
    assert '"c5"' in grammar
    assert '"c7"' not in grammar


async def test_no_document_can_be_deleted_by_a_planner() -> None:
    planner = Planner("delete", "c5: gone")
    await planner.plan("get rid of it all")
    grammar = planner.prompts[-1].form.grammar
    assert grammar is not None
    assert '"f1"' not in grammar


async def test_a_new_definition_and_its_use_are_one_plan() -> None:
    wish = (
        "Add a function mean(values) to stats, show it in the text, too; also in main"
    )
    stats, main = handle_of(wish, "src/stats.py"), handle_of(wish, "main")
    planner = Planner(f"new in {stats}: add mean\nchange {main}: show the mean")
    plan = await planner.plan(wish)
    assert at(plan) == [("create", "src/stats.py"), ("edit", "main")]


async def test_a_new_cell_goes_beside_the_one_that_is_said() -> None:
    planner = Planner("new after c5: print it")
    plan = await planner.plan("add a cell that prints the largest value")
    assert (plan.tasks[0].action, plan.tasks[0].position) == (Action.CREATE, 5)


async def test_only_cells_are_offered_where_a_cell_is_asked_for() -> None:
    planner = Planner("new after c5: print it")
    await planner.plan("add a cell that prints the largest value")
    grammar = planner.prompts[0].form.grammar
    assert grammar is not None
    assert "change" not in grammar
    assert '"new in f1"' in grammar
    stats = handle_of("add a cell that prints the largest value", "src/stats.py")
    assert f'"new in {stats}"' not in grammar


async def test_a_new_file_comes_before_its_use() -> None:
    planner = Planner("c4: use the new module")
    plan = await planner.plan("create src/plots.py with a chart and use it for monthly")
    assert at(plan) == [("create", "src/plots.py"), ("edit", "explore.ipynb#id4")]
    assert plan.tasks[1].depends_on == ("t1",)


async def test_a_deletion_that_also_changes_says_so_line_by_line() -> None:
    planner = Planner("delete c5: gone\nchange c6: do not speak of it")
    plan = await planner.plan("delete the cell with the chart and mend the conclusions")
    assert at(plan) == [("delete", CHART), ("edit", "explore.ipynb#id6")]


async def test_words_copied_from_the_map_are_no_instruction() -> None:
    wish = "let the chart and the conclusions be German"
    planner = Planner('c5: title\nc6: markdown "Conclusions"')
    plan = await planner.plan(wish)
    assert plan.tasks[1].instruction == wish


async def test_a_reply_that_cannot_be_read_is_asked_for_again() -> None:
    planner = Planner("I would change the chart.", "c5: add a title")
    plan = await planner.plan(GIVE_TITLE)
    assert at(plan) == [("edit", CHART)]
    assert "could not be used" in planner.prompts[1].messages[-1].text


async def test_a_reply_that_was_cut_off_is_asked_for_again() -> None:
    cut = Completion(text="c5: ad", finish_reason=FinishReason.LENGTH)
    planner = Planner(cut, "c5: add a title")
    assert at(await planner.plan(GIVE_TITLE)) == [("edit", CHART)]


async def test_after_two_useless_replies_the_plan_is_refused_in_words() -> None:
    planner = Planner("no", "no")
    with pytest.raises(PlanError, match="not at the second try either"):
        await planner.plan(GIVE_TITLE)


async def test_a_kind_that_the_model_does_not_say_is_refused_in_words() -> None:
    with pytest.raises(PlanError, match="`--ask`"):
        await Planner("maybe").plan(ADD_TITLE)


async def test_an_error_of_the_server_is_passed_on() -> None:
    with pytest.raises(ReplyTooSlow):
        await Planner(ReplyTooSlow("No token.")).plan(ADD_TITLE)


async def test_an_empty_project_is_refused_in_words() -> None:
    planner = Planner(project=ProjectMap(name="empty"))
    with pytest.raises(PlanError, match="no notebook or module"):
        await planner.plan("fix the bug")


async def test_chosen_documents_narrow_what_can_be_named() -> None:
    planner = Planner("c5: x")
    await planner.plan(a_wish("fix it", documents=["explore.ipynb"]))
    grammar = planner.prompts[0].form.grammar
    assert grammar is not None
    assert '"m1"' not in grammar


async def test_a_question_can_be_about_the_whole_project() -> None:
    plan = await Planner("all: say what it is for").plan("what is this for?")
    assert (plan.tasks[0].document, plan.tasks[0].unit) == ("", None)


async def test_json_is_read_for_models_without_grammar() -> None:
    reply = '{"tasks": [{"action": "edit", "unit": "c5", "instruction": "a title"}]}'
    planner = Planner(reply, traits=JSON)
    assert at(await planner.plan(ADD_TITLE)) == [("edit", CHART)]


async def test_json_may_plan_only_what_the_request_can_mean() -> None:
    reply = '{"tasks": [{"action": "edit", "unit": "c5", "instruction": "a title"}]}'
    planner = Planner(reply, traits=JSON)
    await planner.plan(GIVE_TITLE)
    schema = planner.prompts[0].form.json_schema
    assert schema is not None
    task = schema["properties"]["tasks"]["items"]["properties"]
    assert task["action"]["enum"] == ["edit"]
    assert "f1" not in task["unit"]["enum"]


async def test_json_that_deletes_a_document_is_asked_for_again() -> None:
    bad = '{"tasks": [{"action": "delete", "unit": "f1", "instruction": "go"}]}'
    good = '{"tasks": [{"action": "delete", "unit": "c5", "instruction": "go"}]}'
    planner = Planner(bad, good, traits=JSON)
    assert at(await planner.plan("get rid of it all")) == [("delete", CHART)]


async def test_json_for_a_named_cell_decides_the_kind_only() -> None:
    reply = '{"tasks": [{"action": "edit", "unit": "c3", "instruction": "faster"}]}'
    planner = Planner(reply, traits=JSON)
    await planner.plan("cell 3 is too slow")
    schema = planner.prompts[0].form.json_schema
    assert schema is not None
    task = schema["properties"]["tasks"]["items"]["properties"]
    assert task["unit"]["enum"] == ["c3"]


async def test_users_that_nobody_asked_for_are_left_out() -> None:
    wish = "give read_orders a separator"
    read, main = handle_of(wish, "read_orders"), handle_of(wish, "main")
    planner = Planner(f"{read}: add a separator\n{main}: pass the separator")
    assert at(await planner.plan(wish)) == [("edit", "read_orders")]


async def test_a_project_without_the_named_things_still_gets_a_plan() -> None:
    project = a_project({"a.py": "X = 1\n"})
    planner = Planner("f1: set it to 2", project=project)
    assert at(await planner.plan("set X in a.py to 2")) == [("edit", "a.py")]


@pytest.mark.parametrize(
    "name", ["qwen2.5-coder-0.5b-instruct", "SmolLM2-135M", "0.6b"]
)
def test_tiny_models_are_known_by_their_names(name: str) -> None:
    assert is_tiny(name)


@pytest.mark.parametrize(
    "name",
    ["qwen-1.5b.gguf", "llama3.1:8b", "gemma-3-27b", "gpt-4o", "mixtral-8x7b", ""],
)
def test_other_models_are_not_tiny(name: str) -> None:
    assert not is_tiny(name)


def test_lines_are_for_servers_with_grammars() -> None:
    assert isinstance(form_for(LINES), AsLines)


def test_all_others_are_asked_for_json() -> None:
    assert isinstance(form_for(JSON), AsJson)


def test_the_sample_map_has_the_handles_that_these_tests_use() -> None:
    assert handle_of(ADD_TITLE, "explore.ipynb", SHOP) == "f1"


async def test_another_notebooks_cells_are_not_offered_unless_it_is_named() -> None:
    planner = Planner("c5: x", "c5: x")
    await planner.plan(GIVE_TITLE)
    await planner.plan("give something in old.ipynb a title")
    first, second = (str(prompt.form.grammar) for prompt in planner.prompts)
    assert 'c1"' not in first.replace('"c1"', "")
    assert 'c1"' in second.replace('"c1"', "")


async def test_a_question_is_about_a_document_only_if_it_speaks_of_one() -> None:
    planner = Planner("c5: x", "c5: x")
    await planner.plan("why is it wrong?")
    await planner.plan("why is this notebook so slow?")
    first, second = (str(prompt.form.grammar) for prompt in planner.prompts)
    assert '"f1"' not in first
    assert '"f1"' in second
