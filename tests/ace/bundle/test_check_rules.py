"""What must hold of bundled rules."""

from pathlib import Path

from ace.bundle.check_rules import rule_checks
from runtime.agents.own.own_agent_spec import own_agent_spec
from runtime.agents.own.settings import OwnAgentSettings
from runtime.rules.load_reviewed import parse_playbook
from tests.ace.bundle.bundled import FOLDER
from tests.runtime.rules.bundling import RULE, RULE_PATH, TEST, TEST_PATH


def details(files: dict[str, bytes]) -> list[tuple[bool, str]]:
    return [(check.ok, check.detail) for check in rule_checks(parse_playbook(files, FOLDER))]


def test_good_rules_are_counted(starter: Path) -> None:
    (rules, tests) = details({RULE_PATH: RULE, TEST_PATH: TEST})
    assert rules == (True, "1 rule read, 1 with a condition that compiles")
    assert tests == (True, "2 cases of the tests beside the rules pass")


def test_an_unknown_field_a_failing_case_and_a_missing_test_are_told() -> None:
    (rules, _) = details({RULE_PATH: RULE.replace(b"queried", b"querried"), TEST_PATH: TEST})
    assert not rules[0]
    assert f"{RULE_PATH}:7:10: require: unknown field `state.retrieval.querried`" in rules[1]
    (_, tests) = details({RULE_PATH: RULE, TEST_PATH: TEST.replace(b"true", b"false")})
    assert tests == (False, f"{TEST_PATH}:2: complies[0]: expected no violation, but the case violates the rule")
    (_, tests) = details({RULE_PATH: RULE})
    assert tests == (True, "0 cases of the tests beside the rules pass; no test beside tools.ask-first")


def test_rules_of_an_agent_that_is_not_known_here_say_so() -> None:
    (rules, tests) = details({RULE_PATH: RULE.replace(b"tutor", b"shop"), TEST_PATH: TEST})
    assert rules[0]
    assert "fields of shop are not known here and were not checked" in rules[1]
    assert tests[0]


def test_rules_of_a_persons_own_agent_are_checked_with_its_fields() -> None:
    own = OwnAgentSettings(kind="http", url="http://127.0.0.1:9/run", tools=("web_browser",))
    agents = {"shop": own_agent_spec("shop", own, Path())}
    files = {RULE_PATH: RULE.replace(b"tutor", b"shop"), TEST_PATH: TEST}
    (rules, _) = rule_checks(parse_playbook(files, FOLDER), agents)
    assert not rules.ok
    assert "unknown field `state.retrieval.queried`" in rules.detail
