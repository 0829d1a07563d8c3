"""What an inspection kept and missed, image by image: precision and recall over all images, with intervals by image."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

DRAWS = 1000
_LOW, _HIGH = 0.025, 0.975
_BLOCK = 100


class ImageCounts(NamedTuple):
    """One image: candidates kept, how many of them are voids, how many not, and the voids that were missed."""

    kept: int
    tp: int
    fp: int
    fn: int


class Rate(NamedTuple):
    """A figure with its 95% interval; each is None where it is undefined."""

    value: float | None
    low: float | None
    high: float | None


def pool(counts: Iterable[ImageCounts]) -> ImageCounts:
    """Return the sums over images; also over the repeats of one image."""
    return ImageCounts(*(sum(column) for column in zip((0, 0, 0, 0), *counts, strict=True)))


def precision_of(counts: ImageCounts) -> float | None:
    """Return the share of what was kept that is a void, 0-1; None where nothing was kept."""
    return counts.tp / counts.kept if counts.kept else None


def recall_of(counts: ImageCounts) -> float | None:
    """Return the share of the voids that were kept, 0-1; None where there is no void."""
    voids = counts.tp + counts.fn
    return counts.tp / voids if voids else None


def precision_rate(counts: Sequence[ImageCounts], seed: int = 0, draws: int = DRAWS) -> Rate:
    """Return the precision over all images. `counts`: one an image, its repeats added up.

    Intervals, here and below: percentile bootstrap, whole images drawn again; the same for equal input and seed. Draws
    in which the figure is undefined are left out. With fewer than two images there is none.
    Source: Davison and Hinkley 1997, section 3.8.
    """
    return _rate(precision_of(pool(counts)), _precision(_drawn(counts, seed, draws)), len(counts))


def recall_rate(counts: Sequence[ImageCounts], seed: int = 0, draws: int = DRAWS) -> Rate:
    """Return the recall over all images, as `precision_rate`."""
    return _rate(recall_of(pool(counts)), _recall(_drawn(counts, seed, draws)), len(counts))


def precision_change(
    counts: Sequence[ImageCounts], baseline: Sequence[ImageCounts], seed: int = 0, draws: int = DRAWS
) -> Rate:
    """Return the precision less the baseline's, -1 to 1. Both hold the same images in the same order (paired).

    Raises: ValueError when their lengths differ.
    """
    ours, theirs = precision_of(pool(counts)), precision_of(pool(baseline))
    value = None if ours is None or theirs is None else ours - theirs
    drawn, drawn_baseline = _drawn_pairs(counts, baseline, seed, draws)
    return _rate(value, _precision(drawn) - _precision(drawn_baseline), len(counts))


def recall_ratio(
    counts: Sequence[ImageCounts], baseline: Sequence[ImageCounts], seed: int = 0, draws: int = DRAWS
) -> Rate:
    """Return the recall over the baseline's, 0 or more; undefined where that is 0. Paired, as `precision_change`."""
    ours, theirs = recall_of(pool(counts)), recall_of(pool(baseline))
    value = None if ours is None or not theirs else ours / theirs
    drawn, drawn_baseline = _drawn_pairs(counts, baseline, seed, draws)
    return _rate(value, _quotient(_recall(drawn), _recall(drawn_baseline)), len(counts))


def _drawn_pairs(
    counts: Sequence[ImageCounts], baseline: Sequence[ImageCounts], seed: int, draws: int
) -> "tuple[NDArray[np.float64], NDArray[np.float64]]":
    if len(counts) != len(baseline):
        raise ValueError(f"{len(counts)} images against {len(baseline)}: a paired comparison needs the same images")
    # The same number of images and seed draw the same images.
    return _drawn(counts, seed, draws), _drawn(baseline, seed, draws)


def _drawn(counts: Sequence[ImageCounts], seed: int, draws: int) -> "NDArray[np.float64]":
    """Return the pooled counts of each draw of images. Shape: (draws, 4)."""
    import numpy as np

    table = np.array(counts, dtype=np.float64).reshape(len(counts), 4)
    if not len(counts):
        return np.zeros((draws, 4))
    rng = np.random.default_rng(seed)
    even = np.full(len(counts), 1 / len(counts))
    blocks = (min(_BLOCK, draws - start) for start in range(0, draws, _BLOCK))
    return np.concatenate([rng.multinomial(len(counts), even, size=size) @ table for size in blocks])


def _precision(drawn: "NDArray[np.float64]") -> "NDArray[np.float64]":
    return _quotient(drawn[:, 1], drawn[:, 0])


def _recall(drawn: "NDArray[np.float64]") -> "NDArray[np.float64]":
    return _quotient(drawn[:, 1], drawn[:, 1] + drawn[:, 3])


def _quotient(over: "NDArray[np.float64]", under: "NDArray[np.float64]") -> "NDArray[np.float64]":
    import numpy as np

    return np.asarray(np.divide(over, under, out=np.full(len(over), np.nan), where=under > 0), np.float64)


def _rate(value: float | None, drawn: "NDArray[np.float64]", images: int) -> Rate:
    import numpy as np

    defined = drawn[~np.isnan(drawn)]
    if value is None or images < 2 or not len(defined):
        return Rate(value, None, None)
    low, high = np.quantile(defined, (_LOW, _HIGH), method="inverted_cdf")
    return Rate(value, float(low), float(high))
