"""Judge sound drafts: paired trials on development samples, then, for what is promising, on held-out ones."""

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from time import monotonic

from ace.curator.draft import Draft
from ace.cycle.draft_changes import CheckedDraft
from ace.cycle.draft_identity import draft_name, touched_rules
from ace.cycle.run_record import LoadedRun
from ace.cycle.run_samples import arm_spec, choose
from ace.evaluation.arms import ArmSpec, ArmStore, run_arm, with_rules
from ace.evaluation.paired import Paired, pair
from ace.evaluation.score import Trial, finding_rate, score_episodes, with_missing
from ace.evaluation.verdict import judge_held_out, judge_screen
from ace.session import Session
from runtime.contracts.ports import AgentUnderTest
from runtime.contracts.rule import Rule, Verdict
from runtime.contracts.sample import Sample
from runtime.contracts.trace_event import ControllerInfo, Episode
from runtime.models.closing import close_controller
from runtime.models.reachable import check_reachable


@dataclass(frozen=True)
class Spend:
    """What the episodes run for this judgement cost: model calls, tokens, US dollars, and wall minutes.

    Episodes that were known (from the run, an earlier draft or an earlier judgement) cost nothing again.
    """

    model_calls: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    usd: float = 0.0
    minutes: float = 0.0


@dataclass(frozen=True)
class Judgement:
    """A draft's verdict and the figures behind it. Rates are shares of decided development trials, 0-1.

    `arms` are the ids of the development arms before and after; `ace analyze` reads them. The `solved` pairs are the
    agent's own outcome alone, without the failures on the way.
    """

    checked: CheckedDraft
    verdict: Verdict
    reason: str
    screen: Paired
    p_value: float
    held_out: Paired | None
    e_value: float | None
    target: str
    target_before: float
    target_after: float
    spend: Spend
    arms: tuple[str, str] = ("", "")
    screen_solved: Paired | None = None
    held_out_solved: Paired | None = None

    @property
    def draft(self) -> Draft:
        """The draft."""
        return self.checked.draft


@dataclass(frozen=True)
class JudgeHooks:
    """What the judge tells as it goes."""

    arm: Callable[[str, int], None] | None = None
    episode: Callable[[Episode], None] | None = None


def judge_drafts(
    session: Session, run: LoadedRun, rules: tuple[Rule, ...], drafts: tuple[CheckedDraft, ...], hooks: JudgeHooks
) -> tuple[tuple[Judgement, ...], ControllerInfo]:
    """Return one judgement per sound draft, best first, and who was judged. Raises: ModelError."""
    return asyncio.run(_judge_all(session, run, rules, drafts, hooks))


async def _judge_all(
    session: Session, run: LoadedRun, rules: tuple[Rule, ...], drafts: tuple[CheckedDraft, ...], hooks: JudgeHooks
) -> tuple[tuple[Judgement, ...], ControllerInfo]:
    for settings in session.asked_settings():
        await check_reachable(settings)
    agent = session.build_agent(session.controller())
    bench = _Bench(session, agent, run, rules, hooks)
    try:
        sound = [checked for checked in drafts if checked.is_sound]
        judged = [await bench.judge(checked, len(sound)) for checked in sound]
    finally:
        await close_controller(agent)
    return tuple(sorted(judged, key=_best_first)), agent.info


_ORDER: Mapping[Verdict, int] = {
    "confirmed": 0,
    "promising": 1,
    "insufficient evidence": 2,
    "no effect": 3,
    "undecided: infrastructure": 4,
    "harmful": 5,
}


def _best_first(judgement: Judgement) -> tuple[int, float, float, str]:
    gain = judgement.screen.after - judgement.screen.before
    return (_ORDER[judgement.verdict], judgement.p_value, -gain, judgement.draft.rule_id)


class _Bench:
    """One judging session: the same samples, seeds and tool results for every draft."""

    def __init__(
        self, session: Session, agent: AgentUnderTest, run: LoadedRun, rules: tuple[Rule, ...], hooks: JudgeHooks
    ) -> None:
        self.session, self.agent, self.run, self.rules, self.hooks = session, agent, run, rules, hooks
        dev, _ = session.samples("dev")
        wanted = set(run.record.samples)
        self.dev = tuple(sample for sample in dev if sample.id in wanted)
        self.base = arm_spec(session, rules, dev, run.record.seed)
        known = {run.record.arm: run.episodes}
        self.store = ArmStore(session.workspace.arms, known, self._ran)
        self.severity = session.settings.gate.success_severity
        self.spent: list[Episode] = []

    async def judge(self, checked: CheckedDraft, drafts: int) -> Judgement:
        """Return the verdict on one draft."""
        started = monotonic()
        self.spent = []
        draft = checked.draft
        after_rules = apply_draft(self.rules, draft)
        target = draft.cluster.detector if draft.cluster else ""
        name = draft_name(draft)
        before, after = await self._arms(_Arms(self.base, after_rules, self.dev, name, target))
        paired = pair(before, after)
        screen = judge_screen(paired, self.session.settings.gate.alpha, drafts)
        verdict, reason, held_out, e_value = screen.verdict, screen.reason, None, None
        held_out_solved: Paired | None = None
        if verdict == "promising" and self.session.settings.gate.sealed:
            sealed = await self._held_out(after_rules, name, target)
            held_out, held_out_solved = pair(*sealed), pair(*sealed, "solved")
            judged = judge_held_out(held_out)
            verdict, e_value, reason = judged.verdict, judged.e_value, f"{reason} {judged.reason}"
        return Judgement(
            checked=checked,
            verdict=verdict,
            reason=reason,
            screen=paired,
            p_value=screen.p_value,
            held_out=held_out,
            e_value=e_value,
            target=target,
            target_before=finding_rate(before, target),
            target_after=finding_rate(after, target),
            spend=_spend(self.spent, monotonic() - started),
            arms=(self.base.key, with_rules(self.base, after_rules).key),
            screen_solved=pair(before, after, "solved"),
            held_out_solved=held_out_solved,
        )

    async def _held_out(
        self, after_rules: tuple[Rule, ...], name: str, target: str
    ) -> tuple[tuple[Trial, ...], tuple[Trial, ...]]:
        sealed, _ = self.session.samples("sealed")
        chosen = choose(sealed, (), self.session.settings.gate.sealed_limit)
        spec = arm_spec(self.session, self.rules, sealed, self.run.record.seed)
        return await self._arms(_Arms(spec, after_rules, chosen, f"{name}, held-out", target))

    async def _arms(self, arms: "_Arms") -> tuple[tuple[Trial, ...], tuple[Trial, ...]]:
        # A failure that is the breach of a rule is counted by the rule as reviewed, on both sides alike.
        checked = [rule for rule in self.rules if f"rule:{rule.id}" == arms.target]
        scored = []
        for label, arm in (("before", arms.before), ("after", with_rules(arms.before, arms.after_rules))):
            if self.hooks.arm is not None:
                self.hooks.arm(f"{arms.name}: {label}", len(arms.samples) * arm.trials)
            episodes = await run_arm(self.agent, arm, arms.samples, self.store)
            trials = score_episodes(episodes, self.severity, checked)
            scored.append(with_missing(trials, arms.samples, arm.trials))
        return scored[0], scored[1]

    def _ran(self, episode: Episode) -> None:
        self.spent.append(episode)
        if self.hooks.episode is not None:
            self.hooks.episode(episode)


@dataclass(frozen=True)
class _Arms:
    """Two arms on the same samples: the rules as they are, and `after_rules`. `target`: the failure to count."""

    before: ArmSpec
    after_rules: tuple[Rule, ...]
    samples: tuple[Sample, ...]
    name: str
    target: str


def apply_draft(rules: tuple[Rule, ...], draft: Draft) -> tuple[Rule, ...]:
    """Return the rules as they would be injected with the draft merged, in prompt order."""
    gone = touched_rules(draft)
    kept = [rule for rule in rules if rule.id not in gone]
    if draft.after is not None:
        kept.append(draft.after)
    return tuple(sorted(kept, key=lambda rule: (rule.priority, rule.id)))


def _spend(episodes: list[Episode], seconds: float) -> Spend:
    def total(name: str) -> float:
        values = [episode.outcome.spent.get(name, 0) for episode in episodes if episode.outcome is not None]
        return sum(value for value in values if isinstance(value, int | float))

    return Spend(
        model_calls=int(total("model_calls")),
        prompt_tokens=int(total("prompt_tokens")),
        completion_tokens=int(total("completion_tokens")),
        usd=round(total("cost_usd"), 6),
        minutes=round(seconds / 60, 3),
    )
