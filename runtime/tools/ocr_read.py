"""Which reader works here, and what it reads in a picture."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

from runtime.contracts.errors import ToolError
from runtime.tools import ocr_rapid, ocr_tesseract
from runtime.tools.ocr_picture import TextLine, is_frame, readable_picture

if TYPE_CHECKING:
    from runtime.images.image_types import Pixels

Method: TypeAlias = Literal["rapidocr", "tesseract"]
MIN_CONFIDENCE = 0.5
MAX_DRAWN_PX = 1600


class Reader(NamedTuple):
    """Who reads; `name` is empty where nobody can. `why` says what rapidocr lacks, empty when it reads."""

    name: Literal["rapidocr", "tesseract", ""]
    why: str = ""


class Reading(NamedTuple):
    """What was read, in the reader's order. `scale`: the size it was read at, 1 is the picture's own."""

    method: Method
    lines: list[TextLine]
    scale: float


def reader_here() -> Reader:
    """Return rapidocr where it is installed, else tesseract, else nobody. Nothing is imported or started."""
    missing = ocr_rapid.rapid_missing()
    if not missing:
        return Reader("rapidocr")
    return Reader("tesseract" if ocr_tesseract.tesseract_path() else "", missing)


def read_lines(pixels: "Pixels") -> Reading:
    """Return the lines in `pixels` (grey or RGB) of confidence 0.5 and more, boxes in its pixels.

    Raises: ToolError missing_dependency without a reader, timeout or server_failure from tesseract.
    """
    reader = reader_here()
    if reader.name == "rapidocr":
        picture = readable_picture(pixels, ocr_rapid.LEAST_PX, ocr_rapid.MOST_PX)
        lines = ocr_rapid.read_with_rapid(picture)
    elif reader.name == "tesseract":
        picture = readable_picture(pixels, ocr_tesseract.LEAST_PX, ocr_tesseract.MOST_PX)
        lines = ocr_tesseract.read_with_tesseract(picture, ocr_tesseract.tesseract_path())
    else:
        raise ToolError("missing_dependency", f"{reader.why}, and there is no tesseract")
    height, width = pixels.shape[:2]
    kept = [line for line in lines if line.confidence >= MIN_CONFIDENCE and line.text.strip()]
    return Reading(reader.name, [line for line in kept if not is_frame(line.box, width, height)], picture.scale)


def draw_lines(pixels: "Pixels", lines: Sequence[TextLine]) -> "Pixels":
    """Return an RGB copy, at most 1,600 pixels long, with each line's box and its number from 1."""
    import cv2
    import numpy as np

    scale = min(1.0, MAX_DRAWN_PX / max(pixels.shape[:2]))
    size = max(round(pixels.shape[1] * scale), 1), max(round(pixels.shape[0] * scale), 1)
    small = cv2.resize(pixels, size, interpolation=cv2.INTER_AREA) if scale < 1 else pixels
    canvas = np.array(small if small.ndim == 3 else cv2.cvtColor(small, cv2.COLOR_GRAY2RGB), np.uint8)
    for number, line in enumerate(lines, start=1):
        x0, y0, x1, y1 = (round(value * scale) for value in line.box)
        cv2.rectangle(canvas, (x0, y0), (x1, y1), (255, 210, 0), 1)
        cv2.putText(canvas, str(number), (x0, max(y0 - 2, 8)), cv2.FONT_HERSHEY_SIMPLEX, 0.35, (255, 210, 0), 1)
    return canvas
