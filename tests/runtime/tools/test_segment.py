from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

import numpy as np
import pytest
from numpy.typing import NDArray

from runtime.artifacts.store import MemoryArtifactStore
from runtime.contracts.errors import ToolError
from runtime.contracts.ports import ToolContext
from runtime.contracts.tool_call import Readiness, ToolCall, ToolOutput
from runtime.images.load_image import decode_image
from runtime.tools.call_tool import call_tool
from runtime.tools.check_arguments import check_value
from runtime.tools.segment import SPEC, SegmentTool
from runtime.vision.model_table import DECODER, MODELS
from tests.runtime.vision.tiny_models import put_models

Pixels: TypeAlias = NDArray[np.uint8]
MakeContext: TypeAlias = Callable[[Pixels], ToolContext]
BOX = [0.2, 0.2, 0.7, 0.8]


def _picture(height: int = 100, width: int = 200, *, is_colour: bool = False) -> Pixels:
    pixels = np.random.default_rng(9).integers(20, 35, (height, width)).astype(np.uint8)
    pixels[round(height * 0.3) : round(height * 0.7), round(width * 0.3) : round(width * 0.6)] += 190
    return np.repeat(pixels[..., None], 3, axis=2) if is_colour else pixels


@pytest.fixture(params=["model", "stand-in"])
def tool(request: pytest.FixtureRequest, tmp_path: Path) -> SegmentTool:
    """The tool with tiny models in place of the built ones, and without any."""
    return SegmentTool(None, put_models(tmp_path) if request.param == "model" else tmp_path)


def _mask(out: ToolOutput, context: ToolContext) -> NDArray[np.bool_]:
    return decode_image(context.artifacts.get(out.artifact_refs[0])).pixels > 0


@pytest.mark.parametrize(
    "pixels",
    [_picture(), _picture(is_colour=True), _picture(700, 3000), _picture(16, 16)],
    ids=["grey", "colour", "large", "small"],
)
def test_the_structure_in_the_box_is_outlined(tool: SegmentTool, make_context: MakeContext, pixels: Pixels) -> None:
    context = make_context(pixels)
    out = tool.run({"box": BOX}, context)
    mask, truth = _mask(out, context), (pixels if pixels.ndim == 2 else pixels[..., 0]) > 100
    assert mask.shape == truth.shape
    assert 2 * (mask & truth).sum() / (mask.sum() + truth.sum()) > 0.95
    assert out.data["area_px"] == int(mask.sum())
    assert check_value(SPEC.output, out.data, "data") == ""
    overlay = decode_image(context.artifacts.get(out.artifact_refs[1])).pixels
    assert overlay.ndim == 3
    assert max(overlay.shape) <= 1024


def test_the_card_says_which_did_the_work(make_context: MakeContext, tmp_path: Path) -> None:
    context = make_context(_picture())
    without = SegmentTool(None, tmp_path).run({"box": BOX}, context)
    assert without.summary.startswith("GrabCut stands in: LiteMedSAM is not built; run `make models`. GrabCut outlined")
    assert (without.data["method"], without.data["model"]) == ("GrabCut", "")
    assert without.data["stands_in_because"] == "LiteMedSAM is not built; run `make models`"
    put_models(tmp_path)
    built = SegmentTool(None, tmp_path).run({"box": BOX}, context)
    assert built.summary.startswith("LiteMedSAM outlined ")
    assert built.data["method"] == "LiteMedSAM"
    assert len(str(built.data["model"])) == 129
    assert built.data["predicted_iou"] == 0.75


def test_readiness_follows_the_cache(tmp_path: Path) -> None:
    tool = SegmentTool(None, tmp_path)
    assert tool.readiness() == Readiness("fallback", "GrabCut stands in: LiteMedSAM is not built; run `make models`")
    put_models(tmp_path)
    assert tool.readiness() == Readiness("ready", "LiteMedSAM")
    (tmp_path / MODELS[DECODER].file_name).write_bytes(b"cut")
    assert tool.readiness().state == "fallback"
    assert "damaged" in tool.readiness().detail


def test_a_damaged_model_is_named_and_stood_in_for(make_context: MakeContext, tmp_path: Path) -> None:
    path = put_models(tmp_path) / MODELS[DECODER].file_name
    path.write_bytes(bytes([*path.read_bytes()[:-1], 255]))
    out = SegmentTool(None, tmp_path).run({"box": BOX}, make_context(_picture()))
    assert out.data["method"] == "GrabCut"
    assert "is damaged" in out.summary
    assert "rebuild it: run `make models`" in out.summary


def test_millimetres_come_from_the_file(tool: SegmentTool) -> None:
    context = ToolContext("phantom:lesion-grid", MemoryArtifactStore(), None)
    # The 32 mm square in the upper right: 64 x 64 pixels of 0.5 mm.
    out = tool.run({"box": [0.6, 0.1, 0.9, 0.4]}, context)
    assert out.data["area_mm2"] == pytest.approx(1024, rel=0.1)
    assert out.data["area_mm2"] == int(str(out.data["area_px"])) / 4
    assert "mm2" in out.summary


@pytest.mark.parametrize(
    "box",
    [
        [0.7, 0.2, 0.2, 0.8],
        [0, 0, 0, 0],
        [float("nan"), 0, 1, 1],
        [1.2, 1.2, 1.5, 1.5],
        [-1, -1, 0, 0],
        [0.5, 0.5, 0.501, 0.501],
        None,
        "all",
        [0, 0, 1],
    ],
    ids=["reversed", "empty", "nan", "outside", "negative", "one pixel", "none", "text", "three"],
)
def test_a_box_that_cannot_be_used_is_an_invalid_argument(
    tool: SegmentTool, make_context: MakeContext, box: object
) -> None:
    with pytest.raises(ToolError) as caught:
        tool.run({"box": box}, make_context(_picture()))
    assert caught.value.error_class == "invalid_arguments"


def test_what_lies_outside_the_image_is_cut_off(tool: SegmentTool, make_context: MakeContext) -> None:
    out = tool.run({"box": [-0.5, 0.2, 0.7, 0.8]}, make_context(_picture()))
    assert out.data["box_px"] == [0, 20, 140, 80]


@pytest.mark.parametrize(
    ("pixels", "error_class"),
    [
        (np.zeros((1, 1), np.uint8), "invalid_arguments"),
        (np.zeros((1, 300), np.uint8), "invalid_arguments"),
        (np.zeros((80, 80), np.uint8), "empty_result"),
        (np.full((80, 80, 3), 255, np.uint8), "empty_result"),
    ],
    ids=["one pixel", "one row", "black", "white"],
)
def test_pictures_with_nothing_to_outline(
    tool: SegmentTool, make_context: MakeContext, pixels: Pixels, error_class: str
) -> None:
    with pytest.raises(ToolError) as caught:
        tool.run({"box": BOX}, make_context(pixels))
    assert caught.value.error_class == error_class


def test_a_mask_without_pixels_is_an_empty_result_that_names_the_stand_in(
    tmp_path: Path, make_context: MakeContext
) -> None:
    with pytest.raises(ToolError, match=r"GrabCut found no structure .*not built") as caught:
        SegmentTool(None, tmp_path).run({"box": [0.1, 0.1, 0.4, 0.4]}, make_context(_noise_without_structure()))
    assert caught.value.error_class == "empty_result"


def _noise_without_structure() -> Pixels:
    return np.random.default_rng(1).normal(100, 5, (300, 300)).astype(np.uint8)


def test_a_sixteen_bit_picture_is_outlined(tool: SegmentTool) -> None:
    import cv2

    store = MemoryArtifactStore()
    ok, png = cv2.imencode(".png", _picture().astype(np.uint16) * 256)
    assert ok
    out = tool.run({"box": BOX}, ToolContext(store.put(png.tobytes(), "image/png"), store, None))
    assert out.data["area_px"] == pytest.approx(40 * 60, rel=0.05)


def test_called_as_tools_are_a_failure_is_a_card(tool: SegmentTool, make_context: MakeContext) -> None:
    context = make_context(_picture())
    good = call_tool({"segment": tool}, ToolCall("call-1", "segment", {"box": BOX}), context)
    assert (good.ok, len(good.artifact_refs)) == (True, 2)
    bad = call_tool({"segment": tool}, ToolCall("call-2", "segment", {"box": [0.5, 0.5, 0.4, 0.6]}), context)
    assert (bad.ok, bad.error_class) == (False, "invalid_arguments")
    no_image = call_tool(
        {"segment": tool}, ToolCall("call-3", "segment", {"box": BOX}), ToolContext("", MemoryArtifactStore(), None)
    )
    assert (no_image.ok, no_image.error_class) == (False, "business_failure")


@pytest.mark.models
def test_the_built_model_outlines_a_lung_in_a_real_film(built_models: Path) -> None:
    """The lung on the left of the picture is dark among bright: the outline must be darker than the rest."""
    context = ToolContext("pydicom-data:RG1_UNCR.dcm", MemoryArtifactStore(), None)
    out = SegmentTool(None, built_models).run({"box": [0.1, 0.1, 0.5, 0.8]}, context)
    assert out.data["method"] == "LiteMedSAM"
    inside, outside = out.data["mean_inside"], out.data["mean_outside"]
    assert isinstance(inside, float)
    assert isinstance(outside, float)
    assert inside < outside - 20
    assert out.data["outside_box_share"] == 0.0
