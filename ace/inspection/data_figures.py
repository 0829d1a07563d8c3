"""How hard the images are: what the detector finds in them, and how well each measure tells voids."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ace.inspection.features import ImageFeatures
from analyzers.bands import BandReport, BandSettings, bands
from runtime.contracts.json_types import JsonObject
from runtime.inspection.types import MEASURES

LABEL = "real"
BANDS = 5


class DataFigures(NamedTuple):
    """Counts over images; `border_share` of the candidates touch the image's edge, `border_real` of those are real.

    Shares and `auc` (larger values go with real ones above 0.5) are 0-1, None where undefined.
    """

    images: int
    voids: int
    candidates: int
    real: int
    border_share: float | None
    border_real: float | None
    auc: dict[str, float | None]
    seconds_an_image: float | None

    def to_json(self) -> JsonObject:
        """Return every field."""
        return dict(self._asdict())


def data_figures(images: Sequence[ImageFeatures]) -> DataFigures:
    """Return the figures of all candidates of `images`."""
    real = [is_real for one in images for is_real in one.real]
    at_border = [
        is_real
        for one in images
        for measures, is_real in zip(one.measures, one.real, strict=True)
        if measures.edge_distance_px == 0
    ]
    return DataFigures(
        images=len(images),
        voids=sum(len(one.truth) for one in images),
        candidates=len(real),
        real=sum(real),
        border_share=len(at_border) / len(real) if real else None,
        border_real=sum(at_border) / len(at_border) if at_border else None,
        auc={name: _auc(images, place) for place, name in enumerate(MEASURES)},
        seconds_an_image=sum(one.seconds for one in images) / len(images) if images else None,
    )


def _auc(images: Sequence[ImageFeatures], place: int) -> float | None:
    import numpy as np

    from analyzers.auc import auc

    values = np.array([measures[place] for one in images for measures in one.measures], dtype=np.float64)
    labels = np.array([is_real for one in images for is_real in one.real], dtype=bool)
    return auc(values, labels).value


def band_rows(images: Sequence[ImageFeatures]) -> Iterator[JsonObject]:
    """Yield one row a candidate: its measures, and whether it is real."""
    for one in images:
        for measures, is_real in zip(one.measures, one.real, strict=True):
            yield {**measures._asdict(), LABEL: is_real}


def feature_bands(images: Sequence[ImageFeatures]) -> BandReport:
    """Return the share of real candidates by band of each measure. Raises: MeasurementError without candidates."""
    return bands(band_rows(images), LABEL, MEASURES, BandSettings(BANDS))
