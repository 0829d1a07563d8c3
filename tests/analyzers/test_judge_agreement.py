"""A judge against people: figures, drift and the verdict, worked out by hand or by scipy."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binomtest

from analyzers.intervals import wilson
from analyzers.judge_agreement import Drift, Floor, Pair, agreement, drift, judge_verdict, mcnemar
from analyzers.kappa import Confusion, kappa


def pairs(tp: int, fp: int, fn: int, tn: int, unusable: int = 0) -> list[Pair]:
    """Return so many pairs of each kind; the unusable ones are failing to people."""
    kinds = [(True, True)] * tp + [(False, True)] * fp + [(True, False)] * fn + [(False, False)] * tn
    made = [Pair(f"i{place}", human, judge) for place, (human, judge) in enumerate(kinds)]
    return made + [Pair(f"u{place}", True, None) for place in range(unusable)]


def test_figures_are_of_the_failing_label() -> None:
    found = agreement(pairs(20, 10, 5, 15))
    assert found.confusion == Confusion(20, 10, 5, 15)
    assert (found.n, found.failing) == (50, 25)
    assert found.agreement == wilson(35, 50)
    assert found.precision == wilson(20, 30)
    assert found.recall == wilson(20, 25)
    assert found.kappa == kappa(Confusion(20, 10, 5, 15))


def test_an_unusable_answer_finds_nothing() -> None:
    found = agreement(pairs(20, 10, 5, 15, unusable=5))
    assert (found.unusable, found.confusion.false_negatives) == (5, 10)
    assert found.recall == wilson(20, 30)
    assert found.precision == wilson(20, 30)


def test_a_judge_that_flags_nothing_has_no_precision() -> None:
    found = agreement(pairs(0, 0, 10, 10))
    assert found.precision.value is None
    assert "precision is undefined" in judge_verdict(found, Floor(items=5, each_label=5)).reason


@given(st.integers(0, 60), st.integers(0, 60))
def test_mcnemar_is_the_exact_binomial(worse: int, better: int) -> None:
    expected = binomtest(worse, worse + better).pvalue if worse + better else 1.0
    assert mcnemar(worse, better) == pytest.approx(expected)


def test_drift_counts_changes_on_the_same_items() -> None:
    before = [Pair(f"i{i}", i % 2 == 0, i % 2 == 0) for i in range(40)]
    now = [pair._replace(judge=not pair.judge) if i < 8 else pair for i, pair in enumerate(before)]
    moved = drift(before, now)
    assert (moved.shared, moved.worse, moved.better) == (40, 8, 0)
    assert moved.p_value == pytest.approx(2 / 2**8)
    assert moved.is_worse
    assert not drift(now, before).is_worse  # better than it was
    assert not drift(before, before).is_worse


def test_an_answer_that_became_unusable_is_an_error() -> None:
    before = [Pair(f"i{i}", True, True) for i in range(30)]
    assert drift(before, [pair._replace(judge=None) for pair in before]).worse == 30


def test_an_item_that_people_label_anew_is_another_item() -> None:
    before = [Pair(f"i{i}", True, True) for i in range(30)]
    assert drift(before, [pair._replace(human=False) for pair in before]).shared == 0


def test_other_items_compare_agreement_as_independent_shares() -> None:
    before = [Pair(f"a{i}", True, i >= 5) for i in range(100)]
    now = [Pair(f"b{i}", True, i >= 40) for i in range(100)]
    moved = drift(before, now)
    assert moved.p_value is None
    assert moved.change.value == pytest.approx(-0.35)
    assert moved.is_worse
    assert not drift(before, [Pair(f"b{i}", True, i >= 8) for i in range(100)]).is_worse


GOOD = agreement(pairs(45, 3, 5, 47))


def test_a_judge_above_every_floor_is_usable() -> None:
    verdict = judge_verdict(GOOD, Floor())
    assert verdict.verdict == "usable"
    assert "on 100 items" in verdict.reason


@pytest.mark.parametrize(
    ("found", "words"),
    [
        (agreement(pairs(10, 0, 0, 10)), "20 labelled items, 40 are needed"),
        (agreement(pairs(5, 0, 0, 95)), "5 failing and 95 passing labels, 10 of each are needed"),
        (agreement(pairs(45, 3, 5, 47, unusable=20)), "20 of 120 answers could not be used, at most 10% may"),
        (agreement(pairs(30, 25, 20, 25)), "kappa 0.10 ["),
        (agreement(pairs(30, 25, 20, 25)), "precision 0.55 ["),
        (agreement(pairs(15, 1, 35, 49)), "recall 0.30 ["),
    ],
    ids=["too few", "too few failing", "too many unusable", "kappa", "precision", "recall"],
)
def test_what_is_short_is_named(found: object, words: str) -> None:
    verdict = judge_verdict(found, Floor())  # type: ignore[arg-type]
    assert verdict.verdict == "under floor"
    assert words in verdict.reason


def test_the_lower_bound_counts_not_the_figure() -> None:
    found = agreement(pairs(16, 4, 4, 16))
    assert found.precision.value == pytest.approx(0.8)
    assert judge_verdict(found, Floor()).verdict == "under floor"


def test_one_that_became_worse_has_drifted_even_above_its_floor() -> None:
    verdict = judge_verdict(GOOD, Floor(), Drift(100, 9, 1, mcnemar(9, 1), wilson(1, 2)))
    assert verdict.verdict == "drifted"
    assert "9 that were right are wrong now" in verdict.reason
    other = Drift(0, 0, 0, None, GOOD.agreement._replace(value=-0.3, low=-0.4, high=-0.2))
    assert "on other items" in judge_verdict(GOOD, Floor(), other).reason
