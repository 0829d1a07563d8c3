"""How far off estimates are after a confirmation."""

import pytest

from ace.bench.gate_bias import POINTS, Bias, measure_bias
from ace.evaluation.gate_rules import GateRules

CYCLES = 4000
ROWS: dict[tuple[str, str, str], Bias] = {
    (row.scenario, row.among, row.method): row for row in measure_bias(CYCLES, 0, GateRules())
}


@pytest.mark.parametrize("points", POINTS)
def test_what_is_unbiased_over_whom(points: int) -> None:
    for among, method in (
        ("looked at", "by looks"),
        ("looked at", "by a further batch"),
        ("confirmed", "by a further batch"),
        ("confirmed", "further batch alone"),
    ):
        row = ROWS[f"plus{points}", among, method]
        assert abs(row.bias_points) < 4 * row.error_points
        assert row.error_points < 0.2


def test_the_plain_share_is_inflated_among_the_confirmed_and_by_looks_helps_but_is_not_enough() -> None:
    for points, plain, looks in ((2, 3.7, 2.8), (4, 1.8, 0.86), (6, 1.06, 0.0)):
        for method, bias in (("plain", plain), ("by looks", looks)):
            row = ROWS[f"plus{points}", "confirmed", method]
            assert row.bias_points == pytest.approx(bias, abs=4 * row.error_points)


def test_paths_add_precision_to_a_further_batch() -> None:
    for points in POINTS:
        summed = ROWS[f"plus{points}", "confirmed", "by a further batch"]
        alone = ROWS[f"plus{points}", "confirmed", "further batch alone"]
        assert summed.spread_points < alone.spread_points
        assert summed.drafts == alone.drafts
