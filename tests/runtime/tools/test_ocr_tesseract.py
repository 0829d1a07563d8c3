import shutil
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest

from runtime.contracts.errors import ToolError
from runtime.tools.ocr_picture import ReadablePicture, readable_picture
from runtime.tools.ocr_tesseract import parse_words, read_with_tesseract, tesseract_path

PICTURE = readable_picture(np.zeros((300, 400), np.uint8), 10, 1000)
HEAD = "level\tpage_num\tblock_num\tpar_num\tline_num\tword_num\tleft\ttop\twidth\theight\tconf\ttext\n"


def _program(folder: Path, body: str) -> str:
    """A program that takes tesseract's place: a script of this Python."""
    path = folder / "tesseract"
    path.write_text(f"#!{sys.executable}\nimport sys, time\nsys.stdin.buffer.read()\n{body}\n", encoding="utf-8")
    path.chmod(0o755)
    return str(path)


def test_words_of_a_line_become_a_line() -> None:
    table = HEAD + (
        "1\t1\t0\t0\t0\t0\t0\t0\t420\t320\t-1\t\n"
        "5\t1\t1\t1\t1\t1\t110\t60\t40\t20\t90.0\tleft\n"
        '5\t1\t1\t1\t1\t2\t160\t58\t60\t22\t70.0\t"hand"\n'
        "5\t1\t1\t1\t2\t1\t110\t90\t10\t10\t95.0\t \n"
        "5\t1\t2\t1\t1\t1\t10\t210\t30\t20\t50.0\tR\n"
    )
    first, second = parse_words(table, PICTURE)
    assert first == ('left "hand"', 0.8, (100, 48, 210, 70))
    assert second == ("R", 0.5, (0, 200, 30, 220))


@pytest.mark.parametrize("table", ["", HEAD, "not a table", HEAD + "5\n"], ids=["nothing", "head", "words", "short"])
def test_a_table_without_words_has_no_lines(table: str) -> None:
    assert parse_words(table, PICTURE) == []


@pytest.mark.parametrize(
    ("body", "error_class", "said"),
    [
        ("time.sleep(60)", "timeout", "took over 1 s; give a smaller box"),
        ("sys.exit('Error opening data file eng.traineddata')", "server_failure", "ended with 1: Error opening data"),
    ],
    ids=["hangs", "fails"],
)
def test_a_program_that_hangs_or_fails_is_a_classed_error(
    tmp_path: Path, body: str, error_class: str, said: str
) -> None:
    with pytest.raises(ToolError, match=said) as caught:
        read_with_tesseract(PICTURE, _program(tmp_path, body), timeout_s=1.0)
    assert caught.value.error_class == error_class


def test_a_program_that_is_gone_is_a_classed_error(tmp_path: Path) -> None:
    with pytest.raises(ToolError, match="cannot be started") as caught:
        read_with_tesseract(PICTURE, str(tmp_path / "absent"))
    assert caught.value.error_class == "server_failure"


def test_what_the_program_prints_is_read(tmp_path: Path) -> None:
    body = f"print({HEAD!r} + '5\\t1\\t1\\t1\\t1\\t1\\t10\\t10\\t9\\t9\\t96\\tok')"
    assert read_with_tesseract(PICTURE, _program(tmp_path, body))[0].text == "ok"


def test_the_program_is_looked_for_on_the_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert tesseract_path() == ""
    program = _program(tmp_path, "")
    assert tesseract_path() == program


@pytest.mark.skipif(shutil.which("tesseract") is None, reason="the program tesseract is not installed here")
def test_the_real_program_reads_printed_text() -> None:
    pixels = np.full((200, 600), 255, np.uint8)
    cv2.putText(pixels, "Radius and ulna", (40, 120), cv2.FONT_HERSHEY_SIMPLEX, 1.6, 0, 3)
    picture: ReadablePicture = readable_picture(pixels, 900, 2000)
    lines = read_with_tesseract(picture, tesseract_path())
    assert [line.text for line in lines] == ["Radius and ulna"]
    assert lines[0].confidence > 0.8
    assert 30 <= lines[0].box.x0 <= 50
