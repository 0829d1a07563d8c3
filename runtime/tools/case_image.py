"""The case's image for a tool: opened, turned to grey, its errors turned into the tool's."""

from pathlib import Path
from typing import TYPE_CHECKING

from runtime.contracts.errors import ImageError, ToolError
from runtime.contracts.json_types import JsonObject
from runtime.contracts.ports import ToolContext
from runtime.images.image_refs import ImageDependencyError
from runtime.images.image_types import Image
from runtime.images.load_image import load_image

if TYPE_CHECKING:
    from runtime.images.image_types import Pixels


FRAME_SCHEMA: JsonObject = {
    "type": "integer",
    "description": "which frame of a file of several, from 1; the middle one if left out",
    "minimum": 1,
    "maximum": 100_000,
}


def open_case_image(context: ToolContext, base: Path | None, frame: object = None) -> Image:
    """Return the case's image; `frame` (from 1) says which of several, the middle one when it is left out.

    Raises: ToolError business_failure without an image or with an unreadable one, missing_dependency when a package
        is absent.
    """
    if not context.image_ref:
        raise ToolError("business_failure", "this case has no image; work from the question's text")
    try:
        chosen = frame if isinstance(frame, int) else None
        return load_image(context.image_ref, base=base, artifacts=context.artifacts, frame=chosen)
    except ImageDependencyError as exc:
        raise ToolError("missing_dependency", str(exc)) from exc
    except ImageError as exc:
        raise ToolError("business_failure", str(exc)) from exc


def to_grey(pixels: "Pixels") -> "Pixels":
    """Return grey uint8 pixels, height x width; colour by luminance (ITU-R BT.601)."""
    import cv2
    import numpy as np

    return pixels if pixels.ndim == 2 else np.asarray(cv2.cvtColor(pixels, cv2.COLOR_RGB2GRAY), np.uint8)


def size_words(image: Image) -> str:
    """Return the image's size, kind and frame as summaries say it."""
    kind = f" {image.modality}" if image.modality else ""
    frames = f", frame {image.frame} of {image.frames}" if image.frames > 1 else ""
    return f"the {image.width}x{image.height} pixel{kind} image{frames}"
