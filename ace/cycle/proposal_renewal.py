"""A proposal's evidence on a new base: the same figures, and whether they still speak of the rules in the prompt."""

import re
from collections.abc import Mapping

from ace.curator.draft import Draft
from ace.cycle.judging.apply_draft import apply_draft
from ace.cycle.proposal_record import MAX_REASON
from ace.playbook.edit_field import edit_field
from ace.review.evidence import Check, EvidenceRecord, TokenCount
from ace.review.evidence_stages import MeasuredOn
from ace.session import Session
from runtime.contracts.playbook import Playbook
from runtime.contracts.rule import Rule, Verdict
from runtime.rules.load_reviewed import injectable, load_reviewed
from runtime.rules.read_rule import parse_rule
from runtime.rules.render_rules import render_rules

_EARLIER = re.compile(r"^Under the rules of now nothing was measured\. On [0-9a-f]{12}, [^:]*(: infrastructure)?: ")


def renewed_record(
    session: Session, playbook: Playbook, draft: Draft, record: EvidenceRecord, checks: tuple[Check, ...]
) -> EvidenceRecord:
    """Return `record` on the commit of `playbook`, with `checks`.

    What was measured is kept; where other rules are in the prompt than it was measured under, a verdict that it is
    better is not said any more. It is again once the rules are as they were.
    Raises: RuleError when the commit it was measured on cannot be read (a shallow clone).
    """
    rules = injectable(playbook, session.settings.agent)
    budget = session.settings.budgets.rules_tokens
    tokens = [render_rules(some, budget).tokens for some in (rules, apply_draft(rules, draft))]
    changes: dict[str, object] = {
        "base": playbook.commit,
        "checks": checks,
        "prompt_tokens": TokenCount(before=tokens[0], after=tokens[1]),
    }
    if record.reverts is None:
        measured = measured_on(session, playbook, record)
        reason = _reason(record.verdict_reason, measured)
        changes |= {"measured": measured, "verdict": _verdict(measured), "verdict_reason": reason}
    return EvidenceRecord.model_validate(record.model_dump(by_alias=True) | changes)


def measured_on(session: Session, playbook: Playbook, record: EvidenceRecord) -> MeasuredOn:
    """Return where the figures of `record` come from, and whether the rules in the prompt are others in `playbook`."""
    base, verdict = (
        (record.measured.base, record.measured.verdict) if record.measured else (record.base, record.verdict)
    )
    then = load_reviewed(session.workspace.repo, base, record.playbook, session.fields)
    other_rules = _injected(session, then) != _injected(session, playbook)
    return MeasuredOn(base=base, verdict=verdict, other_rules=other_rules)


def with_verdict(changes: Mapping[str, bytes | None], path: str, verdict: Verdict) -> dict[str, bytes | None]:
    """Return `changes` with the verdict that the rule at `path` states of its own effect."""
    data = changes.get(path)
    rule = parse_rule(data, path) if data is not None else None
    if data is None or rule is None or rule.effect is None or rule.effect.verdict == verdict:
        return dict(changes)
    effect = rule.effect.model_copy(update={"verdict": verdict})
    return {**changes, path: edit_field(data, "effect", effect, path)}


def _verdict(measured: MeasuredOn) -> Verdict:
    is_better = measured.verdict in {"confirmed", "promising"}
    return "insufficient evidence" if measured.other_rules and is_better else measured.verdict


def _reason(said: str, measured: MeasuredOn) -> str:
    """Return the reason of the verdict, behind what became of it; what an earlier refresh put there is taken off."""
    said = _EARLIER.sub("", said)
    if not measured.other_rules:
        return said
    first = (
        f"Under the rules of now nothing was measured. On {measured.base[:12]}, under others, it was said to be "
        f"{measured.verdict}: "
    )
    return (first + said)[:MAX_REASON]


def _injected(session: Session, playbook: Playbook) -> dict[str, str]:
    rules: tuple[Rule, ...] = tuple(injectable(playbook, session.settings.agent))
    return {rule.id: rule.fingerprint() for rule in rules}
