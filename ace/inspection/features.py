"""What the plain detector finds in an image, how it measures, and which of it is real."""

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from runtime.agents.inspector.sample import CastingSample
from runtime.contracts.errors import ImageError
from runtime.inspection.counts import ImageCounts
from runtime.inspection.types import Box, Candidate, Measures


@dataclass(frozen=True)
class ImageFeatures:
    """One image. `measures` and `real` have an entry a candidate; real ones hit a void, one to one.

    `seconds`: what finding and measuring took.
    """

    sample: CastingSample
    truth: tuple[Box, ...]
    candidates: tuple[Candidate, ...]
    measures: tuple[Measures, ...]
    real: tuple[bool, ...]
    seconds: float

    def counts(self, kept: Iterable[int]) -> ImageCounts:
        """Return what keeping the candidates at these places (from 0) comes to, matched anew: two may hit one void."""
        from runtime.inspection.match import match_boxes

        boxes = [self.candidates[place].box for place in kept]
        matched = match_boxes(boxes, self.truth)
        return ImageCounts(len(boxes), len(matched.hits), len(matched.false), len(matched.missed))


def image_features(sample: CastingSample, base: Path | None) -> ImageFeatures:
    """Return the features of one image. Raises: ImageError when it or its mask cannot be read."""
    from runtime.inspection.candidates import find_candidates
    from runtime.inspection.match import match_boxes
    from runtime.inspection.measure import measure_candidate
    from runtime.inspection.read_pixels import read_pixels
    from runtime.inspection.truth import truth_boxes

    pixels = read_pixels(sample.image, base, None)
    started = time.perf_counter()
    candidates = find_candidates(pixels)
    measures = tuple(measure_candidate(pixels, candidate.box) for candidate in candidates)
    seconds = time.perf_counter() - started
    truth = truth_boxes(sample.image, sample.mask, base)
    hits = {place for place, _ in match_boxes([candidate.box for candidate in candidates], truth).hits}
    real = tuple(place in hits for place in range(len(candidates)))
    return ImageFeatures(sample, truth, candidates, measures, real, seconds)


def all_features(
    samples: Iterable[CastingSample], base: Path | None, looked_at: Callable[[], None] = lambda: None
) -> tuple[tuple[ImageFeatures, ...], tuple[str, ...]]:
    """Return the features of every image that can be read, and of the others why they cannot.

    `looked_at` is called after each image.
    """
    found: list[ImageFeatures] = []
    left_out: list[str] = []
    for sample in samples:
        try:
            found.append(image_features(sample, base))
        except ImageError as exc:
            left_out.append(str(exc))
        looked_at()
    return tuple(found), tuple(left_out)
