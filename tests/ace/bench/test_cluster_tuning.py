"""Halves by a field's values, and the cut chosen on one of them."""

import pytest

from ace.bench.cluster_tuning import GRID, CutScore, choose, half_of, half_rows, tune
from ace.bench.labelled_errors import LabelledErrors
from ace.errors import AceError

MODELS = tuple(f"model-{number}" for number in range(12))
PHRASES = {"missing": ("the file {} was not found", "file {} could not be found"), "slow": ("timed out after {} s",)}


def _table(models: tuple[str, ...] = MODELS) -> LabelledErrors:
    rows = [
        (phrase.format(number), label, model)
        for number, model in enumerate(models)
        for label, phrases in PHRASES.items()
        for phrase in phrases
        for _ in range(3)
    ]
    errors, labels, half_by = zip(*rows, strict=True)
    return LabelledErrors(errors, labels, (), half_by, ())


def test_a_value_is_always_in_the_same_half_and_both_halves_are_used() -> None:
    halves = [half_of(model) for model in MODELS]
    assert halves == [half_of(model) for model in MODELS]
    assert 3 <= halves.count("tune") <= 9
    assert half_of("gpt-4o-2024-05-13") == half_of("gpt-4o-2024-05-13")


def test_the_halves_share_no_value_and_hold_every_row() -> None:
    table = _table()
    one, other = half_rows(table, "tune"), half_rows(table, "report")
    assert not set(one.half_by) & set(other.half_by)
    assert len(one.labels) + len(other.labels) == len(table.labels)


def test_a_half_without_two_labels_is_refused() -> None:
    with pytest.raises(AceError, match="give --tune-by a field with many values"):
        half_rows(_table(MODELS[:1]), "tune" if half_of(MODELS[0]) == "report" else "report")


def test_the_cut_is_chosen_on_the_tuning_half_alone() -> None:
    pytest.importorskip("sklearn", reason="the package scikit-learn is not installed (ace-optimizer[bench])")
    table = _table()
    tuning = tune(table, "model")
    assert tuning.cut in GRID
    assert [item.cut for item in tuning.grid] == list(GRID)
    assert next(item.ari for item in tuning.grid if item.cut == tuning.cut) == 1.0
    assert tuning.tune_rows + tuning.report_rows == len(table.labels)
    assert tuning.tune_values + tuning.report_values == len(MODELS)
    # What labels the other half has makes no difference.
    swapped = tuple(
        label if half_of(model) == "tune" else f"{number % 2}"
        for number, (label, model) in enumerate(zip(table.labels, table.half_by, strict=True))
    )
    other = tune(LabelledErrors(table.errors, swapped, (), table.half_by, ()), "model")
    assert (other.cut, other.grid) == (tuning.cut, tuning.grid)


@pytest.mark.parametrize(
    ("scores", "cut"),
    [([0.5, 0.9, 0.5], 0.1), ([0.9, 0.895, 0.9, 0.2, 0.905], 0.1), ([0.9, 0.9, 0.9, 0.9], 0.1), ([0.3], 0.0)],
    ids=["peak", "widest-run", "even-run", "one"],
)
def test_the_middle_of_the_widest_good_run_is_taken(scores: list[float], cut: float) -> None:
    grid = [CutScore(place / 10, score, 1.0) for place, score in enumerate(scores)]
    assert choose(grid) == cut
    assert choose([CutScore(item.cut, 1.0, item.ari) for item in grid]) == cut
