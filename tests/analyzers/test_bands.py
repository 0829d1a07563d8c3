"""Bands of labelled measurements: figures against scipy's, marks, and what cannot be used."""

import json
import math
from collections.abc import Iterator

import numpy as np
import pytest
from scipy.stats import binomtest, mannwhitneyu

from analyzers.bands import BandSettings, bands
from analyzers.measurements import MeasurementError


def rows(count: int = 600) -> Iterator[dict[str, object]]:
    """Yield candidates: those that touch the border are hardly ever real, a larger contrast goes with real."""
    rng = np.random.default_rng(5)
    for number in range(count):
        real = bool(rng.random() < 0.2)
        border = 0.0 if rng.random() < (0.02 if real else 0.6) else float(rng.exponential(3))
        yield {"real": real, "tool": {"border": border, "contrast": float(rng.normal(real, 1))}, "n": number}


def test_auc_and_shares_are_scipys() -> None:
    made = list(rows())
    report = bands(made, "real", ["tool.contrast"], BandSettings())
    (measure,) = report.measures
    values = [(row["tool"]["contrast"], row["real"]) for row in made]  # type: ignore[index]
    true = [value for value, real in values if real]
    false = [value for value, real in values if not real]
    assert measure.auc.value == pytest.approx(mannwhitneyu(true, false).statistic / (len(true) * len(false)))
    assert sum(band.n for band in measure.bands) == report.n == 600
    assert sum(band.true for band in measure.bands) == report.true == len(true)
    band = measure.bands[0]
    theirs = binomtest(band.true, band.n).proportion_ci(0.95, method="wilson")
    assert (band.share.low, band.share.high) == pytest.approx((theirs.low, theirs.high))


def test_a_band_far_purer_than_all_is_marked() -> None:
    measure = bands(rows(), "real", ["tool.border"], BandSettings()).measures[0]
    touching, *others = measure.bands
    assert touching.edges.is_point
    assert touching.mark == "few"
    assert touching.true / touching.n < 0.03
    assert all(band.mark == "" for band in others if 0.1 < (band.share.value or 0) < 0.3)


def test_a_band_is_not_marked_on_a_handful_of_cases() -> None:
    made = [{"real": i % 5 == 0, "x": 1.0} for i in range(100)] + [{"real": False, "x": 0.0} for _ in range(6)]
    assert {band.mark for band in bands(made, "real", ["x"], BandSettings()).measures[0].bands} == {""}


def test_a_band_of_true_cases_is_marked_many() -> None:
    made = [{"real": i % 10 == 0, "x": 0.0} for i in range(200)] + [{"real": True, "x": 1.0} for _ in range(40)]
    assert [band.mark for band in bands(made, "real", ["x"], BandSettings()).measures[0].bands] == ["", "many"]


def test_cut_points_are_taken_as_given_empty_bands_too() -> None:
    measure = bands(rows(), "real", ["tool.border"], BandSettings(cuts=(0.0, 1.0, 500.0))).measures[0]
    assert [band.edges[:2] for band in measure.bands] == [(None, 0.0), (0.0, 1.0), (1.0, 500.0), (500.0, None)]
    assert [band.n == 0 for band in measure.bands] == [True, False, False, True]
    assert measure.bands[0].share == (None, 0.0, 1.0)


def test_labels_all_alike_give_no_auc_and_no_marks() -> None:
    report = bands([{"real": 1, "x": i} for i in range(30)], "real", ["x"], BandSettings())
    value = report.to_json()["measures"]
    assert isinstance(value, list)
    assert (value[0]["auc"], value[0]["auc_low"]) == (None, None)
    assert {band.mark for band in report.measures[0].bands} == {""}


def test_the_report_is_json_with_the_counts_of_what_was_no_number() -> None:
    made = [{"real": i % 2, "x": x} for i, x in enumerate([1, 2, math.nan, math.inf, "3", None, True])]
    value = json.loads(json.dumps(bands(made, "real", ["x"], BandSettings()).to_json(), allow_nan=False))
    assert value["data"]["n"], value["data"]["true"] == (7, 3)
    (measure,) = value["measures"]
    assert {key: measure[key] for key in ("n", "missing", "nan", "infinite", "text", "other")} == {
        "n": 3,
        "missing": 1,
        "nan": 1,
        "infinite": 1,
        "text": 1,
        "other": 0,
    }
    assert {"name", "n", "missing", "auc", "auc_low", "auc_high", "bands"} <= set(measure)
    assert {"low", "high", "n", "true", "share", "share_low", "share_high"} <= set(measure["bands"][0])


def test_a_measure_that_is_nowhere_or_never_a_number_is_named() -> None:
    made = [{"real": 1, "tool": {"contrast": 1}, "word": "a"}]
    with pytest.raises(
        MeasurementError, match=r"no row with a label has a field `contrast`; did you mean `tool\.contr"
    ):
        bands(made, "real", ["contrast"], BandSettings())
    with pytest.raises(MeasurementError, match=r"`word` is never a number \(row 1: 'a'\)"):
        bands(made, "real", ["word"], BandSettings())
    with pytest.raises(MeasurementError, match="no field beside `real` holds a number"):
        bands([{"real": 1, "word": "a"}], "real", [], BandSettings())
    with pytest.raises(MeasurementError, match="`real` is the label itself"):
        bands(made, "real", ["real"], BandSettings())


def test_a_measure_named_twice_is_shown_once() -> None:
    assert len(bands(rows(20), "real", ["n", "n"], BandSettings()).measures) == 1


@pytest.mark.parametrize(
    "settings",
    [{"bands": 1}, {"bands": 51}, {"own_share": 0.0}, {"purer_by": 1.0}, {"cuts": (2.0, 1.0)}],
    ids=str,
)
def test_settings_that_cannot_be_used_are_refused(settings: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r"give|lies"):
        BandSettings(**settings)  # type: ignore[arg-type]
