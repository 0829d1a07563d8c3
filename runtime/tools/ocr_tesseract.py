"""tesseract, the program: what reads text where rapidocr is not installed."""

import csv
import os
import shutil
import subprocess

from runtime.contracts.errors import ToolError
from runtime.images.load_image import encode_png
from runtime.tools.ocr_picture import ReadablePicture, TextLine

LEAST_PX, MOST_PX = 2000, 4000
TIMEOUT_S = 40.0
# 11: text anywhere, in no order. A picture with labels is no page with columns.
_LAYOUT = "11"
_WORD_LEVEL = "5"


def tesseract_path() -> str:
    """Return where the program is, or an empty string."""
    return shutil.which("tesseract") or ""


def read_with_tesseract(picture: ReadablePicture, program: str, timeout_s: float = TIMEOUT_S) -> list[TextLine]:
    """Return the lines in `picture`, top to bottom; a line's confidence is the mean of its words'.

    Raises: ToolError timeout after `timeout_s`, server_failure when the program fails.
    """
    command = [program, "stdin", "stdout", "-l", "eng", "--psm", _LAYOUT, "tsv"]
    environ = {**os.environ, "OMP_THREAD_LIMIT": "1"}
    try:
        done = subprocess.run(
            command, input=encode_png(picture.pixels), capture_output=True, timeout=timeout_s, env=environ, check=False
        )
    except subprocess.TimeoutExpired as exc:
        raise ToolError("timeout", f"tesseract took over {timeout_s:g} s; give a smaller box") from exc
    except OSError as exc:
        raise ToolError("server_failure", f"tesseract cannot be started ({exc.strerror or exc})") from exc
    if done.returncode:
        said = " ".join(done.stderr.decode("utf-8", "replace").split())[:160]
        raise ToolError("server_failure", f"tesseract ended with {done.returncode}: {said}")
    return parse_words(done.stdout.decode("utf-8", "replace"), picture)


def parse_words(table: str, picture: ReadablePicture) -> list[TextLine]:
    """Return tesseract's tab-separated words as lines, in the table's order. Rows that are no words are passed over."""
    words: dict[tuple[str, ...], list[dict[str, str]]] = {}
    for row in csv.DictReader(table.splitlines(), delimiter="\t", quoting=csv.QUOTE_NONE):
        if row.get("level") == _WORD_LEVEL and (row.get("text") or "").strip():
            words.setdefault((row["block_num"], row["par_num"], row["line_num"]), []).append(row)
    return [_line(row, picture) for row in words.values()]


def _line(words: list[dict[str, str]], picture: ReadablePicture) -> TextLine:
    places = [(int(word["left"]), int(word["top"]), int(word["width"]), int(word["height"])) for word in words]
    box = picture.box_in_given(
        min(left for left, _, _, _ in places),
        min(top for _, top, _, _ in places),
        max(left + width for left, _, width, _ in places),
        max(top + height for _, top, _, height in places),
    )
    confidence = sum(float(word["conf"]) for word in words) / len(words) / 100.0
    return TextLine(" ".join(word["text"] for word in words), round(min(max(confidence, 0.0), 1.0), 3), box)
