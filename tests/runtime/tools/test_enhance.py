from collections.abc import Callable
from typing import TypeAlias

import numpy as np
import pytest
from numpy.typing import NDArray

from runtime.artifacts.store import MemoryArtifactStore
from runtime.contracts.errors import ToolError
from runtime.contracts.ports import ToolContext
from runtime.images.load_image import load_image
from runtime.tools.check_arguments import check_arguments, check_value
from runtime.tools.enhance import OPERATIONS, SPEC, EnhanceTool, enhanced

Pixels: TypeAlias = NDArray[np.uint8]
MakeContext: TypeAlias = Callable[[Pixels], ToolContext]


@pytest.fixture
def faint() -> Pixels:
    """64 x 64, grey values 100-115, with a soft texture."""
    y, x = np.mgrid[0:64, 0:64]
    return np.asarray(107 + 8 * np.sin(x / 4.0) * np.cos(y / 5.0), np.uint8)


@pytest.mark.parametrize(
    ("operation", "measure"), [("contrast", "spread"), ("sharpen", "sharpness")], ids=["contrast", "sharpen"]
)
def test_the_measure_an_operation_is_for_goes_up(
    make_context: MakeContext, faint: Pixels, operation: str, measure: str
) -> None:
    out = EnhanceTool().run({"operation": operation}, make_context(faint))
    before, after = out.data["before"], out.data["after"]
    assert isinstance(before, dict)
    assert isinstance(after, dict)
    assert after[measure] > before[measure]
    assert f"{measure} {before[measure]} -> {after[measure]}" in out.summary


def test_upscale_doubles_the_box(make_context: MakeContext, faint: Pixels) -> None:
    context = make_context(faint)
    out = EnhanceTool().run({"operation": "upscale", "box": [0, 0, 0.5, 0.25]}, context)
    assert out.data["size_px"] == [64, 32]
    assert load_image(out.artifact_refs[0], artifacts=context.artifacts).pixels.shape == (32, 64)


@pytest.mark.parametrize("operation", ["contrast", "sharpen", "upscale"])
def test_colour_stays_colour_and_the_original_is_untouched(operation: str) -> None:
    colour = np.zeros((16, 16, 3), np.uint8)
    colour[:, 8:] = (200, 40, 40)
    colour.setflags(write=False)
    result = enhanced(colour, operation)
    assert result.ndim == 3
    assert result[8, -2, 0] > result[8, -2, 1]


def test_a_result_over_the_limit_is_refused() -> None:
    with pytest.raises(ToolError, match="give a smaller box") as caught:
        enhanced(np.zeros((1, 20_000_000), np.uint8), "upscale")
    assert caught.value.error_class == "invalid_arguments"


def test_an_unknown_operation_is_refused() -> None:
    with pytest.raises(ToolError, match="use contrast, sharpen or upscale"):
        enhanced(np.zeros((4, 4), np.uint8), "denoise")


def test_nothing_is_missing_here() -> None:
    assert EnhanceTool().readiness().state == "ready"


@pytest.mark.parametrize("operation", OPERATIONS)
@pytest.mark.parametrize("shape", [(2, 2), (1, 50), (50, 1), (30, 40, 3)], ids=str)
def test_every_operation_takes_every_shape_and_keeps_its_declaration(
    make_context: MakeContext, operation: str, shape: tuple[int, ...]
) -> None:
    pixels = np.arange(int(np.prod(shape)), dtype=np.int64).reshape(shape).astype(np.uint8)
    out = EnhanceTool().run({"operation": operation}, make_context(pixels))
    factor = 2 if operation == "upscale" else 1
    assert out.data["size_px"] == [shape[1] * factor, shape[0] * factor]
    assert check_value(SPEC.output, out.data, "data") == ""


@pytest.mark.parametrize(
    "box", [[0.9, 0, 0.1, 1], [2, 2, 3, 3], [40, 40, 80, 80]], ids=["reversed", "outside", "pixels"]
)
def test_a_bad_box_is_the_callers_error(make_context: MakeContext, faint: Pixels, box: list[float]) -> None:
    with pytest.raises(ToolError) as caught:
        EnhanceTool().run({"operation": "sharpen", "box": list(box)}, make_context(faint))
    assert caught.value.error_class == "invalid_arguments"


def test_a_flat_part_stays_flat(make_context: MakeContext) -> None:
    for operation in OPERATIONS:
        out = EnhanceTool().run({"operation": operation}, make_context(np.full((32, 32), 90, np.uint8)))
        assert out.data["after"] == {"spread": 0.0, "sharpness": 0.0}


def test_a_frame_of_a_film_can_be_enhanced() -> None:
    context = ToolContext("pydicom:rtdose.dcm", MemoryArtifactStore(), None)
    out = EnhanceTool().run({"operation": "contrast", "frame": 3}, context)
    assert "frame 3 of 15" in out.summary
    assert check_arguments(SPEC, {"operation": "contrast", "frame": 3}) == ""


def test_hostile_files_are_decoded_in_a_process_that_can_be_stopped() -> None:
    assert (SPEC.isolation, SPEC.side_effect) == ("process", "read")
    assert 10 <= SPEC.timeout_s <= 60
