"""`ace fields`."""

from collections.abc import Callable

from ace.report.condition_fields import fields_markdown
from runtime.agents.registry import find_agent
from tests.conftest import Ran


def test_the_listing_names_a_field_with_its_values(ace: Callable[..., Ran]) -> None:
    ran = ace("fields", "--agent", "tutor")
    assert ran.code == 0
    assert 'state.student.level  (text, default "novice")' in ran.out
    assert "one of: novice, medium, expert" in ran.out


def test_json_has_every_part(ace: Callable[..., Ran]) -> None:
    value = ace("fields", "--json").json
    fields, tools = value["fields"], value["tools"]
    assert isinstance(fields, list)
    assert isinstance(tools, list)
    performance = next(field for field in fields if field["path"] == "state.student.performance")
    assert performance["choices"] == ["none", "wrong", "partial", "correct"]
    assert {"name", "doc", "missing"} == set(tools[0])
    assert next(tool for tool in tools if tool["name"] == "web_browser")["missing"], "what it lacks is said"


def test_markdown_is_the_page(ace: Callable[..., Ran]) -> None:
    assert ace("fields", "--markdown").out == fields_markdown(find_agent("tutor"))


def test_an_unknown_agent_and_two_forms_are_refused(ace: Callable[..., Ran]) -> None:
    unknown = ace("fields", "--agent", "totur")
    assert (unknown.code, unknown.out) == (1, "")
    assert "tutor" in unknown.err
    assert ace("fields", "--json", "--markdown").code == 64
