"""Rows into columns: labels in many spellings, dotted fields, and everything that is no number counted."""

import math

import pytest

from analyzers.measurements import Columns, MeasurementError, field_value, near, read_columns, read_label


@pytest.mark.parametrize("value", [True, 1, 1.0, "true", "TRUE", "yes", " Yes ", "1"])
def test_true(value: object) -> None:
    assert read_label(value) is True


@pytest.mark.parametrize("value", [False, 0, 0.0, "false", "No", "0"])
def test_false(value: object) -> None:
    assert read_label(value) is False


@pytest.mark.parametrize("value", [None, 2, 0.5, "maybe", "", [], {}, math.nan])
def test_neither(value: object) -> None:
    assert read_label(value) is None


def test_a_key_of_the_very_name_wins_over_a_path() -> None:
    assert field_value({"a.b": 1, "a": {"b": 2}}, "a.b") == 1
    assert field_value({"a": {"b": 2}}, "a.b") == 2
    assert field_value({"a": 3}, "a.b") is None


def read(*rows: dict[str, object], measures: tuple[str, ...] = ()) -> Columns:
    """Return the columns of rows labelled `y`."""
    return read_columns(rows, "y", measures)


def test_what_is_no_number_is_counted_by_kind_and_listed_with_its_row() -> None:
    found = read(
        {"y": 1, "x": 1.5},
        {"y": 0, "x": math.nan},
        {"y": 0, "x": -math.inf},
        {"y": 0, "x": "12"},
        {"y": 0, "x": [1]},
        {"y": 0, "x": None},
        {"y": 0},
        {"y": 0, "x": 10**400},
        measures=("x",),
    )
    column = found.by_name["x"]
    assert list(column.values) == [1.5]
    assert dict(column.counts) == {"nan": 1, "infinite": 2, "text": 1, "other": 1}
    assert [(odd.row, odd.kind) for odd in column.odd] == [
        (2, "nan"),
        (3, "infinite"),
        (4, "text"),
        (5, "other"),
        (8, "infinite"),
    ]
    assert found.rows - column.present == 2


def test_rows_without_a_label_are_left_out_and_listed() -> None:
    found = read({"y": 1, "x": 1}, {"x": 2}, {"y": "perhaps", "x": 3})
    assert (found.rows, found.true, found.odd_labels) == (1, 1, 2)
    with pytest.raises(MeasurementError, match="in 2 rows"):
        read({"y": 1}, {"y": 0.5}, {"y": 7})
    assert [(odd.row, odd.kind, odd.shown) for odd in found.odd_label_examples] == [
        (2, "missing", "None"),
        (3, "label", "perhaps"),
    ]


def test_without_names_every_number_is_found_nested_ones_too() -> None:
    found = read({"y": True, "tool": {"contrast": 2, "ok": True}, "name": "x", "list": [1]})
    assert [name for name, column in found.by_name.items() if column.values] == ["tool.contrast", "tool.ok"]


def test_a_label_that_is_nowhere_names_the_nearest_field() -> None:
    with pytest.raises(MeasurementError, match="no row has a field `y`; there are: is_y, x"):
        read({"is_y": 1, "x": 1})
    with pytest.raises(MeasurementError, match="did you mean `is_real`"):
        read_columns([{"is_real": 1}], "is_rea", ())
    with pytest.raises(MeasurementError, match=r"in 1 rows `y` is neither true nor false \(row 1: 'maybe'\)"):
        read({"y": "maybe"})
    with pytest.raises(MeasurementError, match="no row to read"):
        read()


def test_the_nearest_field_may_be_one_further_down() -> None:
    assert near("contrast", ["a", "tool.contrast"]) == "did you mean `tool.contrast`?"


def test_rows_with_a_thousand_fields_ask_for_names() -> None:
    rows = [{"y": 1, f"x{i}": 1.0} for i in range(1001)]
    with pytest.raises(MeasurementError, match="--measure"):
        read_columns(rows, "y", ())
