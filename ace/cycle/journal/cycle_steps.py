"""The steps of one cycle, each written down before the next."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from ace.cycle.ablation.ablate import AblateHooks
from ace.cycle.analyze_run import analyze_run
from ace.cycle.draft_changes import Drafted, draft_changes
from ace.cycle.fit_run import refuse_unfit
from ace.cycle.journal.commit_step import check_base, commit_judged, committed
from ace.cycle.journal.cycle_budget import CycleBudget
from ace.cycle.journal.cycle_outcome import StepResults
from ace.cycle.journal.cycle_record import STEPS, CycleStatus, Step
from ace.cycle.journal.cycle_under_way import CycleUnderWay
from ace.cycle.journal.kept_steps import (
    keep_drafted,
    keep_judged,
    keep_retested,
    kept_drafted,
    kept_judged,
    kept_retested,
)
from ace.cycle.journal.retest_step import retest_due, with_deletions
from ace.cycle.journal.share_step import open_at_forge, push_to_remote
from ace.cycle.judging.judgement import JudgeHooks
from ace.cycle.plan_cost import is_use_unreported
from ace.cycle.propose import judge_worthy
from ace.cycle.run_samples import RunGaveUpError, RunRequest, is_complete, run_samples
from ace.runs.run_record import LoadedRun, next_run_id, write_json
from ace.session import Session, with_settings
from runtime.contracts.playbook import Playbook
from runtime.contracts.trace_event import Episode
from runtime.rules.load_reviewed import injectable
from runtime.traces.redaction import redact_text


@dataclass(frozen=True)
class CycleHooks:
    """What a cycle tells as it goes: `note`, a line; `request`, its run; the rest as the steps' own."""

    request: RunRequest = field(default_factory=RunRequest)
    judge: JudgeHooks = field(default_factory=JudgeHooks)
    drafted: Callable[[Drafted], None] | None = None
    ran: Callable[[LoadedRun], None] | None = None
    note: Callable[[str], None] | None = None


@dataclass(frozen=True)
class CycleRequest:
    """What is asked of a cycle. `schedule`: the name of what starts it; `is_new`: none is gone on with.

    `is_dry_run`: drafts are made and checked, and it ends; nothing is judged or written to git. `until`: the last step.
    """

    schedule: str = ""
    is_dry_run: bool = False
    until: Step | None = None
    is_new: bool = False
    hooks: CycleHooks = field(default_factory=CycleHooks)


class CycleStoppedError(Exception):
    """The cycle ends before its last step: `by` a ceiling or --until."""

    def __init__(self, by: str, reason: str) -> None:
        super().__init__(reason)
        self.by, self.reason = by, reason


class CycleSteps:
    """The steps of one cycle, and what they came to so far."""

    def __init__(self, session: Session, request: CycleRequest, cycle: CycleUnderWay, budget: CycleBudget) -> None:
        self.session, self.request, self.cycle, self.budget = session, request, cycle, budget
        before = [line.get("judging_episodes") for line in cycle.journal.lines if line.get("event") == "ended"]
        judged = sum(one for one in before if isinstance(one, int))
        self.results = StepResults(is_dry_run=request.is_dry_run, judging_episodes=judged)
        self._judged_before = judged
        self.ended_by = ""

    def play(self, playbook: Playbook) -> None:
        """Take every step to its end. Raises: CycleStoppedError, and as the steps."""
        steps: Mapping[Step, Callable[[Playbook], None]] = {
            "run": self._run,
            "analyze": self._analyze,
            "draft": self._draft,
            "retest": self._retest,
            "judge": self._judge,
            "commit": self._commit,
            "push": self._push,
            "open": self._open,
        }
        for step in STEPS:
            is_done = self.cycle.is_done(step)
            if not is_done:
                if step in ("run", "analyze", "draft", "retest", "judge"):
                    self._check_budget()
                self.cycle.write("step", step=step, state="begun")
            steps[step](playbook)
            if not is_done:
                self.cycle.write("step", step=step, state="done")
            if step == "draft" and self.request.is_dry_run:
                self._keep_proposed()
                return
            if step == self.request.until and step != STEPS[-1]:
                raise CycleStoppedError("until", f"--until {step}")

    def end(self, status: CycleStatus, exit_code: int | None, failed: str, summary: str, by: str = "") -> None:
        """Write down how it ended, and what it used."""
        used = self.budget.used
        spent = [used.model_calls, used.prompt_tokens, used.completion_tokens, used.usd]
        run = self.results.run
        self.cycle.write(
            "ended",
            status=status,
            exit_code=exit_code,
            failed=failed,
            summary=summary,
            by=by,
            spent=spent,
            agent_reports_use=run is None or not is_use_unreported(run.episodes),
            judging_episodes=self.results.judging_episodes - self._judged_before,
        )

    def failed(self) -> str:
        """Return what could not be written or shared though the steps went through, "" for nothing."""
        lines = [item.why_not for item in self.results.opened if item.failed]
        lines += [f"{row.branch}: {row.detail}" for row in self.results.shared if row.action == "failed"]
        return "; ".join(redact_text(line) for line in lines)

    def _check_budget(self) -> None:
        if reached := self.budget.reached():
            raise CycleStoppedError("ceiling", f"the ceiling of {reached}")

    def _for_judging(self) -> tuple[Session, frozenset[str]]:
        """Return the session with no more than what is left of the cycle's ceilings, and which of them are lower."""
        settings = self.session.settings
        gate, lower = self.budget.for_judging(settings.gate)
        return with_settings(self.session, settings.model_copy(update={"gate": gate})), lower

    def _counting(self) -> JudgeHooks:
        """Return the hooks for judging, with every episode that is run counted."""
        hooks = self.request.hooks.judge

        def episode(found: Episode) -> None:
            self.results = replace(self.results, judging_episodes=self.results.judging_episodes + 1)
            if hooks.episode is not None:
                hooks.episode(found)

        return replace(hooks, episode=episode)

    def _refuse_cut_off(self, stopped: str, lower: frozenset[str]) -> None:
        """Return where no ceiling of this cycle cut the step off. Raises: CycleStoppedError."""
        if any(f"({name})" in stopped for name in lower):
            self._check_budget()
            raise CycleStoppedError("ceiling", f"the ceiling of {stopped.replace('gate.', 'cycle.')}")

    def _run(self, playbook: Playbook) -> None:
        run_id = self.cycle.text("run", "run")
        if not run_id:
            run_id = next_run_id(self.session.workspace.runs, self.session.clock.now())
            self.cycle.write("run", run=run_id)
        asked = self.request.hooks.request
        try:
            run = run_samples(self.session, replace(asked, run=run_id, is_over=lambda: bool(self.budget.reached())))
        except RunGaveUpError as exc:
            run = exc.run
            if not is_complete(run):
                self.results = replace(self.results, run=run)
                raise
        self.results = replace(self.results, run=run)
        if not is_complete(run):
            self._check_budget()
        if self.request.hooks.ran is not None:
            self.request.hooks.ran(run)

    def _analyze(self, playbook: Playbook) -> None:
        run, rules = self._loaded(), injectable(playbook, self.session.settings.agent)
        refuse_unfit(run, {rule.id: rule.fingerprint()[:16] for rule in rules}, self.session.settings.agent)
        self.results = replace(self.results, analysis=analyze_run(self.session, run, rules))

    def _draft(self, playbook: Playbook) -> None:
        drafted = kept_drafted(self.cycle.folder)
        if drafted is None:
            assert self.results.analysis is not None
            settings = self.session.settings
            curator = self.budget.for_drafting(settings.curator)
            session = with_settings(self.session, settings.model_copy(update={"curator": curator}))
            drafted = draft_changes(session, self.results.analysis, self._loaded().episodes, playbook)
            keep_drafted(self.cycle.folder, drafted)
        self.results = replace(self.results, drafted=drafted)
        if self.request.hooks.drafted is not None:
            self.request.hooks.drafted(drafted)

    def _retest(self, playbook: Playbook) -> None:
        retested = kept_retested(self.cycle.folder)
        if retested is None:
            session, lower = self._for_judging()
            hooks = AblateHooks(self._counting(), self.request.hooks.note)
            retested = retest_due(session, self._loaded(), playbook, hooks)
            rules = [one.rule for one in retested.rules]
            if rules and not self.cycle.find("retested", rules=rules):
                self.cycle.write("retested", rules=rules)
            self._refuse_cut_off(retested.stopped, lower)
            keep_retested(self.cycle.folder, retested)
        assert self.results.drafted is not None
        drafted = with_deletions(self.results.drafted, retested)
        self.results = replace(self.results, retested=retested, drafted=drafted)

    def _judge(self, playbook: Playbook) -> None:
        judged = kept_judged(self.cycle.folder)
        if judged is None:
            assert self.results.drafted is not None
            session, lower = self._for_judging()
            judged = judge_worthy(session, self._loaded(), playbook, self.results.drafted, self._counting())
            # A verdict that this cycle's ceiling cut off is none: what was run is kept, and the next one goes on.
            for item in judged.judgements:
                self._refuse_cut_off(item.stopped, lower)
            keep_judged(self.cycle.folder, judged)
        self.results = replace(self.results, judged=judged)

    def _commit(self, playbook: Playbook) -> None:
        judged = self.results.judged
        assert judged is not None
        if self.cycle.is_done("commit"):
            opened = committed(self.session, self.cycle, judged)
        else:
            stale = check_base(self.session, playbook.commit)
            self.results = replace(self.results, stale=stale)
            opened = commit_judged(self.session, self.cycle, self._loaded(), playbook, judged)
        self.results = replace(self.results, opened=opened)
        self._keep_proposed()

    def _push(self, playbook: Playbook) -> None:
        if not self.cycle.is_done("push"):
            self.results = replace(self.results, shared=push_to_remote(self.session))

    def _open(self, playbook: Playbook) -> None:
        if not self.cycle.is_done("open"):
            shared = {row.branch: row for row in self.results.shared}
            shared |= {row.branch: row for row in open_at_forge(self.session)}
            self.results = replace(self.results, shared=tuple(shared.values()))

    def _keep_proposed(self) -> None:
        proposed = self.results.proposed
        assert proposed is not None
        write_json(self._loaded().folder / "proposals.json", proposed.to_json())

    def _loaded(self) -> LoadedRun:
        assert self.results.run is not None
        return self.results.run
