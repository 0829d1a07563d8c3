from collections.abc import Callable
from typing import TypeAlias

import numpy as np
import pytest
from numpy.typing import NDArray

from runtime.artifacts.store import MemoryArtifactStore
from runtime.contracts.errors import ToolError
from runtime.contracts.json_types import JsonObject
from runtime.contracts.ports import ToolContext
from runtime.images.load_image import load_image
from runtime.tools.check_arguments import check_arguments, check_value
from runtime.tools.zoom import SPEC, ZoomTool

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


@pytest.mark.parametrize(
    ("box", "padding", "box_px"),
    [
        ([0.4, 0.4, 0.6, 0.6], 0.5, [60, 30, 140, 70]),
        ([0.9, 0.9, 1.0, 1.0], 1.0, [160, 80, 200, 100]),
        ([-3, -3, 0.5, 0.5], 0, [0, 0, 100, 50]),
        ([0.5, 0.5, 1e300, 9], 0, [100, 50, 200, 100]),
    ],
    ids=["padded", "padded-over-the-edge", "clamped-low", "clamped-high"],
)
def test_a_box_is_padded_then_cut_to_the_image(
    make_context: MakeContext, half_white: Pixels, box: list[float], padding: float, box_px: list[int]
) -> None:
    out = ZoomTool().run({"box": list(box), "padding": padding}, make_context(half_white))
    assert out.data["box_px"] == box_px
    assert check_value(SPEC.output, out.data, "data") == ""


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"box": [0, 0, 1, 1], "padding": -0.1}, "below the least"),
        ({"box": [0, 0, 1, 1], "padding": 1.5}, "above the most"),
        ({"box": [0, 0, 1, float("nan")]}, "finite"),
        ({"box": [0, 0, 1, 10**400]}, "finite"),
        ({"box": [0, 0, 1]}, "below the least"),
        ({"box": [0, 0, 1, 1], "frame": 0}, "below the least"),
        ({"box": [0, 0, 1, 1], "frame": 1.5}, "integer"),
        ({"box": "0 0 1 1"}, "must be array"),
        ({}, "missing"),
    ],
)
def test_arguments_that_do_not_fit_never_reach_it(arguments: JsonObject, said: str) -> None:
    assert said in check_arguments(SPEC, arguments)


def test_a_frame_of_a_film_can_be_looked_at() -> None:
    context = ToolContext("pydicom-data:color3d_jpeg_baseline.dcm", MemoryArtifactStore(), None)
    out = ZoomTool().run({"box": [0.4, 0.3, 0.6, 0.6], "frame": 7}, context)
    assert "frame 7 of 120" in out.summary
    assert check_value(SPEC.output, out.data, "data") == ""


def test_hostile_files_are_decoded_in_a_process_that_can_be_stopped() -> None:
    assert (SPEC.isolation, SPEC.side_effect) == ("process", "read")
    assert 10 <= SPEC.timeout_s <= 60
