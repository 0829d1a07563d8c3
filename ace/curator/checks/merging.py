"""A merge takes rules away; it may only do so when they are duplicates, and it writes nothing new."""

from collections.abc import Sequence

from ace.curator.checks.check import Check, CheckInput
from ace.curator.checks.overlap import Outcome, check_same
from ace.curator.draft import Draft
from runtime.contracts.rule import Rule


def check_merge(draft: Draft, seen: CheckInput) -> Check:
    """Return whether the rules merged are the same rule, and the result is one of them.

    Words, conditions and replacement must be those of one of the rules: a merge brings no evidence for others.
    """
    kept, after = draft.before, draft.after
    if kept is None or after is None or after.id != kept.id or not draft.merged:
        return Check("merge", False, "a merge names the rule that stays and those that go into it")
    in_force = {rule.id for rule in seen.rules}
    unknown = next((rule.id for rule in (kept, *draft.merged) if rule.id not in in_force), None)
    if unknown is not None or kept.id in {rule.id for rule in draft.merged}:
        return Check("merge", False, f"{unknown or kept.id} is not another rule in force; name rules that are")
    new = _written_new(after, (kept, *draft.merged))
    if new:
        return Check("merge", False, f"{new} is of none of the rules merged; a merge writes nothing new, edit it later")
    outcomes = [check_same(kept, other, seen.recorded, seen.embedding) for other in draft.merged]
    failed = next((item for item in outcomes if not item.ok), None)
    outcome: Outcome = failed or outcomes[0]
    return Check("merge", *outcome)


def _written_new(after: Rule, earlier: Sequence[Rule]) -> str:
    """Return the name of a field that none of the rules has like this, empty when there is none."""
    if " ".join(after.text.split()) not in {" ".join(rule.text.split()) for rule in earlier}:
        return "`text`"
    wanted = (after.when, after.require, after.otherwise)
    return "" if wanted in {(rule.when, rule.require, rule.otherwise) for rule in earlier} else "`when` and `require`"
