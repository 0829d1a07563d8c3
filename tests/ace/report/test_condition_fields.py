"""What a condition may use, and the page of it."""

from pathlib import Path

from ace.report.condition_fields import MARKDOWN_COMMAND, fields_json, fields_markdown, fields_text
from runtime.agents.own.own_agent_spec import own_agent_spec
from runtime.agents.own.settings import OwnAgentSettings
from runtime.agents.registry import find_agent
from runtime.contracts.condition_context import TUTOR_CONTEXT
from runtime.rules.check_condition import check_condition
from runtime.rules.condition_choices import GATE_WORDS

TUTOR = find_agent("tutor")
PAGE = Path(__file__).parents[3] / "docs" / "conditions.md"


def test_the_committed_page_is_current() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert page == fields_markdown(TUTOR), f"run: {MARKDOWN_COMMAND}"
    assert MARKDOWN_COMMAND in page


def test_the_examples_of_the_page_are_sound() -> None:
    examples = fields_markdown(TUTOR).split("```cel\n")[1].split("```")[0].splitlines()
    assert len(examples) >= 5
    assert [check_condition(example, TUTOR_CONTEXT) for example in examples] == [[]] * len(examples)


def test_every_field_action_and_tool_is_in_each_form() -> None:
    value, text, page = fields_json(TUTOR), fields_text(TUTOR), fields_markdown(TUTOR)
    names = [field.path for field in TUTOR_CONTEXT]
    fields = value["fields"]
    assert isinstance(fields, list)
    assert [field["path"] for field in fields] == names
    assert [name for name in (*names, *TUTOR.actions, *TUTOR.tools(), *GATE_WORDS) if name not in text] == []
    assert [name for name in (*names, *TUTOR.actions, *TUTOR.tools(), *GATE_WORDS) if f"`{name}`" not in page] == []
    assert max(len(line) for line in text.splitlines()) <= 100


def test_what_otherwise_may_say_besides_names_is_what_lint_allows() -> None:
    otherwise = fields_json(TUTOR)["otherwise"]
    assert isinstance(otherwise, dict)
    assert tuple(otherwise) == GATE_WORDS


def test_types_are_named_for_people() -> None:
    fields = fields_json(TUTOR)["fields"]
    assert isinstance(fields, list)
    types = {field["path"]: field["type"] for field in fields}
    assert types["state.step"] == "whole number"
    assert types["state.answer_open"] == "true or false"
    assert types["state.retrieval.confidence"] == "number"
    assert types["episode.tags"] == "list of texts"
    assert types["action.arguments"] == "mapping"


def test_what_only_a_teaching_agent_has_is_not_listed_for_another() -> None:
    own = own_agent_spec("shop", OwnAgentSettings(kind="http", url="http://127.0.0.1:9/run", tools=("pay",)), Path())
    assert fields_json(own)["otherwise"] == {"block": "the action does not happen; the agent is told the rule's text"}
    page = fields_markdown(own)
    assert "state.student" not in page
    assert "state.tools.last_ok" in page
    assert "student" not in page
    assert "`episode` the sample." in page
    assert "`episode` the case and its student." in fields_markdown(TUTOR)


def test_an_agent_for_which_code_can_do_little_instead_says_what() -> None:
    inspector = find_agent("inspector")
    otherwise = fields_json(inspector)["otherwise"]
    assert isinstance(otherwise, dict)
    assert tuple(otherwise) == ("find_candidates", "measure_candidate", "KEEP", "DROP", "block")
    text, page = fields_text(inspector), fields_markdown(inspector)
    assert "`otherwise` may say\n\n    find_candidates: takes" in text
    assert "`otherwise`)" not in text
    assert "where NAME is one of:\n\n- `find_candidates`" in page
