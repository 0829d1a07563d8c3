"""180 days of drafts that do nothing, on a kept set and on renewed samples."""

import numpy as np
import pytest

from ace.bench.gate_days import DAYS, Days, kept_days, new_sample_gain, renewed_days
from ace.bench.gate_others import Gate, is_higher, other_gates
from ace.bench.gate_scenarios import Scores

GATES = {gate.name: gate for gate in other_gates()}


def _run(name: str) -> tuple[Days, Days]:
    return (
        kept_days(np.random.default_rng(1), GATES[name], 400),
        renewed_days(np.random.default_rng(1), GATES[name], 400),
    )


@pytest.mark.parametrize(("name", "gain"), [("mean", 17.5), ("mcnemar", 7.6)])
def test_a_kept_set_seems_to_gain_what_new_samples_do_not_show(name: str, gain: float) -> None:
    kept, renewed = _run(name)
    # 400 streams: a stream's gain spreads by about 3.5 points, so the Monte Carlo standard error is under .2.
    assert kept.gain[-1] == pytest.approx(gain, abs=0.7)
    assert (np.diff(kept.gain) >= 0).all()
    assert kept.claimed == pytest.approx(kept.gain[-1])
    assert abs(renewed.gain[-1]) < 1
    assert renewed.claimed > kept.claimed
    assert kept.detail["acceptances"] < renewed.detail["acceptances"]


def test_a_minibatch_drawn_anew_claims_more_than_the_set_shows() -> None:
    days = kept_days(np.random.default_rng(2), Gate("few", 3, is_higher, "", is_redrawn=True), 200)
    assert days.claimed > 100
    assert 0 < days.gain[-1] < 5


def test_a_gate_that_accepts_everything_gains_nothing() -> None:
    def everything(scores: Scores) -> np.typing.NDArray[np.bool_]:
        return np.ones(scores.total.shape, np.bool_)

    days = kept_days(np.random.default_rng(3), Gate("all", 200, everything, ""), 2000)
    assert days.detail["acceptances"] == DAYS
    # The state stays as it began: a stream's set spreads by 5 points, so the mean's error is about .11.
    assert days.gain[[0, 29, -1]] == pytest.approx(0, abs=0.5)


def test_new_samples_show_no_gain_however_many_were_accepted() -> None:
    for count in (0, 1, 50):
        gain = new_sample_gain(np.random.default_rng(4), np.full(20_000, count), 200)
        assert gain == pytest.approx(0, abs=0 if count == 0 else 0.15)
