"""Whether an evidence record is about what stands beside it: the commit that brought it, and the change itself. Pure.

Evidence is a file anybody can write. What is checked here is that it belongs to this rule, this text and this commit,
and that its figures can be true; that they were measured at all nobody can tell from a file.
"""

from collections.abc import Iterator, Sequence

from ace.playbook.merge_fields import is_merged, refuse_lossy_merge
from ace.review.check_figures import figure_problems
from ace.review.diff_model import RuleChange
from ace.review.evidence import EvidenceRecord
from ace.review.fingerprint import agent_of, fingerprint, proposal_id
from ace.review.proposal_branches import Proposal
from runtime.contracts.errors import RuleError
from runtime.contracts.rule import Rule

# As long as a record can name a model.
_MAX_NAME = 120
_EDITS = ("edited", "moved", "reordered", "promoted", "demoted")
_KINDS = {"add": ("added",), "edit": _EDITS, "delete": ("deleted",), "merge": _EDITS}


def evidence_problems(record: EvidenceRecord, changes: Sequence[RuleChange], proposal: Proposal) -> tuple[str, ...]:
    """Return why `record` is not evidence for what `proposal` changes, one sentence each; empty when it is."""
    own = next((change for change in changes if change.rule_id == record.rule_id), None)
    merged = [change for change in changes if change is not own and change.rule_id in record.merged]
    others = [change.rule_id for change in changes if change is not own and change not in merged]
    lines = [*_claim_problems(record, proposal), *change_problems(record, own, proposal.fingerprint)]
    for change in (own, *merged):
        if change is not None and not change.path.startswith(f"{record.playbook.strip('/')}/"):
            lines.append(f"the evidence is of the playbook {record.playbook}, but the rule is {change.path}")
    if own is not None and own.kind not in {*_KINDS[record.op], "unreadable"}:
        lines.append(f"the evidence is of {record.op} {record.rule_id}, but here that rule is {own.kind}")
    lines += merge_problems(record, own.after if own else None, merged)
    if others:
        lines.append(f"the figures are of {record.rule_id} alone, but this also changes {', '.join(others)}")
    return tuple(lines)


def change_problems(record: EvidenceRecord, change: RuleChange | None, mark: str = "") -> tuple[str, ...]:
    """Return why `record` is not evidence for `change`. `mark`: the fingerprint the commit states, when it does."""
    return (*_text_problems(record, change, mark), *_effect_problems(record, change), *figure_problems(record))


def merge_problems(record: EvidenceRecord, kept: Rule | None, merged: Sequence[RuleChange]) -> tuple[str, ...]:
    """Return why `merged`, what becomes of the rules that go, and `kept` are not the merge that `record` is about.

    `kept` is the rule as it will be, None where it cannot be read: then only what goes is looked at.
    """
    by_id = {change.rule_id: change for change in merged}
    lines: list[str] = []
    for rule_id in record.merged:
        change = by_id.get(rule_id)
        if change is None or change.kind not in {"deleted", "unreadable"}:
            found = change.kind if change else "not changed"
            lines.append(f"the evidence is of {rule_id} merged into {record.rule_id}, but here {rule_id} is {found}")
        elif kept is not None and change.before is not None:
            lines += _loss(kept, change.before)
    return tuple(lines)


def _loss(kept: Rule, gone: Rule) -> Iterator[str]:
    """What would be lost by `gone`: a safety rule, a gate, readers, evidence, or where it went."""
    if gone.safety:
        yield f"{gone.id} is a safety rule, which only a person takes away"
    try:
        refuse_lossy_merge(kept, [gone])
    except RuleError as exc:
        yield str(exc)
    if not is_merged(kept, [gone.id]):
        yield f"{kept.id} does not say in `related` that it replaces {gone.id}"
    if not set(gone.evidence) <= set(kept.evidence):
        yield f"{kept.id} does not hold the evidence of {gone.id}"


def is_of_text(record: EvidenceRecord, change: RuleChange) -> bool:
    """Return True when what `change` leaves of the rule is what `record` was measured on."""
    return record.proposal == proposal_id(_mark(record, change))


def _mark(record: EvidenceRecord, change: RuleChange) -> str:
    agent = agent_of(change.after, change.before)
    return fingerprint(record.op, record.rule_id, change.after, record.merged, agent=agent)


def _claim_problems(record: EvidenceRecord, proposal: Proposal) -> list[str]:
    said: list[tuple[str, object, object]] = [
        ("op", record.op, proposal.op),
        ("rule", record.rule_id, proposal.rule_id),
        ("merged", record.merged, proposal.merged),
        ("base", record.base, proposal.base),
        ("run", record.run_id, proposal.run_id),
        ("verdict", record.verdict, proposal.verdict),
        ("simulated", record.is_simulated, proposal.simulated),
        ("proposal", record.proposal, proposal.id),
    ]
    return [
        f"the evidence does not say what the commit says: {name} is {evidence!r} there and {commit!r} in the commit"
        for name, evidence, commit in said
        if evidence != commit
    ]


def _text_problems(record: EvidenceRecord, change: RuleChange | None, mark: str) -> list[str]:
    if change is None:
        return [f"the evidence is of rule {record.rule_id}, which is not changed here"]
    if change.kind == "unreadable":
        return []
    found = _mark(record, change)
    if is_of_text(record, change) and mark in {"", found}:
        return []
    return [
        f"the figures are of another text: {record.rule_id} as it stands here would be proposal {proposal_id(found)}, "
        f"measured was {record.proposal}"
    ]


def _effect_problems(record: EvidenceRecord, change: RuleChange | None) -> list[str]:
    """The effect in the rule's own file is what is read of it once it is merged."""
    effect = change.after.effect if change and change.after else None
    if effect is None or (change and change.before and change.before.effect == effect):
        return []
    if record.reverts is not None:
        # The former file comes back with what it said then; the record is of no measurement.
        return []
    rows = [row for row in record.trials if (row.stage, row.metric) == (effect.stage, effect.metric)]
    is_row = any(
        (row.n, row.fixed, row.broke) == (effect.n, effect.fixed, effect.broke)
        and max(abs(row.before - effect.before), abs(row.after - effect.after)) < 0.001
        for row in rows
    )
    is_same_model = (effect.controller[:_MAX_NAME], effect.simulated) == (record.controller, record.simulated)
    if is_row and effect.verdict == record.verdict and is_same_model:
        return []
    return [f"the `effect` in the file of {record.rule_id} is not what the evidence says"]
