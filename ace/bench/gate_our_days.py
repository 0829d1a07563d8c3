"""Our gate over 180 days of drafts that do nothing, one a day.

Kept: 200 development samples and 800 sealed ones in batches of 100, none ever renewed. A confirmation looks at the open
batches in order. A batch serves 5 confirmations, then moves to development, where the screen sees it from then on. The
next acceptance after j-1 needs `acceptance_e`. When no batch is open, nothing can be confirmed any more.
Renewed: every day brings new development and sealed samples, and a confirmation needs `renewed_e`.
"""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from ace.bench.gate_days import BREAKS, DAYS, FIXES, Days, new_sample_gain
from ace.bench.gate_ours import SCREEN_N, STEPS, confirm, run_ours, screened
from ace.bench.gate_scenarios import RIGHT, Counts, scenarios
from ace.evaluation.gate_rules import GateRules, acceptance_e, renewed_e

USES = 5


class Stock:
    """The samples of all streams, by groups of one batch: right answers, and confirmations each group has served."""

    def __init__(self, rng: np.random.Generator, streams: int, rules: GateRules) -> None:
        """Development groups come first."""
        self.size = rules.batch
        self.development = SCREEN_N // rules.batch
        self.right: Counts = rng.binomial(
            rules.batch, RIGHT, size=(streams, self.development + rules.most // rules.batch)
        )
        self.start = self.right.copy()
        self.uses = np.zeros_like(self.right)
        self.uses[:, : self.development] = USES

    @property
    def is_open(self) -> NDArray[np.bool_]:
        """Which groups may still serve a confirmation."""
        return self.uses < USES

    def candidates(self, rng: np.random.Generator) -> tuple[Counts, Counts]:
        """Return what one draft a stream fixes and breaks in each group."""
        return rng.binomial(self.size - self.right, FIXES), rng.binomial(self.right, BREAKS)

    def gain(self) -> float:
        """Return the mean gain in points on the sealed samples, moved ones with them."""
        sealed = (self.right - self.start)[:, self.development :]
        return 100 * float(sealed.mean()) / self.size


def our_kept_days(rng: np.random.Generator, streams: int, rules: GateRules) -> Days:
    """Return what our gate accepts when no sample is ever renewed."""
    stock = Stock(rng, streams, rules)
    count, begun = np.zeros(streams, np.int64), np.zeros(streams, np.int64)
    gain, claimed = np.zeros(DAYS), 0.0
    for day in range(DAYS):
        fixed, broke = stock.candidates(rng)
        seen = ~stock.is_open
        passed = screened((fixed * seen).sum(1), (broke * seen).sum(1), 1, rules) & stock.is_open.any(1)
        begun += passed
        for before in np.unique(count[passed]):
            needs = replace(rules, confirm_e=acceptance_e(rules, int(before)))
            those = np.nonzero(passed & (count == before))[0]
            accepted, change = _confirm(stock, those, (fixed[those], broke[those]), needs)
            stock.right[accepted] += (fixed - broke)[accepted]
            count[accepted] += 1
            claimed += change
        gain[day] = stock.gain()
    detail = {
        "acceptances": float(count.mean()),
        "confirmations": float(begun.mean()),
        "share_out_of_samples": float((~stock.is_open.any(1)).mean()),
    }
    return Days(count > 0, gain, 100 * claimed / streams, detail)


def _confirm(
    stock: Stock, streams: NDArray[np.intp], moved: tuple[Counts, Counts], rules: GateRules
) -> tuple[NDArray[np.intp], float]:
    """Use the open groups of these streams up to each end. Return who accepted, and their claims summed."""
    free = stock.is_open[streams]
    order = np.argsort(~free, axis=1, kind="stable")
    many = free.sum(1)
    accepted: list[NDArray[np.intp]] = []
    claimed = 0.0
    # Streams with equally many open groups run out at the same look, so they are taken together.
    for groups in np.unique(many):
        rows = np.nonzero(many == groups)[0]
        places = order[rows][:, :groups]
        fixed, broke = (np.take_along_axis(part[rows], places, 1) for part in moved)
        ends = confirm(fixed, broke, rules)
        for look in range(int(groups)):
            used = ends.looks > look
            stock.uses[streams[rows[used]], places[used, look]] += 1
        yes = ends.step == STEPS.index("confirmed")
        accepted.append(streams[rows[yes]])
        claimed += float(((ends.fixed - ends.broke) / (ends.looks * rules.batch))[yes].sum())
    return np.concatenate(accepted), claimed


def our_renewed_days(rng: np.random.Generator, streams: int, rules: GateRules) -> Days:
    """Return what our gate accepts when every day brings new samples."""
    null = scenarios()["null"]
    count, begun = np.zeros(streams, np.int64), np.zeros(streams, np.int64)
    claimed, looked_at = 0.0, 0.0
    for _ in range(DAYS):
        day = run_ours(rng, null, streams, rules, bars_of(rules, begun, count))
        count += day.accepted[:, 0]
        begun += day.begun
        claimed += float(day.claimed[day.accepted].sum())
        looked_at += float(day.looked_at.mean())
    gain = np.full(DAYS, np.nan)
    gain[-1] = new_sample_gain(rng, count, rules.most)
    detail = {
        "acceptances": float(count.mean()),
        "confirmations": float(begun.mean()),
        "held_out_samples": looked_at,
    }
    return Days(count > 0, gain, 100 * claimed / streams, detail)


def bars_of(rules: GateRules, begun: Counts, accepted: Counts) -> NDArray[np.float64]:
    """Return the e-value that the next confirmation of each stream needs. Shapes: all (streams,)."""
    pairs, place = np.unique(np.stack([begun, accepted]), axis=1, return_inverse=True)
    known = np.array([renewed_e(rules, int(before), int(yes)) for before, yes in pairs.T])
    return known[place.reshape(-1)]
