"""Draft, check, judge and open: what `ace propose` and the second half of a cycle do."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from ace.cycle.analyze_run import Analysis, analyze_run
from ace.cycle.before_judging import Skipped, check_can_write, worth_judging
from ace.cycle.draft_changes import CheckedDraft, Drafted, draft_changes
from ace.cycle.draft_identity import merged_ids
from ace.cycle.judge_drafts import judge_drafts
from ace.cycle.judging.judgement import JudgeHooks, Judgement
from ace.cycle.judging.stages_json import stages_json
from ace.cycle.open_proposals import Opened, open_proposals
from ace.cycle.proposal_files import ProposalContext
from ace.cycle.run_record import LoadedRun, write_json
from ace.errors import AceError
from ace.review.proposal_branches import Proposal
from ace.session import Session
from runtime.contracts.json_types import JsonObject
from runtime.rules.load_reviewed import injectable


@dataclass(frozen=True)
class ProposeHooks:
    """What proposing tells as it goes. `is_dry_run`: stop before anything is judged or written to git."""

    is_dry_run: bool = False
    judge: JudgeHooks = field(default_factory=JudgeHooks)
    drafted: Callable[[Drafted], None] | None = None


@dataclass(frozen=True)
class Proposed:
    """What came of a run's clusters."""

    run: LoadedRun
    analysis: Analysis
    drafted: Drafted
    judgements: tuple[Judgement, ...]
    opened: tuple[Opened, ...]
    skipped: tuple[Skipped, ...] = ()

    @property
    def has_failed(self) -> bool:
        """True when a proposal that was to be opened could not be written."""
        return any(item.failed for item in self.opened)

    def to_json(self) -> JsonObject:
        """Return the outcome of every draft as a JSON object."""
        judged = {id(item.judgement.checked): item for item in self.opened}
        return {
            "run": self.run.record.run,
            "simulated": self.run.record.simulated,
            "failure_rate": round(self.analysis.failure_rate, 6),
            "clusters": sum(cluster.is_born for cluster in self.analysis.clusters),
            "drafts": [_draft_json(item, judged.get(id(item))) for item in self.drafted.drafts],
            "refused": [
                {"cluster": item.cluster, "curator": item.curator, "reason": item.reason, "raw": item.raw}
                for item in self.drafted.drafting.refused
            ],
            "drafting": {
                "model_calls": self.drafted.drafting.model_calls,
                "prompt_tokens": self.drafted.drafting.prompt_tokens,
                "completion_tokens": self.drafted.drafting.completion_tokens,
                "cost_usd": self.drafted.drafting.cost_usd,
                "seconds": round(self.drafted.drafting.seconds, 2),
            },
            "opened": sum(item.proposal is not None and not item.why_not for item in self.opened),
            "proposals": [
                *(_proposal_json(item) for item in self.opened if item.proposal is not None),
                *(_open_json(item.proposal) for item in self.skipped if item.proposal is not None),
            ],
            "skipped": [
                {
                    "op": item.checked.draft.op,
                    "rule": item.checked.draft.rule_id,
                    "merges": list(merged_ids(item.checked.draft)),
                    "reason": item.reason,
                }
                for item in self.skipped
            ],
        }


def propose(session: Session, run: LoadedRun, hooks: ProposeHooks) -> Proposed:
    """Return what became of every draft; branches are made for those that may be opened.

    Raises: AceError when the run is not of the rules under review now, or was not of development samples.
    """
    playbook = session.playbook()
    rules = injectable(playbook, session.settings.agent)
    _refuse_unfit(run, {rule.id: rule.fingerprint()[:16] for rule in rules})
    analysis = analyze_run(session, run, rules)
    drafted = draft_changes(session, analysis, run.episodes, playbook)
    if hooks.drafted is not None:
        hooks.drafted(drafted)
    proposed = Proposed(run, analysis, drafted, (), ())
    if not hooks.is_dry_run:
        worth, skipped = worth_judging(session, playbook, drafted.drafts)
        proposed = replace(proposed, skipped=skipped)
        if worth:
            check_can_write(session, playbook)
            judgements, controller = judge_drafts(session, run, rules, worth, hooks.judge)
            context = ProposalContext(session, run, playbook, controller)
            opened = open_proposals(context, judgements)
            proposed = replace(proposed, judgements=judgements, opened=opened)
    write_json(run.folder / "proposals.json", proposed.to_json())
    return proposed


def _refuse_unfit(run: LoadedRun, rules: dict[str, str]) -> None:
    record = run.record
    if record.split != "dev":
        raise AceError(f"{record.run} ran {record.split} samples: rules are drafted from development samples only")
    if record.rules != rules:
        raise AceError(
            f"{record.run} was run under other rules than those on the reviewed branch now; "
            "run again (`ace run`), then propose"
        )


def _draft_json(item: CheckedDraft, opened: Opened | None) -> JsonObject:
    draft = item.draft
    out: JsonObject = {
        "op": draft.op,
        "rule": draft.rule_id,
        "merges": list(merged_ids(draft)),
        "cluster": draft.cluster.id if draft.cluster else None,
        "curator": draft.curator,
        "rationale": draft.rationale,
        "text": draft.after.text if draft.after else None,
        "when": draft.after.when if draft.after else None,
        "require": draft.after.require if draft.after else None,
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
    }


def _open_json(proposal: Proposal) -> JsonObject:
    return {
        "id": proposal.id,
        "branch": proposal.branch,
        "op": proposal.op,
        "rule": proposal.rule_id,
        "merges": list(proposal.merged),
        "verdict": proposal.verdict,
    }


def _proposal_json(opened: Opened) -> JsonObject:
    proposal, judgement = opened.proposal, opened.judgement
    assert proposal is not None
    return {
        "id": proposal.id,
        "branch": proposal.branch,
        "op": judgement.draft.op,
        "rule": judgement.draft.rule_id,
        "merges": list(proposal.merged),
        "verdict": judgement.verdict,
        "p_value": judgement.p_value,
        "before": judgement.screen.before,
        "after": judgement.screen.after,
    }
