"""How hard the images are."""

import pytest

from ace.inspection.data_figures import band_rows, data_figures, feature_bands
from analyzers.measurements import MeasurementError
from tests.ace.inspection.inspection_images import image, separable_images


def test_the_figures_of_images_whose_candidates_are_known() -> None:
    found = data_figures(separable_images(10))
    assert (found.images, found.voids, found.candidates, found.real) == (10, 20, 30, 10)
    assert found.border_share == pytest.approx(1 / 3)
    assert found.border_real == 0.0
    # Above those inside, below those at the edge.
    assert found.auc["contrast"] == pytest.approx(0.5)
    assert found.auc["edge_distance_px"] == pytest.approx(0.75)
    assert found.auc["area_px"] == 0.5
    assert found.to_json()["seconds_an_image"] == pytest.approx(0.01)


def test_images_without_candidates_have_no_shares() -> None:
    found = data_figures([image(0, [], missed=2)])
    assert (found.voids, found.border_share, found.border_real, found.auc["contrast"]) == (2, None, None, None)


def test_bands_show_that_nothing_at_the_edge_is_real() -> None:
    report = feature_bands(separable_images(40))
    edge = next(measure for measure in report.measures if measure.name == "edge_distance_px")
    assert [(band.n, band.true, band.mark) for band in edge.bands] == [(40, 0, "few"), (80, 40, "")]
    assert len(list(band_rows(separable_images(40)))) == 120


def test_no_candidate_at_all_is_an_error() -> None:
    with pytest.raises(MeasurementError):
        feature_bands([image(0, [], missed=1)])
