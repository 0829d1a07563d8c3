import sys
import threading
from pathlib import Path

import cv2
import numpy as np
import pytest

from runtime.tools import ocr_rapid
from runtime.tools.ocr_picture import ReadablePicture, TextLine, readable_picture
from runtime.tools.ocr_rapid import rapid_missing, read_with_rapid


def _picture(text: str) -> ReadablePicture:
    pixels = np.full((200, 640), 235, np.uint8)
    cv2.putText(pixels, text, (40, 120), cv2.FONT_HERSHEY_SIMPLEX, 1.6, 20, 3)
    return readable_picture(pixels, 10, 1600)


def test_printed_text_is_read_where_it_stands_and_quietly(capfd: pytest.CaptureFixture[str]) -> None:
    (line,) = read_with_rapid(_picture("Radius and ulna"))
    assert line.text == "Radius and ulna"
    assert line.confidence > 0.9
    assert np.abs(np.array(line.box) - (40, 80, 400, 130)).max() <= 15
    assert capfd.readouterr() == ("", "")


def test_an_empty_picture_has_no_lines(capfd: pytest.CaptureFixture[str]) -> None:
    assert read_with_rapid(_picture("")) == []
    assert capfd.readouterr() == ("", "")


def test_threads_share_one_engine() -> None:
    texts = ("femur", "ulna")
    found: dict[str, list[TextLine]] = {}

    def read(text: str) -> None:
        found[text] = read_with_rapid(_picture(text))

    threads = [threading.Thread(target=read, args=(text,)) for text in texts]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert {text: [line.text for line in lines] for text, lines in found.items()} == {text: [text] for text in texts}
    assert ocr_rapid._engine.cache_info().currsize == 1


def test_what_is_missing_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert rapid_missing() == ""
    (tmp_path / "rapidocr").mkdir()
    (tmp_path / "rapidocr" / "__init__.py").touch()
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "rapidocr", raising=False)
    assert rapid_missing() == "the installed rapidocr carries no model *_det_*.onnx, *_cls_*.onnx, *_rec_*.onnx"
    monkeypatch.setattr(sys, "path", [str(tmp_path / "nowhere")])
    assert rapid_missing().startswith("rapidocr")
    assert rapid_missing().endswith("is not installed")


def test_every_part_has_one_model_in_the_wheel() -> None:
    models = ocr_rapid._models()
    assert sorted(models) == ["Cls", "Det", "Rec"]
    assert all(path.is_file() and path.stat().st_size > 100_000 for path in models.values())
