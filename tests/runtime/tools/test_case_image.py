import numpy as np
import pytest

from runtime.artifacts.store import MemoryArtifactStore
from runtime.contracts.errors import ToolError
from runtime.contracts.ports import ToolContext
from runtime.images.image_types import Image
from runtime.tools.case_image import open_case_image, size_words, to_grey


@pytest.mark.parametrize(
    ("ref", "said"),
    [("", "this case has no image"), ("pydicom:absent.dcm", "no such file"), ("a.png", "needs a base folder")],
    ids=["none", "absent", "no-base"],
)
def test_an_image_that_cannot_be_had_is_a_tool_error(ref: str, said: str) -> None:
    with pytest.raises(ToolError, match=said) as caught:
        open_case_image(ToolContext(ref, MemoryArtifactStore(), None), None)
    assert caught.value.error_class == "business_failure"


def test_a_frame_that_is_not_there_is_a_tool_error() -> None:
    context = ToolContext("pydicom:rtdose.dcm", MemoryArtifactStore(), None)
    assert open_case_image(context, None, 2).frame == 2
    assert open_case_image(context, None).frame == 8
    with pytest.raises(ToolError, match="no frame 16: the file has 15") as caught:
        open_case_image(context, None, 16)
    assert caught.value.error_class == "business_failure"


def test_colour_becomes_luminance_and_grey_stays() -> None:
    colour = np.zeros((1, 3, 3), np.uint8)
    colour[0] = [[255, 0, 0], [0, 255, 0], [0, 0, 255]]
    assert to_grey(colour).tolist() == [[76, 150, 29]]
    grey = np.array([[5]], np.uint8)
    assert to_grey(grey) is grey


def test_the_frame_shown_is_said() -> None:
    image = Image(np.zeros((2, 3), np.uint8), "US", None, 120, frame=61)
    assert size_words(image) == "the 3x2 pixel US image, frame 61 of 120"
