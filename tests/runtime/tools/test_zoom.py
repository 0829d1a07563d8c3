from collections.abc import Callable
from typing import TypeAlias

import numpy as np
import pytest
from numpy.typing import NDArray

from runtime.artifacts.store import MemoryArtifactStore
from runtime.contracts.errors import ToolError
from runtime.contracts.ports import ToolContext
from runtime.tools.images import load_image
from runtime.tools.zoom import ZoomTool

Pixels: TypeAlias = NDArray[np.uint8]
MakeContext: TypeAlias = Callable[[Pixels], ToolContext]


def test_the_crop_is_stored_and_compared_with_the_whole(make_context: MakeContext, half_white: Pixels) -> None:
    context = make_context(half_white)
    out = ZoomTool().run({"box": [0.5, 0.0, 1.0, 0.5], "padding": 0}, context)
    crop = load_image(out.artifact_refs[0], artifacts=context.artifacts).pixels
    assert crop.shape == (50, 100)
    assert set(crop.ravel().tolist()) == {200}
    assert out.data["box_px"] == [100, 0, 200, 50]
    assert (out.data["mean"], out.data["whole_mean"], out.data["contrast"]) == (200.0, 100.0, 0.392)
    assert "x 100-200, y 0-50 pixels of the 200x100 pixel image" in out.summary
    assert "contrast to the whole +0.39" in out.summary


def test_padding_is_five_percent_of_the_box_when_left_out(make_context: MakeContext, half_white: Pixels) -> None:
    out = ZoomTool().run({"box": [0.25, 0.25, 0.75, 0.75]}, make_context(half_white))
    assert out.data["box_px"] == [45, 22, 155, 78]


def test_millimetres_come_from_the_file() -> None:
    context = ToolContext("pydicom:CT_small.dcm", MemoryArtifactStore(), None)
    out = ZoomTool().run({"box": [0, 0, 0.5, 1], "padding": 0}, context)
    assert out.data["size_mm"] == [42.3, 84.7]
    assert "CT image" in out.summary


@pytest.mark.parametrize("box", [None, [0.9, 0, 0.1, 1], [2, 2, 3, 3]], ids=["none", "reversed", "outside"])
def test_a_bad_box_stores_nothing(make_context: MakeContext, half_white: Pixels, box: object) -> None:
    with pytest.raises(ToolError) as caught:
        ZoomTool().run({"box": box}, make_context(half_white))
    assert caught.value.error_class == "invalid_arguments"


def test_the_same_box_gives_the_same_artifact(make_context: MakeContext, half_white: Pixels) -> None:
    context = make_context(half_white)
    first, second = (ZoomTool().run({"box": [0, 0, 0.5, 0.5]}, context) for _ in range(2))
    assert first == second


def test_nothing_is_missing_here() -> None:
    assert ZoomTool().readiness().state == "ready"
