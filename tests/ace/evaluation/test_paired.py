"""Votes of cases and the interval of the change."""

from collections.abc import Sequence

import pytest

from ace.evaluation.paired import Paired, pair, sample_changes
from ace.evaluation.score import Trial


def trials(**scores: Sequence[bool | None]) -> list[Trial]:
    """Return the trials of each sample."""
    return [
        Trial(sample, sample, number, f"{sample}-{number}", success, frozenset())
        for sample, outcomes in scores.items()
        for number, success in enumerate(outcomes)
    ]


def test_a_sample_votes_once_whatever_its_number_of_trials() -> None:
    before = trials(a=[False, False, True], b=[True, True, True], c=[False, True, False], d=[True, False, False])
    after = trials(a=[True, True, True], b=[True, False, True], c=[True, False, False], d=[False, False, True])
    paired = pair(before, after)
    assert (paired.n, paired.fixed, paired.broke, paired.undecided) == (4, 1, 1, 0)
    assert paired.before == pytest.approx((1 / 3 + 1 + 1 / 3 + 1 / 3) / 4)
    assert paired.after == pytest.approx((1 + 2 / 3 + 1 / 3 + 1 / 3) / 4)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param([False, None], [True, True], id="an error before"),
        pytest.param([False, False], [None, True], id="an error after"),
        pytest.param([False, False], [True], id="a trial not run after"),
        pytest.param([False], [True, True], id="a trial not run before"),
        pytest.param([], [True, True], id="no trial before"),
    ],
)
def test_a_sample_without_all_its_trials_has_no_vote(before: list[bool | None], after: list[bool | None]) -> None:
    paired = pair(trials(ok=[True], odd=before), trials(ok=[True], odd=after))
    assert (paired.n, paired.fixed, paired.broke, paired.undecided) == (1, 0, 0, 1)
    assert (paired.before, paired.after) == (1.0, 1.0)


def _students(**success: bool) -> list[Trial]:
    """Return three students of one case and one of another."""
    return [
        Trial(name, "shared" if name != "alone" else "other", 0, name, value, frozenset(), solved=True)
        for name, value in success.items()
    ]


def test_students_of_one_case_have_one_vote_between_them() -> None:
    before = _students(novice=False, medium=False, expert=True, alone=False)
    after = _students(novice=True, medium=True, expert=False, alone=True)
    paired = pair(before, after)
    assert (paired.n, paired.cases) == (4, 2)
    assert (paired.fixed, paired.broke) == (2, 0)
    assert (paired.before, paired.after) == (0.25, 0.75)


def test_solved_is_compared_apart_from_success() -> None:
    before, after = _students(alone=False), _students(alone=True)
    assert (pair(before, after).fixed, pair(before, after, "solved").fixed) == (1, 0)


def test_the_order_of_trials_does_not_matter() -> None:
    before = trials(a=[True, False], b=[False, False])
    after = trials(a=[True, True], b=[False, True])
    assert pair(before[::-1], after[::-1]) == pair(before, after)


def test_nothing_is_known_without_samples() -> None:
    assert pair([], []) == Paired(0, 0.0, 0.0, 0, 0, 0, -1.0, 1.0)


def samples(fixed: int, broke: int, same: int) -> tuple[list[Trial], list[Trial]]:
    """Return one trial a sample, before and after."""
    before = [False] * fixed + [True] * broke + [True] * same
    after = [True] * fixed + [False] * broke + [True] * same
    return (
        trials(**{f"s{i}": [score] for i, score in enumerate(before)}),
        trials(**{f"s{i}": [score] for i, score in enumerate(after)}),
    )


@pytest.mark.parametrize(
    ("fixed", "broke", "same"),
    [(1, 0, 0), (0, 1, 0), (2, 0, 0), (0, 0, 3), (3, 0, 1), (4, 4, 0), (20, 5, 75), (50, 0, 0), (0, 12, 300)],
)
def test_the_interval_holds_the_change_and_is_never_a_point(fixed: int, broke: int, same: int) -> None:
    paired = pair(*samples(fixed, broke, same))
    change = (fixed - broke) / (fixed + broke + same)
    assert -1.0 <= paired.change_low <= change <= paired.change_high <= 1.0
    assert paired.change_high - paired.change_low > 0.02


def test_two_samples_that_agree_do_not_exclude_no_change() -> None:
    assert pair(*samples(2, 0, 0)).change_low < 0


def test_the_interval_of_many_samples_is_the_usual_one() -> None:
    paired = pair(*samples(30, 10, 360))
    mean = 20 / 400
    half = 1.96 * ((40 / 400 - mean**2) / 400) ** 0.5
    assert paired.change_low == pytest.approx(mean - half, abs=0.005)
    assert paired.change_high == pytest.approx(mean + half, abs=0.005)


def test_the_interval_holds_the_change_when_cases_are_of_unequal_size() -> None:
    shared = [Trial(f"s{i}", "large", 0, "", False, frozenset()) for i in range(9)]
    others = [Trial(f"o{i}", f"case-{i}", 0, "", False, frozenset()) for i in range(40)]
    after = [Trial(t.sample, t.case, 0, "", t.case == "large", frozenset()) for t in (*shared, *others)]
    paired = pair([*shared, *others], after)
    assert paired.change_low <= paired.after - paired.before <= paired.change_high


def test_the_same_sample_under_two_cases_is_refused() -> None:
    other = [Trial("a", "elsewhere", 0, "e", True, frozenset())]
    with pytest.raises(ValueError, match="sample a is of case a and of case elsewhere"):
        pair(trials(a=[True]), other)


def test_trials_of_other_samples_decide_nothing() -> None:
    paired = pair(trials(a=[True], b=[False]), trials(c=[True], d=[True]))
    assert (paired.n, paired.cases, paired.undecided) == (0, 0, 4)


def test_the_change_of_a_sample_is_of_its_means() -> None:
    (found,) = sample_changes(trials(a=[True, False]), trials(a=[True, True]))
    assert (found.sample, found.before, found.after, found.change) == ("a", 0.5, 1.0, 0.5)
