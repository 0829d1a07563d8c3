"""Where cycles are killed."""

import pytest

from ace.bench.crash_points import all_points, crash_points
from ace.cycle.journal.cycle_record import STEPS

POINTS = all_points()


def test_every_line_of_a_journal_is_a_point_before_torn_and_after() -> None:
    assert len(POINTS) >= 100
    for step in STEPS:
        for state in ("begun", "done"):
            whens = [point.when for point in POINTS if point.label == f"step {step} {state}"]
            assert whens == ["before", "torn", "after"]


def test_steps_come_in_the_order_of_a_cycle() -> None:
    labels = [point.label for point in POINTS]
    places = [labels.index(f"step {step} {state}") for step in STEPS for state in ("begun", "done")]
    assert places == sorted(places)


@pytest.mark.parametrize("number", [1, 12, len(POINTS)])
def test_fewer_are_spread_in_order_and_none_is_taken_twice(number: int) -> None:
    chosen = crash_points(number)
    assert (len(chosen), chosen[0]) == (number, POINTS[0])
    left = iter(POINTS)
    assert all(point in left for point in chosen)
    widest = -(-len(POINTS) // number)
    assert POINTS.index(chosen[-1]) >= len(POINTS) - widest


def test_more_are_all_of_them_again() -> None:
    many = len(POINTS)
    assert crash_points(2 * many + 3) == [*POINTS, *POINTS, *POINTS[:3]]
