"""What a cycle is expected to cost and able to show, before it is started. Nothing is run and nothing written."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ace.config.settings import Settings
from ace.cycle.ablation.retest import due_retests
from ace.cycle.counted_ledger import counted_ledger
from ace.cycle.development_pool import moved_samples
from ace.cycle.judging.serving import too_few
from ace.cycle.plan_cost import EpisodeCost, known_cost
from ace.cycle.plan_episodes import KeptRun, Layout, Pools, Stage, lay_out
from ace.cycle.run_samples import arm_spec, run_pool
from ace.evaluation.gate_rules import GateRules
from ace.evaluation.power import (
    Ends,
    Needed,
    batch_sizes,
    cases_needed,
    held_out_ends,
    screen_chance,
    shares_of,
)
from ace.evaluation.usage import Ceilings, Usage, ceiling_reached
from ace.ledger.sealed_rules import needed_e, usable
from ace.ledger.vault import is_in_vault
from ace.review.errors import NoBaseError
from ace.runs.run_record import LoadedRun
from ace.session import Session
from runtime.contracts.sample import SampleRef
from runtime.rules.load_reviewed import injectable

POINTS = (0.0, 2.0, 5.0, 10.0)
NEEDED_POINTS = 5.0
NEEDED_POWER = 0.8


class Total(NamedTuple):
    """A whole cycle in which `passed` drafts pass the screen and go through every stage after it: the most it takes.

    `judging`: episodes without those of the run and of re-tests, which have the ceilings for themselves. Model calls,
    tokens, US dollars and minutes of wall time are None where no run says what an episode costs, and the first three
    where the agent does not report them: a ceiling on such a figure stops nothing. `stops_at`: the
    ceiling that would end judging earlier, empty when none would.
    """

    passed: int
    episodes: int
    judging: int
    model_calls: int | None
    tokens: int | None
    usd: float | None
    minutes: float | None
    stops_at: str


class Chance(NamedTuple):
    """Chances (0-1) of one draft that changes success by `points` of 100: to pass the screen, and to end as named.

    Guards are not counted: they only take away. 0 points is a draft that does nothing.
    """

    points: float
    discordant: float
    passes_screen: float
    promising: float
    confirmed: float


@dataclass(frozen=True)
class Plan:
    """A cycle's plan. `cost` None: no run of this controller says what an episode costs, or none is configured.

    `why_not`: why no draft can be confirmed, empty when one can. `needed`: the cases for a power of 80% at +5 points.
    `needed_e`: the e-value that the next confirmation needs. `run`: the run whose drafts are to be judged, empty where
    the cycle begins one. `due`: accepted rules that the cycle leaves out again.
    """

    settings: Settings
    drafts: int
    discordant: float
    layout: Layout
    cost: EpisodeCost | None
    totals: tuple[Total, ...]
    chances: tuple[Chance, ...]
    needed: Needed
    why_not: str
    needed_e: float
    problems: tuple[SampleRef, ...] = ()
    run: str = ""
    due: tuple[str, ...] = ()


def plan_cycle(session: Session, drafts: int, discordant: float, run: LoadedRun | None = None) -> Plan:
    """Return the plan of a cycle with `drafts` sound drafts, `discordant` (0-1) of the cases fixed or broken by each.

    With a `run`, of judging the drafts of that run: its samples screen, and it is not run again.

    Takes some seconds: chances are summed over all paths. Raises: ConfigError for a samples folder, LedgerError.
    """
    gate = session.settings.gate
    pools, problems, bar = _pools(session)
    due = () if run else _due(session)
    layout = lay_out(pools, session.settings.run, gate, _kept(session, run), len(due))
    rules = GateRules(alpha=gate.alpha, batch=gate.batch, most=gate.most, confirm_e=bar)
    cost = known_cost(session)
    return Plan(
        settings=session.settings,
        drafts=drafts,
        discordant=discordant,
        layout=layout,
        cost=cost,
        totals=tuple(_total(session.settings, layout.stages, cost, drafts, n) for n in sorted({0, 1, drafts})),
        chances=tuple(_chance(points, discordant, layout, drafts, rules) for points in POINTS),
        needed=cases_needed(shares_of(NEEDED_POINTS, discordant), NEEDED_POWER, drafts, rules),
        why_not=_why_not(session.settings, layout),
        needed_e=bar,
        problems=problems,
        run=run.record.run if run else "",
        due=due,
    )


def _kept(session: Session, run: LoadedRun | None) -> KeptRun | None:
    """Return what judging finds of the run; one under other rules, settings or samples spares it no trial."""
    if run is None:
        return None
    record = run.record
    rules = tuple(injectable(session.playbook(), session.settings.agent))
    is_same = arm_spec(session, rules, run_pool(session, record), record.seed).key == record.arm
    return KeptRun(frozenset(record.samples), record.trials if is_same else 0)


def _due(session: Session) -> tuple[str, ...]:
    """Return the ids of accepted rules that a cycle leaves out again. Raises: RuleError, LedgerError."""
    try:
        rules = injectable(session.playbook(), session.settings.agent)
    except NoBaseError:
        # Nothing is committed yet, so no rule is in force.
        return ()
    return tuple(one.rule.id for one in due_retests(session, rules))


def _pools(session: Session) -> tuple[Pools, tuple[SampleRef, ...], float]:
    """Return the samples that may serve, what could not be read, and the e-value that the next confirmation needs."""
    gate = session.settings.gate
    ledger = counted_ledger(session)
    (dev, bad_dev), (sealed, bad_sealed), (must_pass, bad_must_pass) = (
        session.samples(split) for split in ("dev", "sealed", "must_pass")
    )
    open_ones = [sample for sample in sealed if not is_in_vault(sample.case, gate.vault_share)]
    pools = Pools((*dev, *moved_samples(session)), usable(open_ones, ledger, gate.sealed_uses), must_pass)
    problems = tuple(dict.fromkeys((*bad_dev, *bad_sealed, *bad_must_pass)))
    return pools, problems, needed_e(ledger, gate.renewed)


def _total(settings: Settings, stages: Sequence[Stage], cost: EpisodeCost | None, drafts: int, passed: int) -> Total:
    episodes = sum(stage.episodes(drafts, passed) for stage in stages)
    judging = episodes - sum(stage.before for stage in stages if stage.name in ("run", "re-test"))
    if cost is None:
        return Total(passed, episodes, judging, None, None, None, None, "")
    minute = cost.seconds / settings.run.concurrency / 60
    gate = settings.gate
    ceilings = Ceilings(gate.max_calls, gate.max_tokens, gate.max_cost_usd, gate.max_minutes)
    calls, tokens = _times(judging, cost.model_calls), _times(judging, cost.tokens)
    judged = Usage(calls or 0, tokens or 0, 0, judging * (cost.usd or 0.0))
    return Total(
        passed=passed,
        episodes=episodes,
        judging=judging,
        model_calls=_times(episodes, cost.model_calls),
        tokens=_times(episodes, cost.tokens),
        usd=None if cost.usd is None else round(episodes * cost.usd, 4),
        minutes=round(episodes * minute, 2),
        stops_at=ceiling_reached(ceilings, judged, judging * minute),
    )


def _times(episodes: int, each: float | None) -> int | None:
    return None if each is None else round(episodes * each)


def _chance(points: float, discordant: float, layout: Layout, drafts: int, rules: GateRules) -> Chance:
    shares = shares_of(points, discordant)
    passes = screen_chance(shares, layout.screen_cases, drafts, rules)
    sizes = batch_sizes(layout.held_out_cases, rules)
    ends = held_out_ends(shares, sizes, rules) if sizes else Ends(0.0, 1.0)
    return Chance(points, sum(shares), passes, passes * ends.promising, passes * ends.confirmed)


def _why_not(settings: Settings, layout: Layout) -> str:
    gate = settings.gate
    if gate.profile != "strict":
        return f"profile {gate.profile} uses no held-out samples; only strict can confirm"
    if not gate.sealed:
        return "gate.sealed is false, so no held-out sample is used"
    return too_few(layout.serving)
