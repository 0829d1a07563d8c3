"""`ace bench crash`: cycles that are killed come to what one comes to that is left alone."""

from collections.abc import Callable

import pytest

from tests.conftest import Ran


def test_killed_at_many_points_the_same_comes_of_it(ace: Callable[..., Ran]) -> None:
    ran = ace("bench", "crash", "--points", "3", "--limit", "6", "--json")
    assert ran.code == 0, ran.out + ran.err
    value = ran.json
    assert value["right"] is True
    kills, reference = value["kills"], value["reference"]
    assert isinstance(kills, int)
    assert kills >= 2
    assert isinstance(reference, dict)
    assert reference["proposals"] >= 1
    told = ran.err.splitlines()
    assert told[0] == f"a cycle left alone: {reference['requests']} requests, {reference['proposals']} proposals"
    assert all(line.endswith(" kills, right") for line in told[1:])


@pytest.mark.parametrize(("flag", "value"), [("--points", "0"), ("--points", "2001"), ("--limit", "3")])
def test_a_number_out_of_range_is_refused_before_anything_runs(ace: Callable[..., Ran], flag: str, value: str) -> None:
    ran = ace("bench", "crash", flag, value)
    assert (ran.code, ran.out) == (64, "")
    assert flag in ran.err
    assert "left alone" not in ran.err
