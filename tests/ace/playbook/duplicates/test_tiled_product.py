"""Places of a product at or above a bound, tile by tile."""

import numpy as np
import pytest

from ace.playbook.duplicates.tiled_product import pairs_in_strips
from runtime.contracts.errors import RuleError


def _every(left: "np.typing.NDArray[np.int64]", right: "np.typing.NDArray[np.int64]") -> "np.typing.NDArray[np.bool_]":
    return np.ones(len(left), np.bool_)


@pytest.mark.parametrize(
    ("count", "axes"),
    [
        pytest.param(0, 8, id="no rows"),
        pytest.param(1, 8, id="one row"),
        pytest.param(130, 8, id="less than a strip"),
        pytest.param(2500, 40, id="several strips"),
        pytest.param(2500, 100, id="narrow tiles"),
        pytest.param(1100, 384, id="large tiles"),
    ],
)
def test_the_places_are_those_of_the_whole_product(count: int, axes: int) -> None:
    rows = np.random.default_rng(0).standard_normal((count, axes)).astype(np.float32)
    bound = 1.8 * axes**0.5
    parts = list(pairs_in_strips(rows, bound, _every, 10**6))
    found = {pair for left, right in parts for pair in zip(left.tolist(), right.tolist(), strict=True)}
    product = np.triu(rows @ rows.T, 1)
    # A product within rounding of the bound may fall on either side.
    assert found >= set(zip(*(side.tolist() for side in np.nonzero(product >= bound + 1e-3)), strict=True))
    assert found <= set(zip(*(side.tolist() for side in np.nonzero(product >= bound - 1e-3)), strict=True))
    assert len(found) == sum(len(left) for left, _ in parts)
    assert count < 100 or len(found) > 100


def test_only_confirmed_pairs_are_kept() -> None:
    rows = np.ones((300, 4), np.float32)
    parts = list(pairs_in_strips(rows, 1.0, lambda left, right: right == left + 1, 10**6))
    assert [(left.tolist(), right.tolist()) for left, right in parts] == [(list(range(299)), list(range(1, 300)))]


def test_too_many_pairs_of_one_strip_are_an_error() -> None:
    with pytest.raises(RuleError, match="more than 1000 pairs"):
        list(pairs_in_strips(np.ones((3000, 4), np.float32), 1.0, _every, 1000))
