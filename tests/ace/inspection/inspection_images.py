"""Images with known candidates for the tests of the inspection bench."""

from collections.abc import Sequence

from ace.inspection.features import ImageFeatures
from runtime.agents.inspector.load_castings import drawn_sample
from runtime.inspection.types import Box, Candidate, Measures

# contrast, edge distance, whether it is a void
Spec = tuple[float, float, bool]


def image(number: int, specs: Sequence[Spec], missed: int = 0) -> ImageFeatures:
    """Return an image with one candidate a spec, in a row; `missed` voids more that nothing was found of."""
    boxes = [Box(20 * place, 0, 20 * place + 10, 10) for place in range(len(specs))]
    truth = [box for box, (_, _, is_real) in zip(boxes, specs, strict=True) if is_real]
    truth += [Box(20 * place, 100, 20 * place + 10, 110) for place in range(missed)]
    return ImageFeatures(
        sample=drawn_sample(number, "dev"),
        truth=tuple(truth),
        candidates=tuple(Candidate(place + 1, box) for place, box in enumerate(boxes)),
        measures=tuple(Measures(contrast, 50.0, 1.2, edge) for contrast, edge, _ in specs),
        real=tuple(is_real for _, _, is_real in specs),
        seconds=0.01,
    )


def separable_images(count: int = 20, first: int = 0) -> tuple[ImageFeatures, ...]:
    """Return images in which contrast tells voids, and nothing at the edge is one."""
    return tuple(
        image(
            first + number,
            [(0.30 + number / 1000, 9.0, True), (0.10 + number / 1000, 9.0, False), (0.40, 0.0, False)],
            missed=1,
        )
        for number in range(count)
    )
