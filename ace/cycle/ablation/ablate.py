"""Leave out each rule in force, one at a time, on a run's development samples: what `ace ablate` does."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from ace.curator.checks.decision_verdicts import DecisionVerdicts
from ace.cycle.ablation.earlier_runs import spoke_without
from ace.cycle.ablation.expected import episodes_to_run, plan_words
from ace.cycle.ablation.leave_out import LeaveOut
from ace.cycle.ablation.outcome import Ablation
from ace.cycle.ablation.plan import Planned, chosen_rules, plan, plan_pairs, silent_rules
from ace.cycle.ablation.weight import UNFINISHED, PairWeight, RuleWeight
from ace.cycle.agent_version import agent_version, refuse_changed
from ace.cycle.judging.bench import Bench
from ace.cycle.judging.judgement import JudgeHooks
from ace.errors import AceError
from ace.evaluation.arms import read_arm
from ace.runs.run_record import LoadedRun, write_json
from ace.session import Session, with_settings
from runtime.contracts.ports import AgentUnderTest
from runtime.contracts.rule import Rule
from runtime.contracts.trace_event import Episode
from runtime.models.closing import close_controller
from runtime.models.reachable import check_reachable
from runtime.rules.load_reviewed import injectable

FILE_NAME = "ablation.json"


@dataclass(frozen=True)
class AblationRequest:
    """What to leave out. `only`: ids of rules, empty for all in force; `limit`: at most so many samples.

    `trials`: episodes a sample and side, None for as many as the run had, so that the run is the side with all rules.
    `tries_silent`: rules that never spoke are left out too; `has_pairs`: pairs are left out at once afterwards.
    """

    only: tuple[str, ...] = ()
    limit: int | None = None
    trials: int | None = None
    tries_silent: bool = False
    has_pairs: bool = False


@dataclass(frozen=True)
class AblateHooks:
    """What an ablation tells as it goes."""

    judge: JudgeHooks = field(default_factory=JudgeHooks)
    note: Callable[[str], None] | None = None


def ablate(session: Session, run: LoadedRun, request: AblationRequest, hooks: AblateHooks) -> Ablation:
    """Return what leaving out each rule says of it; `ablation.json` in the run's folder says the same.

    Ceilings are those of `gate`: what is not begun when one is reached is `not tried`, what was is `tried in part`,
    what was run is kept, and the same request goes on from there. Held-out samples are never used.
    Raises: AceError when the run is not of the rules in force or not of development samples; NotFoundError for a rule
        that is not in force; ModelError.
    """
    settings = session.settings
    # The profile is about drafts: one of them would cut the samples short.
    changes = {"trials": request.trials or run.record.trials, "profile": "strict"}
    session = with_settings(session, settings.model_copy(update={"gate": settings.gate.model_copy(update=changes)}))
    rules = tuple(injectable(session.playbook(), settings.agent))
    _refuse_unfit(run, rules)
    chosen = chosen_rules(rules, request.only)
    return asyncio.run(_ablate(session, run, (rules, chosen), request, hooks))


async def _ablate(
    session: Session,
    run: LoadedRun,
    rules: tuple[tuple[Rule, ...], tuple[Rule, ...]],
    request: AblationRequest,
    hooks: AblateHooks,
) -> Ablation:
    in_force, chosen = rules
    version = agent_version(session)
    agent = session.build_agent()
    try:
        bench = Bench(session, agent, run, in_force, hooks.judge)
        out = LeaveOut(bench, request.limit)
        verdicts = DecisionVerdicts({one.header.episode: one for one in _recorded(out, run)})
        silent = () if request.tries_silent else silent_rules(chosen, verdicts)
        planned = plan(chosen, verdicts, spoke_without(session, run, silent), out.missing_without)
        if hooks.note is not None:
            hooks.note(plan_words(planned, out, run))
        if request.has_pairs or episodes_to_run(planned, out):
            for settings in session.asked_settings():
                await check_reachable(settings)
        ablation = replace(_begun(out, run, agent), decisions=len(verdicts.decisions))
        report = _Report(bench, run.folder / FILE_NAME, ablation)
        for item in planned:
            weight = await _weigh(out, item, len(verdicts.decisions))
            refuse_changed(session, version, f"{item.rule.id} is not weighed")
            report.add_rule(weight)
        if request.has_pairs:
            for first, second in plan_pairs(report.ablation.rules, in_force, verdicts):
                pair = await out.pair(first, second)
                refuse_changed(session, version, "the pair is not weighed")
                report.add_pair(pair)
        report.write()
    finally:
        await close_controller(agent)
    return report.ablation


class _Report:
    """The outcome so far, put on disk after each rule: a run that is killed leaves what it found."""

    def __init__(self, bench: Bench, path: Path, ablation: Ablation) -> None:
        self._bench, self._path, self.ablation = bench, path, ablation

    def add_rule(self, weight: RuleWeight) -> None:
        self.ablation = replace(self.ablation, rules=(*self.ablation.rules, weight))
        self.write()

    def add_pair(self, weight: PairWeight) -> None:
        self.ablation = replace(self.ablation, pairs=(*self.ablation.pairs, weight))
        self.write()

    def write(self) -> None:
        words = {*(one.word for one in self.ablation.rules), *(one.word for one in self.ablation.pairs)}
        stopped = self._bench.reached() if words & UNFINISHED else ""
        self.ablation = replace(self.ablation, calls=self._bench.spent.model_calls, stopped=stopped)
        write_json(self._path, self.ablation.to_json())


async def _weigh(out: LeaveOut, planned: Planned, decisions: int) -> RuleWeight:
    rule = planned.rule
    if planned.standing == "safety":
        return RuleWeight(rule.id, "safety", "A safety rule is never left out.", planned.spoke)
    if planned.standing == "silent":
        reason = f"Its condition spoke on none of {decisions} recorded decisions{_before(planned)}"
        return RuleWeight(rule.id, "silent", reason, planned.spoke)
    return await out.rule(planned)


def _before(planned: Planned) -> str:
    """Return what is known of a silent rule from before it was there, and what silence leaves open."""
    if planned.earlier.decisions:
        said = f", nor on any of {planned.earlier.decisions} recorded without it"
    else:
        said = "; no run without it is kept, so it may be silent because it is followed"
    return f"{said}. Nothing was run, though its text is in the prompt: --all leaves it out."


def _recorded(out: LeaveOut, run: LoadedRun) -> Sequence[Episode]:
    """Return the episodes with all rules, on the samples chosen: the run's and what the arm holds besides."""
    wanted = {sample.id for sample in out.samples}
    kept = read_arm(out.base, out.bench.store).done.values()
    return [episode for episode in (*run.episodes, *kept) if episode.header.sample in wanted]


def _begun(out: LeaveOut, run: LoadedRun, agent: AgentUnderTest) -> Ablation:
    notes = []
    if out.base.key != run.record.arm:
        notes.append(
            f"{run.record.run} was run with another controller, other settings, samples or another version of ACE: "
            "the side with all rules is run anew."
        )
    dropped = sorted({name for episode in run.episodes for name in episode.header.rules_dropped})
    if dropped:
        notes.append(
            f"Not all rules fit the prompt (budgets.rules_tokens): {', '.join(dropped)} was left out of some, and "
            "leaving out another rule may let it in."
        )
    return Ablation(
        run=run.record.run,
        agent=run.record.agent,
        controller=agent.info.label,
        is_simulated=agent.info.simulated,
        samples=len(out.samples),
        cases=len({sample.case for sample in out.samples}),
        trials=out.base.trials,
        decisions=0,
        shared_arm=out.base.key,
        notes=tuple(notes),
    )


def _refuse_unfit(run: LoadedRun, rules: Sequence[Rule]) -> None:
    record = run.record
    if record.split != "dev":
        raise AceError(f"{record.run} ran {record.split} samples: rules are left out on development samples only")
    if record.rules != {rule.id: rule.fingerprint()[:16] for rule in rules}:
        raise AceError(
            f"{record.run} was run under other rules than those on the reviewed branch now; "
            "run again (`ace run`), then ablate"
        )
