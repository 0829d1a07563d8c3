"""rapidocr: PP-OCR models that come in its own wheel, run by onnxruntime. Nothing is ever downloaded.

Source: PP-OCR (PaddleOCR) through https://github.com/RapidAI/RapidOCR.
"""

import functools
import threading
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, cast

from runtime.tools.ocr_picture import ReadablePicture, TextLine

if TYPE_CHECKING:
    from collections.abc import Iterable

    from runtime.images.image_types import Pixels

LEAST_PX, MOST_PX = 900, 1600
# One file for each part of the work: where text is, which way up it is, what it says.
_PARTS = {"Det": "*_det_*.onnx", "Cls": "*_cls_*.onnx", "Rec": "*_rec_*.onnx"}
_LOCK = threading.Lock()


class _Engine(Protocol):
    def __call__(self, picture: "Pixels") -> "_Result": ...


class _Result(Protocol):
    boxes: "Iterable[Iterable[Iterable[float]]] | None"
    txts: "Iterable[str] | None"
    scores: "Iterable[float] | None"


def rapid_missing() -> str:
    """Return what rapidocr lacks here, or an empty string. Looks for files only; nothing is imported."""
    absent = [name for name in ("rapidocr", "onnxruntime") if find_spec(name) is None]
    if absent:
        return f"{', '.join(absent)} is not installed"
    lacking = [pattern for part, pattern in _PARTS.items() if part not in _models()]
    return f"the installed rapidocr carries no model {', '.join(lacking)}" if lacking else ""


def read_with_rapid(picture: ReadablePicture) -> list[TextLine]:
    """Return the lines in `picture`, top to bottom. The engine is loaded once a process and used by one thread at once.

    Raises: whatever rapidocr raises; ask `rapid_missing` first.
    """
    import cv2
    import numpy as np

    pixels = picture.pixels
    given = np.asarray(cv2.cvtColor(pixels, cv2.COLOR_RGB2BGR if pixels.ndim == 3 else cv2.COLOR_GRAY2BGR), np.uint8)
    with _LOCK:
        result = _engine()(given)
    if result.boxes is None or result.txts is None or result.scores is None:
        return []
    lines = []
    for corners, text, score in zip(result.boxes, result.txts, result.scores, strict=True):
        xs, ys = zip(*((float(x), float(y)) for x, y in corners), strict=True)
        box = picture.box_in_given(min(xs), min(ys), max(xs), max(ys))
        lines.append(TextLine(text, round(float(score), 3), box))
    return lines


@functools.cache
def _engine() -> _Engine:
    from rapidocr import RapidOCR

    # Named files: by default rapidocr checks a list of addresses, and fetches a model whose checksum is another.
    settings: dict[str, object] = {f"{part}.model_path": str(path) for part, path in _models().items()}
    return cast("_Engine", RapidOCR(params={**settings, "Global.log_level": "critical"}))


def _models() -> dict[str, Path]:
    spec = find_spec("rapidocr")
    folders = list(spec.submodule_search_locations or ()) if spec else []
    found = {part: sorted(Path(folder, "models").glob(glob)) for part, glob in _PARTS.items() for folder in folders[:1]}
    return {part: paths[0] for part, paths in found.items() if paths}
