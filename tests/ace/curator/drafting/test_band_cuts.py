"""What is cut off of measurements: marked bands first, no more true cases than may be lost."""

import random
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ace.curator.drafting.band_cuts import BandChoice, choose_cuts
from analyzers.bands import BandReport, BandSettings, bands

Row = dict[str, object]


def rows(share: Callable[[float], float], count: int = 1000, seed: int = 1) -> list[Row]:
    """Return cases with a number 0-1 whose chance of being true is `share` of it, and another that says nothing."""
    rng = random.Random(seed)
    numbers = [rng.random() for _ in range(count)]
    return [{"size": number, "noise": rng.random(), "real": rng.random() < share(number)} for number in numbers]


def report(made: list[Row], count: int = 10) -> BandReport:
    """Return the bands of `size` and `noise`."""
    return bands(made, "real", ["size", "noise"], BandSettings(bands=count))


def poor_below(number: float) -> float:
    """Hardly a true case below 0.35."""
    return 0.01 if number < 0.35 else 0.5


def poor_outside(number: float) -> float:
    """Hardly a true case at either end."""
    return 0.01 if not 0.2 <= number < 0.8 else 0.6


def test_marked_bands_are_cut_off_at_the_end_where_they_are() -> None:
    made = report(rows(poor_below))
    (cut,) = choose_cuts(made, made.measures, BandChoice(is_cut=False))
    assert (cut.measure.name, cut.is_low, len(cut.cut_off)) == ("size", True, 3)
    assert (cut.n, cut.true) == (300, sum(band.true for band in made.measures[0].bands[:3]))
    turned = report([{**row, "size": -float(str(row["size"]))} for row in rows(poor_below)])
    (cut,) = choose_cuts(turned, turned.measures, BandChoice(is_cut=False))
    assert (cut.is_low, len(cut.cut_off)) == (False, 3)


def test_both_ends_can_be_poor() -> None:
    made = report(rows(poor_outside))
    assert {cut.is_low for cut in choose_cuts(made, made.measures, BandChoice(is_cut=False))} == {True, False}
    assert len(choose_cuts(made, made.measures, BandChoice(is_cut=False, parts=1))) == 1


def test_where_true_cases_may_be_lost_it_is_cut_further() -> None:
    made = report(rows(lambda number: number))
    depths = [
        sum(len(cut.cut_off) for cut in choose_cuts(made, made.measures, BandChoice(keeps=keeps)))
        for keeps in (1.0, 0.9, 0.7)
    ]
    assert depths == sorted(depths)
    assert depths[0] < depths[-1]


@pytest.mark.parametrize("seed", range(5))
def test_what_tells_nothing_gives_none(seed: int) -> None:
    made = report(rows(lambda number: 0.2, seed=seed), 5)
    assert choose_cuts(made, made.measures, BandChoice()) == []


@pytest.mark.parametrize(("keeps", "parts"), [(0.0, 3), (1.1, 3), (0.9, 0)], ids=["none", "too many", "no part"])
def test_a_choice_nobody_can_make_is_refused(keeps: float, parts: int) -> None:
    with pytest.raises(ValueError, match="give a share in"):
        BandChoice(keeps, parts)


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 10**6), st.sampled_from([0.5, 0.8, 0.95, 1.0]), st.sampled_from([2, 5, 20]))
def test_no_more_true_cases_are_lost_than_may_be(seed: int, keeps: float, count: int) -> None:
    rng = random.Random(seed)
    slope = rng.random()
    made = report(rows(lambda number: slope * number, 200, seed), count)
    cuts = choose_cuts(made, made.measures, BandChoice(keeps=keeps))
    assert sum(cut.lost for cut in cuts) <= 1 - keeps + 1e-6
