import numpy as np
import pytest

from runtime.artifacts.store import MemoryArtifactStore
from runtime.contracts.errors import ToolError
from runtime.contracts.ports import ToolContext
from runtime.images.load_image import decode_image
from runtime.inspection.castings import make_casting
from runtime.inspection.types import Box
from runtime.tools.check_arguments import check_value
from runtime.tools.view_candidate import SPEC, ViewCandidateTool, crop_around, stretched


def test_the_picture_is_the_crop_of_the_image_and_nothing_is_drawn_into_it() -> None:
    context = ToolContext("casting:7", MemoryArtifactStore(), None)
    out = ViewCandidateTool().run({"id": 2}, context)
    assert check_value(SPEC.output, out.data, "data") == ""
    crop, scale = out.data["crop"], out.data["scale"]
    assert isinstance(crop, list)
    assert isinstance(scale, int)
    x0, y0, x1, y1 = crop
    inside = make_casting(7).pixels[y0:y1, x0:x1]
    picture = decode_image(context.artifacts.get(out.artifact_refs[0])).pixels
    assert picture.shape == (inside.shape[0] * scale, inside.shape[1] * scale)
    assert (out.data["black"], out.data["white"]) == (inside.min(), inside.max())
    assert np.array_equal(picture, stretched(inside, scale))
    assert np.array_equal(np.unravel_index(picture[::scale, ::scale].argmax(), inside.shape), _brightest(inside))


def _brightest(values: "np.typing.NDArray[np.uint16]") -> tuple[np.intp, ...]:
    return np.unravel_index(values.argmax(), values.shape)


def test_the_same_candidate_gives_the_same_artifact() -> None:
    first, second = (
        ViewCandidateTool().run({"id": 1}, ToolContext("casting:7", MemoryArtifactStore(), None)) for _ in range(2)
    )
    assert first == second


@pytest.mark.parametrize(
    ("box", "crop"),
    [
        (Box(50, 60, 53, 62), Box(42, 52, 61, 70)),
        (Box(50, 60, 70, 65), Box(30, 40, 90, 85)),
        (Box(0, 0, 10, 10), Box(0, 0, 20, 20)),
        (Box(90, 95, 100, 100), Box(80, 85, 100, 100)),
    ],
    ids=["small", "long", "first corner", "last corner"],
)
def test_a_crop_has_surroundings_and_stays_in_the_image(box: Box, crop: Box) -> None:
    assert crop_around(box, 100, 100) == crop


def test_grey_goes_from_the_least_to_the_largest_value() -> None:
    assert stretched(np.array([[100, 300], [220, 100]], np.uint16), 2).tolist() == [
        [0, 0, 255, 255],
        [0, 0, 255, 255],
        [153, 153, 0, 0],
        [153, 153, 0, 0],
    ]
    assert stretched(np.full((2, 2), 7, np.uint16), 1).tolist() == [[0, 0], [0, 0]]


def test_a_candidate_that_is_none_is_not_shown() -> None:
    context = ToolContext("casting:7", MemoryArtifactStore(), None)
    for name in (99, "1", None):
        with pytest.raises(ToolError) as caught:
            ViewCandidateTool().run({"id": name}, context)
        assert caught.value.error_class == "invalid_arguments"


def test_it_is_ready_here() -> None:
    assert ViewCandidateTool().readiness().state == "ready"
    assert ViewCandidateTool().spec is SPEC
