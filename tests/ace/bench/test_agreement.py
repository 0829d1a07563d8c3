"""Agreement of a grouping with labels, and inside the values of a field."""

import pytest

from ace.bench import agreement as module
from ace.bench.agreement import Agreement, agreement, agreement_within, require_metrics
from ace.errors import AceError

pytest.importorskip("sklearn", reason="the package scikit-learn is not installed (ace-optimizer[bench])")


def test_the_same_grouping_under_other_names_agrees_fully() -> None:
    assert agreement(["b", "b", "a", "c"], [5, 5, 1, -1]) == Agreement(1.0, 1.0, 1.0)


def test_one_group_for_all_says_nothing() -> None:
    assert agreement(["a", "b", "a", "b"], [0, 0, 0, 0]) == Agreement(0.0, 0.0, 0.0)


def test_the_index_is_that_of_hubert_and_arabie() -> None:
    # 15 pairs: 2 together in both, 4 with one label, 4 in one group; by chance 16/15.
    found = agreement(["a", "a", "a", "b", "b", "c"], [0, 0, 1, 1, 2, 2])
    assert found.ari == pytest.approx((1 - 4 * 3 / 15) / ((4 + 3) / 2 - 4 * 3 / 15), abs=1e-4)


def test_within_a_field_each_value_counts_by_its_rows() -> None:
    labels = ["a", "b", "a", "b", "a", "b", "c", "c"]
    found = [0, 1, 0, 0, 0, 0, 0, 1]
    fields = ["x", "x", "y", "y", "y", "y", "z", "z"]
    within = agreement_within(labels, found, fields)
    assert within is not None
    assert (within.groups, within.rows) == (2, 6)
    assert within.agreement == Agreement(*(round(2 / 6, 4) for _ in range(3)))


def test_values_with_one_label_say_nothing() -> None:
    assert agreement_within(["a", "a"], [0, 1], ["x", "x"]) is None


def test_a_missing_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "find_spec", lambda name: None)
    with pytest.raises(AceError, match=r"install ace-optimizer\[bench\]"):
        require_metrics()
