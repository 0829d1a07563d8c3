"""What `ace propose --json` says of drafts, drafting and proposals. Pure."""

from collections.abc import Mapping

from ace.curator.draft import Attempt, Drafting
from ace.cycle.before_judging import Skipped
from ace.cycle.draft_changes import CheckedDraft
from ace.cycle.draft_identity import merged_ids
from ace.cycle.judging.stages_json import stages_json
from ace.cycle.open_proposals import Opened
from ace.review.proposal_branches import Proposal
from runtime.contracts.json_types import JsonObject

_DECIMALS = 6


def rounded(value: object) -> object:
    """Return `value` with every float in it at 6 decimals; one that would become 0 keeps 6 significant digits.

    A p-value of 1e-9 is not 0. Mappings come back as dicts, tuples as lists.
    """
    if isinstance(value, float):
        return round(value, _DECIMALS) or float(f"{value:.{_DECIMALS}g}")
    if isinstance(value, Mapping):
        return {str(key): rounded(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [rounded(item) for item in value]
    return value


def drafting_json(drafting: Drafting) -> JsonObject:
    """Return what drafting cost, what a person should know of the figures, and a model's answers in their order."""
    return {
        "model_calls": drafting.model_calls,
        "prompt_tokens": drafting.prompt_tokens,
        "completion_tokens": drafting.completion_tokens,
        "cost_usd": drafting.cost_usd,
        "seconds": round(drafting.seconds, 2),
        "notes": list(drafting.notes),
        "attempts": [_attempt_json(item) for item in drafting.attempts],
    }


def _attempt_json(attempt: Attempt) -> JsonObject:
    return {
        "cluster": attempt.cluster,
        "number": attempt.number,
        "problem": attempt.problem or None,
        "failing": list(attempt.failing),
        "passing": list(attempt.passing),
        "raw": attempt.raw,
    }


def skipped_json(item: Skipped) -> JsonObject:
    """Return a sound draft that was not judged, and why."""
    draft = item.checked.draft
    return {"op": draft.op, "rule": draft.rule_id, "merges": list(merged_ids(draft)), "reason": item.reason}


def draft_json(item: CheckedDraft, opened: Opened | None) -> JsonObject:
    """Return a draft with its checks and, where it was judged, what came of it."""
    draft = item.draft
    out: JsonObject = {
        "op": draft.op,
        "rule": draft.rule_id,
        "merges": list(merged_ids(draft)),
        "cluster": draft.cluster.id if draft.cluster else None,
        "curator": draft.curator,
        "rationale": draft.rationale,
        "title": draft.after.title if draft.after else None,
        "text": draft.after.text if draft.after else None,
        "when": draft.after.when if draft.after else None,
        "require": draft.after.require if draft.after else None,
        "otherwise": draft.after.otherwise.action if draft.after and draft.after.otherwise else None,
        "enforce": draft.after.enforce if draft.after else None,
        "checks": [{"name": c.name, "ok": c.ok, "detail": c.detail, "value": c.value} for c in item.checks],
        "sound": item.is_sound,
    }
    if opened is not None:
        out |= _judgement_json(opened)
    return out


def _judgement_json(opened: Opened) -> JsonObject:
    judgement = opened.judgement
    screen, held_out = judgement.screen, judgement.held_out
    return {
        "verdict": judgement.verdict,
        "reason": judgement.reason,
        "development": {**screen.__dict__, "p_value": judgement.p_value},
        "held_out": {**held_out.__dict__, "e_value": judgement.e_value} if held_out else None,
        "target": {"name": judgement.target, "before": judgement.target_before, "after": judgement.target_after},
        **stages_json(judgement),
        "cost": judgement.spend.__dict__,
        "arms": {"before": judgement.arms[0], "after": judgement.arms[1]},
        "branch": opened.proposal.branch if opened.proposal else None,
        "not_opened": opened.why_not or None,
        "instead_of": opened.instead_of or None,
    }


def open_json(proposal: Proposal) -> JsonObject:
    """Return a proposal that was open before, and was not judged again: it has no figures here."""
    return {
        "id": proposal.id,
        "branch": proposal.branch,
        "op": proposal.op,
        "rule": proposal.rule_id,
        "merges": list(proposal.merged),
        "verdict": proposal.verdict,
    }


def proposal_json(opened: Opened) -> JsonObject:
    """Return a proposal that was judged; `p_value`, `before` and `after` are of the stage that `stage` names."""
    proposal, judgement = opened.proposal, opened.judgement
    assert proposal is not None
    return {
        "id": proposal.id,
        "branch": proposal.branch,
        "op": judgement.draft.op,
        "rule": judgement.draft.rule_id,
        "merges": list(proposal.merged),
        "verdict": judgement.verdict,
        "stage": "development",
        "p_value": judgement.p_value,
        "before": judgement.screen.before,
        "after": judgement.screen.after,
    }
