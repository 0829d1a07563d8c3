"""The tests beside rules: missing, one-sided, failing, of an agent that is not known here."""

import pytest

from ace.playbook.lint_tests import problems_of_test
from runtime.contracts.condition_context import TUTOR_CONTEXT
from runtime.contracts.playbook import RuleFile
from runtime.rules.read_rule import parse_rule_test
from tests.ace.building import WEB_RULE, rule

RULE = rule("a.x", **WEB_RULE)
SOURCE = b"schema: 1\nwhen: x\n"
GOOD = (
    "violates: [{action: {name: web_browser}}]\n"
    "complies: [{action: {name: web_browser}, state: {retrieval: {queried: true}}}]\n"
)


@pytest.mark.parametrize(
    ("test", "found"),
    [
        pytest.param(GOOD, [], id="good"),
        pytest.param(None, ["p/a/x.yaml:2:7 no-test"], id="none"),
        pytest.param(GOOD.split("\n", maxsplit=1)[0], ["p/a/x.test.yaml:1:1 empty-test"], id="one-sided"),
        pytest.param(GOOD.replace("true", "false"), ["p/a/x.test.yaml:2:12 failing-test"], id="failing"),
    ],
)
def test_problems_stand_at_their_case(test: str | None, found: list[str]) -> None:
    data = None if test is None else test.encode()
    parsed = None if data is None else parse_rule_test(data, "p/a/x.test.yaml")
    file = RuleFile("p/a/x.yaml", RULE, SOURCE, parsed, data)
    problems = list(problems_of_test(file, {"tutor": TUTOR_CONTEXT}))
    assert [f"{item.path}:{item.line}:{item.column} {item.code}" for item in problems] == found
    if test and "false" in test:
        assert not list(problems_of_test(file, {})), "without its agent's fields nothing can be run"
