"""JSON of a rule that only was proposed and rejected."""

from ace.report.rule_log import RuleLog
from ace.report.rule_log_json import rule_log_json


def test_a_rule_that_never_was_on_the_branch_has_no_events() -> None:
    value = rule_log_json(RuleLog("a.b", "main", (), (), (), (), "2026-11-30", is_shallow=True))
    assert (value["is_there"], value["is_shallow"], value["events"]) == (False, True, [])
    assert value["schema_version"] == 1
