"""The rule test a draft brings: it must pass, and load again with the playbook."""

from ace.curator.checks.check import Check, CheckInput
from ace.curator.draft import Draft
from ace.playbook.run_tests import run_rule_test
from ace.playbook.write_rule import dump_rule_test
from runtime.contracts.errors import RuleError
from runtime.contracts.rule import Rule
from runtime.rules.load_reviewed import path_of_test
from runtime.rules.read_rule import parse_rule_test


def check_test(draft: Draft, seen: CheckInput, path: str) -> Check:
    """Return whether the draft's test shows its rule broken and kept. `path` is the rule file's.

    A merge that keeps the conditions of the rule it goes into may keep that rule's test and bring none.
    """
    rule, test = draft.after, draft.test
    assert rule is not None
    if test is None and draft.op == "merge" and _same_conditions(rule, draft.before):
        return Check("test", True, f"{rule.id} keeps its conditions and its test", "no new test")
    if test is None or not test.violates or not test.complies:
        return Check("test", False, "no recorded decision shows the rule broken and another one let through")
    try:
        parse_rule_test(dump_rule_test(test), path_of_test(path))
    except RuleError as exc:
        return Check("test", False, str(exc))
    failed = next((result for result in run_rule_test(rule, test, seen.context) if not result.ok), None)
    figure = f"{len(test.violates)} violating, {len(test.complies)} complying"
    return Check("test", failed is None, failed.message if failed else "the rule's own test passes", figure)


def _same_conditions(after: Rule, before: Rule | None) -> bool:
    return before is not None and (after.when, after.require) == (before.when, before.require)
