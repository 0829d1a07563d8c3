"""What a draft must pass before anything is run: no model call, each check with its figure."""

from collections.abc import Iterable

from ace.curator.checks.brought_test import check_test
from ace.curator.checks.check import Check, CheckInput
from ace.curator.checks.cluster_evidence import check_evidence
from ace.curator.checks.deletion import check_deletion
from ace.curator.checks.fresh_id import check_id
from ace.curator.checks.known_words import check_known_words
from ace.curator.checks.merging import check_merge
from ace.curator.checks.narrowing import check_narrows
from ace.curator.checks.overlap import check_conflicts, check_duplicates
from ace.curator.checks.prompt_budget import check_prompt_budget
from ace.curator.checks.rejected import check_rejected
from ace.curator.checks.safety_mark import check_safety
from ace.curator.checks.separation import check_separation
from ace.curator.checks.valid_schema import check_schema
from ace.curator.draft import Draft
from runtime.contracts.rule import Rule
from runtime.rules.condition_choices import GATE_WORDS


def check_draft(draft: Draft, seen: CheckInput, path: str) -> tuple[Check, ...]:
    """Return every check with its outcome; a draft may be judged only when all are ok. `path`: of the rule's file."""
    if draft.after is None:
        return (check_safety(draft), check_deletion(draft, seen), check_rejected(draft, seen))
    checks = [check_safety(draft), check_schema(draft, seen, path)]
    if draft.op == "add":
        checks.append(check_id(draft, seen))
    checks += _origin(draft, seen)
    if draft.after.is_checked:
        checks.append(check_test(draft, seen, path))
    checks.append(check_narrows(draft, seen))
    checks += _beside_others(draft, draft.after, seen)
    checks.append(check_rejected(draft, seen))
    return tuple(checks)


def passed(checks: Iterable[Check]) -> bool:
    """True when every check is ok."""
    return all(check.ok for check in checks)


def _origin(draft: Draft, seen: CheckInput) -> list[Check]:
    """Return what the draft rests on: failures, or rules that are the same."""
    if draft.op == "merge" or draft.merged:
        return [check_merge(draft, seen)]
    evidence = check_evidence(draft, seen)
    return [evidence] if draft.cluster is None else [evidence, check_separation(draft, draft.cluster, seen)]


def _beside_others(draft: Draft, after: Rule, seen: CheckInput) -> list[Check]:
    """Return how the draft's rule gets on with the rules that would be in force with it."""
    merged = {rule.id for rule in draft.merged}
    others = [rule for rule in seen.rules if rule.id not in merged]
    names = sorted(seen.actions - set(GATE_WORDS))
    return [
        Check("duplicates", *check_duplicates(after, others, seen.recorded, seen.embedding)),
        Check("conflicts", *check_conflicts(after, others, seen.recorded, seen.context, names)),
        check_prompt_budget(draft, seen),
        check_known_words(draft, seen),
    ]
