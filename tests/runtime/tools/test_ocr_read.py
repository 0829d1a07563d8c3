from collections.abc import Sequence

import numpy as np
import pytest

from runtime.contracts.errors import ToolError
from runtime.images.boxes import BoxPx
from runtime.tools import ocr_rapid, ocr_tesseract
from runtime.tools.ocr_picture import ReadablePicture, TextLine
from runtime.tools.ocr_read import Reader, draw_lines, read_lines, reader_here


def _given(monkeypatch: pytest.MonkeyPatch, rapid: str, tesseract: str) -> None:
    monkeypatch.setattr(ocr_rapid, "rapid_missing", lambda: rapid)
    monkeypatch.setattr(ocr_tesseract, "tesseract_path", lambda: tesseract)


@pytest.mark.parametrize(
    ("rapid", "tesseract", "reader"),
    [
        ("", "", Reader("rapidocr")),
        ("", "/usr/bin/tesseract", Reader("rapidocr")),
        ("rapidocr is not installed", "/usr/bin/tesseract", Reader("tesseract", "rapidocr is not installed")),
        ("rapidocr is not installed", "", Reader("", "rapidocr is not installed")),
    ],
    ids=["rapid", "both", "tesseract", "none"],
)
def test_the_first_reader_that_is_there_reads(
    monkeypatch: pytest.MonkeyPatch, rapid: str, tesseract: str, reader: Reader
) -> None:
    _given(monkeypatch, rapid, tesseract)
    assert reader_here() == reader


def test_without_a_reader_it_is_a_missing_dependency(monkeypatch: pytest.MonkeyPatch) -> None:
    _given(monkeypatch, "rapidocr is not installed", "")
    with pytest.raises(ToolError, match="rapidocr is not installed, and there is no tesseract") as caught:
        read_lines(np.zeros((9, 9), np.uint8))
    assert caught.value.error_class == "missing_dependency"


@pytest.mark.parametrize("name", ["rapidocr", "tesseract"])
def test_unsure_empty_and_frame_sized_lines_are_left_out(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    lines = [
        TextLine("kept", 0.5, BoxPx(0, 0, 10, 10)),
        TextLine("unsure", 0.49, BoxPx(0, 0, 10, 10)),
        TextLine("  ", 0.9, BoxPx(0, 0, 10, 10)),
        TextLine("H", 0.9, BoxPx(0, 0, 300, 299)),
    ]

    def read(picture: ReadablePicture, *more: object) -> Sequence[TextLine]:
        return lines

    _given(monkeypatch, "" if name == "rapidocr" else "no", "/usr/bin/tesseract")
    monkeypatch.setattr(ocr_rapid, "read_with_rapid", read)
    monkeypatch.setattr(ocr_tesseract, "read_with_tesseract", read)
    reading = read_lines(np.zeros((300, 300), np.uint8))
    assert reading.method == name
    assert [line.text for line in reading.lines] == ["kept"]


@pytest.mark.parametrize("shape", [(100, 200), (100, 200, 3), (3200, 800)], ids=["grey", "colour", "large"])
def test_boxes_are_drawn_on_a_copy(shape: tuple[int, ...]) -> None:
    pixels = np.zeros(shape, np.uint8)
    drawn = draw_lines(pixels, [TextLine("x", 1.0, BoxPx(20, 30, 80, 60))])
    assert drawn.shape == ((1600, 400, 3) if shape[0] == 3200 else (*shape[:2], 3))
    scale = drawn.shape[0] / shape[0]
    assert drawn[round(30 * scale), round(50 * scale)].tolist() == [255, 210, 0]
    assert pixels.max() == 0
