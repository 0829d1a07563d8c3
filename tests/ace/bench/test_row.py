"""A row says whether its target is reached and how it compares."""

import pytest

from ace.bench.row import Row, rows_text


@pytest.mark.parametrize(
    ("ours", "target", "met"),
    [(4.0, ("<=", 5.0), True), (6.0, ("<=", 5.0), False), (0.96, (">=", 0.95), True), (0.9, (">=", 0.95), False)],
    ids=["below", "over", "enough", "too little"],
)
def test_a_target_is_reached_or_not(ours: float, target: tuple[str, float], met: bool) -> None:
    row = Row("cost", "ms", ours, target=target)
    assert row.is_met is met
    assert ("NOT reached" in rows_text([row])) is not met


def test_the_ratio_is_ours_over_the_other() -> None:
    row = Row("rate", "a minute", 300.0, "one at a time", 100.0)
    assert row.ratio == 3.0
    assert row.to_json()["ratio"] == 3.0
    assert "one at a time" in rows_text([row])
    assert "= 3" in rows_text([row])


def test_a_plain_loop_is_shown_without_a_ratio() -> None:
    row = Row("own cost of a decision", "ms", 0.7, "plain loop, no gates, no trace", 0.004)
    assert "ours / that" not in rows_text([row])
    assert "a model call takes hundreds of ms" in rows_text([row])
    assert row.to_json()["ratio"] == pytest.approx(175)


def test_without_another_there_is_no_ratio() -> None:
    row = Row("rate", "a minute", 300.0)
    assert (row.ratio, row.is_met) == (None, None)
    assert len(rows_text([row]).splitlines()) == 1
