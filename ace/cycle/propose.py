"""Draft, check, judge and open: what `ace propose` and the second half of a cycle do."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from ace.answers.remember_answers import forget_asked, remembering
from ace.cycle.analyze_run import Analysis, analyze_run
from ace.cycle.before_judging import Skipped, check_can_write, check_names, worth_judging
from ace.cycle.draft_changes import Drafted, draft_changes
from ace.cycle.draft_identity import proposal_of
from ace.cycle.fit_run import refuse_unfit
from ace.cycle.judge_counted import judge_counted
from ace.cycle.judging.judgement import JudgeHooks, Judgement
from ace.cycle.open_proposals import Opened, open_proposals
from ace.cycle.proposal_files import ProposalContext
from ace.cycle.proposed_json import draft_json, drafting_json, open_json, proposal_json, rounded, skipped_json
from ace.cycle.traces_only import draft_from_traces, is_imported
from ace.runs.run_record import LoadedRun, write_json
from ace.session import Session
from runtime.contracts.json_types import JsonObject, as_object
from runtime.contracts.playbook import Playbook
from runtime.contracts.trace_event import ControllerInfo
from runtime.rules.load_reviewed import injectable


@dataclass(frozen=True)
class ProposeHooks:
    """What proposing tells as it goes. `is_dry_run`: stop before anything is judged or written to git."""

    is_dry_run: bool = False
    judge: JudgeHooks = field(default_factory=JudgeHooks)
    drafted: Callable[[Drafted], None] | None = None


@dataclass(frozen=True)
class Proposed:
    """What came of a run's clusters. `is_dry_run`: nothing was to be judged or opened."""

    run: LoadedRun
    analysis: Analysis
    drafted: Drafted
    judgements: tuple[Judgement, ...]
    opened: tuple[Opened, ...]
    skipped: tuple[Skipped, ...] = ()
    is_dry_run: bool = False

    @property
    def has_failed(self) -> bool:
        """True when a proposal that was to be opened could not be written."""
        return any(item.failed for item in self.opened)

    def to_json(self) -> JsonObject:
        """Return the outcome of every draft as a JSON object.

        Units: shares 0-1, cost_usd USD, seconds s; floats have 6 decimals, smaller ones 6 significant digits.
        """
        judged = {proposal_of(item.judgement.draft): item for item in self.opened}
        value: JsonObject = {
            "run": self.run.record.run,
            "simulated": self.run.record.simulated,
            "traces_only": is_imported(self.run),
            "failure_rate": self.analysis.failure_rate,
            "clusters": sum(cluster.is_born for cluster in self.analysis.clusters),
            "drafts": [draft_json(item, judged.get(proposal_of(item.draft))) for item in self.drafted.drafts],
            "refused": [
                {"cluster": item.cluster, "curator": item.curator, "reason": item.reason, "raw": item.raw}
                for item in self.drafted.drafting.refused
            ],
            "drafting": drafting_json(self.drafted.drafting),
            "opened": sum(item.proposal is not None and not item.why_not for item in self.opened),
            "proposals": [
                *(proposal_json(item) for item in self.opened if item.proposal is not None),
                *(open_json(item.proposal) for item in self.skipped if item.proposal is not None),
            ],
            "skipped": [skipped_json(item) for item in self.skipped],
        }
        return as_object(rounded(value))


@dataclass(frozen=True)
class Judged:
    """What judging came to, best first. `skipped`: sound drafts that were not judged; `controller`: who was judged."""

    judgements: tuple[Judgement, ...] = ()
    skipped: tuple[Skipped, ...] = ()
    controller: ControllerInfo | None = None


def propose(session: Session, run: LoadedRun, hooks: ProposeHooks) -> Proposed:
    """Return what became of every draft; branches are made for those that may be opened.

    What a model was paid to answer is remembered until the end: proposing again after a kill asks it no more. From a
    run that was imported drafts are made and checked in a dry run alone: nothing of it can be judged.
    Raises: AceError when the run was imported and this is no dry run, is not of the rules under review now, was not
    of development samples, or has no episode that can be read.
    """
    if not hooks.is_dry_run:
        check_names(session)
    session = remembering(session, run.record.run)
    playbook = session.playbook()
    if hooks.is_dry_run and is_imported(run):
        analysis, drafted = draft_from_traces(session, run, playbook)
    else:
        analysis, drafted = analyze_and_draft(session, run, playbook)
    if hooks.drafted is not None:
        hooks.drafted(drafted)
    proposed = Proposed(run, analysis, drafted, (), (), is_dry_run=hooks.is_dry_run)
    if not hooks.is_dry_run:
        judged = judge_worthy(session, run, playbook, drafted, hooks.judge)
        opened = open_judged(session, run, playbook, judged)
        proposed = replace(proposed, judgements=judged.judgements, opened=opened, skipped=judged.skipped)
    write_json(run.folder / "proposals.json", proposed.to_json())
    forget_asked(session)
    return proposed


def analyze_and_draft(session: Session, run: LoadedRun, playbook: Playbook) -> tuple[Analysis, Drafted]:
    """Return what is found in `run` and the checked drafts. Raises: as `propose`."""
    rules = injectable(playbook, session.settings.agent)
    refuse_unfit(run, {rule.id: rule.fingerprint()[:16] for rule in rules}, session.settings.agent)
    analysis = analyze_run(session, run, rules)
    return analysis, draft_changes(session, analysis, run.episodes, playbook)


def judge_worthy(session: Session, run: LoadedRun, playbook: Playbook, drafted: Drafted, hooks: JudgeHooks) -> Judged:
    """Return the verdict on each sound draft that could become a proposal. Raises: AceError when none could be."""
    worth, skipped = worth_judging(session, playbook, drafted.drafts)
    if not worth:
        return Judged(skipped=skipped)
    check_can_write(session, playbook)
    rules = injectable(playbook, session.settings.agent)
    judgements, controller = judge_counted(session, run, rules, worth, hooks)
    return Judged(judgements, skipped, controller)


def open_judged(session: Session, run: LoadedRun, playbook: Playbook, judged: Judged) -> tuple[Opened, ...]:
    """Return what became of each judgement: a branch, or why none."""
    if judged.controller is None:
        return ()
    return open_proposals(ProposalContext(session, run, playbook, judged.controller), judged.judgements)
