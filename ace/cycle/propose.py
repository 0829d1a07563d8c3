"""Draft, check, judge and open: what `ace propose` and the second half of a cycle do."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from ace.cycle.analyze_run import Analysis, analyze_run
from ace.cycle.before_judging import Skipped, check_can_write, worth_judging
from ace.cycle.draft_changes import Drafted, draft_changes
from ace.cycle.judge_counted import judge_counted
from ace.cycle.judging.judgement import JudgeHooks, Judgement
from ace.cycle.open_proposals import Opened, open_proposals
from ace.cycle.proposal_files import ProposalContext
from ace.cycle.proposed_json import draft_json, drafting_json, open_json, proposal_json, rounded, skipped_json
from ace.cycle.run_record import LoadedRun, events_path, write_json
from ace.errors import AceError
from ace.session import Session
from ace.workspace import IMPORT_RUN
from runtime.contracts.json_types import JsonObject, as_object
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
        judged = {id(item.judgement.checked): item for item in self.opened}
        value: JsonObject = {
            "run": self.run.record.run,
            "simulated": self.run.record.simulated,
            "failure_rate": self.analysis.failure_rate,
            "clusters": sum(cluster.is_born for cluster in self.analysis.clusters),
            "drafts": [draft_json(item, judged.get(id(item))) for item in self.drafted.drafts],
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


def propose(session: Session, run: LoadedRun, hooks: ProposeHooks) -> Proposed:
    """Return what became of every draft; branches are made for those that may be opened.

    Raises: AceError when the run was imported, is not of the rules under review now, was not of development samples,
    or has no episode that can be read.
    """
    playbook = session.playbook()
    rules = injectable(playbook, session.settings.agent)
    _refuse_unfit(run, {rule.id: rule.fingerprint()[:16] for rule in rules})
    analysis = analyze_run(session, run, rules)
    drafted = draft_changes(session, analysis, run.episodes, playbook)
    if hooks.drafted is not None:
        hooks.drafted(drafted)
    proposed = Proposed(run, analysis, drafted, (), (), is_dry_run=hooks.is_dry_run)
    if not hooks.is_dry_run:
        worth, skipped = worth_judging(session, playbook, drafted.drafts)
        proposed = replace(proposed, skipped=skipped)
        if worth:
            check_can_write(session, playbook)
            judgements, controller = judge_counted(session, run, rules, worth, hooks.judge)
            context = ProposalContext(session, run, playbook, controller)
            opened = open_proposals(context, judgements)
            proposed = replace(proposed, judgements=judgements, opened=opened)
    write_json(run.folder / "proposals.json", proposed.to_json())
    return proposed


def _refuse_unfit(run: LoadedRun, rules: dict[str, str]) -> None:
    record = run.record
    if record.split != "dev":
        raise AceError(f"{record.run} ran {record.split} samples: rules are drafted from development samples only")
    if record.run.startswith(IMPORT_RUN) or any(episode.header.imported for episode in run.episodes):
        raise AceError(
            f"{record.run} was imported: imported runs hold no decisions of this agent to draft from; "
            f"`ace analyze {record.run}` shows what fails in it, and a run of your own samples (`ace run`) can be "
            "proposed from"
        )
    if record.samples and not run.episodes:
        first = f" ({run.problems[0].path}:{run.problems[0].line}: {run.problems[0].reason})" if run.problems else ""
        raise AceError(
            f"{events_path(run.folder)}: 0 of {len(record.samples) * record.trials} episodes could be read{first}; "
            "restore the file, or run again (`ace run`)"
        )
    if record.rules != rules:
        raise AceError(
            f"{record.run} was run under other rules than those on the reviewed branch now; "
            "run again (`ace run`), then propose"
        )
