"""180 days in which a confirmation begins every day, or every week, on new samples: what the rising bar costs.

Drafts are those of `mixed` (10% +6 points, 70% null, 20% harmful) or all null, after the screen: so most that begin a
confirmation are good ones.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ace.bench.gate_days import DAYS
from ace.bench.gate_our_days import bars_of
from ace.bench.gate_ours import SCREEN_N, STEPS, confirm
from ace.bench.gate_scenarios import Effect, scenarios
from ace.evaluation.gate_rules import GateRules, renewed_e
from ace.evaluation.power import Shares, batch_sizes, held_out_ends, screen_chance, shares_of

EVERY = {"daily": 1, "weekly": 7}
BEGUN_BEFORE = (0, 12, 26, 179)


class Begun(NamedTuple):
    """Streams of confirmations. `power`: share of the good drafts, screened out ones too, that are accepted, 0-1;
    `false_share`: of all accepted, those that make nothing better; both 0 where there is none to count.
    `any_false`: whether a stream accepted one, (streams,).
    """

    confirmations: int
    power: float
    false_share: float
    any_false: NDArray[np.bool_]


class Bar(NamedTuple):
    """What a confirmation needs after so many others without an acceptance, and the exact chances, screen included, of
    one that does nothing and of ones of +4, +6 and +8 points."""

    begun_before: int
    needed_e: float
    null: float
    plus4: float
    plus6: float
    plus8: float


def begun_streams(rng: np.random.Generator, streams: int, rules: GateRules, name: str, every: int) -> Begun:
    """Return what becomes of confirmations of scenario `name`, one in each `every` days."""
    kinds = scenarios()[name].kinds
    passes = np.array([_passes(one, rules) for _, one in kinds])
    share = passes * [one for one, _ in kinds]
    good = np.array([one.points > 0 for _, one in kinds])
    votes = np.array([[one.fixed, one.broke, 1 - one.fixed - one.broke] for _, one in kinds])
    many = -(-DAYS // every)
    accepted, false = np.zeros(streams, np.int64), np.zeros(streams, np.int64)
    seen_good = found_good = 0
    for place in range(many):
        kind = rng.choice(len(kinds), size=streams, p=share / share.sum())
        drawn = rng.multinomial(rules.batch, votes[kind][:, None], size=(streams, rules.most // rules.batch))
        bars = bars_of(rules, np.full(streams, place), accepted)
        yes = confirm(drawn[..., 0], drawn[..., 1], rules, bars).step == STEPS.index("confirmed")
        accepted += yes
        false += yes & ~good[kind]
        seen_good += int(good[kind].sum())
        found_good += int((yes & good[kind]).sum())
    power = float(passes[good] @ share[good] / share[good].sum()) * found_good / seen_good if seen_good else 0.0
    total = int(accepted.sum())
    return Begun(many, power, int(false.sum()) / total if total else 0.0, false > 0)


def measure_bars(rules: GateRules) -> tuple[Bar, ...]:
    """Return the price of confirmations that came to nothing, exactly. Takes some seconds."""
    return tuple(_bar(before, rules) for before in BEGUN_BEFORE)


def _bar(before: int, rules: GateRules) -> Bar:
    needs = GateRules(confirm_e=renewed_e(rules, before, 0))
    sizes = batch_sizes(rules.most, needs)
    chances = []
    for points in (0, 4, 6, 8):
        shares = shares_of(points, 0.12)
        chances.append(screen_chance(shares, SCREEN_N, 1, needs) * held_out_ends(shares, sizes, needs).confirmed)
    null, plus4, plus6, plus8 = chances
    return Bar(before, needs.confirm_e, null, plus4, plus6, plus8)


def _passes(one: Effect, rules: GateRules) -> float:
    return screen_chance(Shares(one.fixed, one.broke), SCREEN_N, 1, rules)
