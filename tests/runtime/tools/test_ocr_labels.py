"""What is printed in real figures and burned into real ultrasound pictures, and how much of it each reader reads.

The labels were written down by looking at the pictures. To see the figures:

    ACE_OUTSIDE_DATA=... python -m pytest tests/runtime/tools/test_ocr_labels.py --log-cli-level=INFO
"""

import logging
import os
import re
import shutil
import time
from collections import Counter
from pathlib import Path
from typing import NamedTuple

import pytest

from runtime.images.load_image import load_image
from runtime.tools import ocr_rapid, ocr_tesseract
from runtime.tools.ocr_picture import readable_picture
from runtime.tools.ocr_read import MIN_CONFIDENCE

LOG = logging.getLogger(__name__)
FIGURES: dict[str, tuple[str, ...]] = {
    "2016_Occluded_Coronay_Arteries.jpg": (
        "Blockage of common trunk", "of left coronary artery", "Blockage of", "circumflex artery",
    ),
    "814_Radiograph_of_Hand.jpg": (
        "Metacarpophalangeal", "joints", "Interphalangeal joints", "Carpometacarpal", "joints", "Midcarpal joint",
        "Radiocarpal (wrist)", "joint",
    ),
    "2229_Autoimmune_Disorders_Rheumatoid_Arthritis_and_Lupus.jpg": (
        "Systemic:", "Low-grade fever", "Photosensitivity", "Psychological:", "Fatigue", "Loss of appetite",
        "Mouth and nose", "Ulcers", "Face", "Butterfly rash", "Muscles", "Aches", "Pleura", "Inflammation",
        "Pericardium", "Inflammation", "Joints", "Arthritis", "Fingers and toes", "Poor circulation", "(a)", "(b)",
    ),
    "1602_The_Hemorrhagic_Stroke-02.jpg": ("(a)", "(b)"),
}  # fmt: skip
ULTRASOUND: dict[str, tuple[str, ...]] = {
    "pydicom-data:US1_UNCI.dcm": (
        "BAPTIST MED CTR", "630P630", "78F78", "44CG43", "IM#2", "+2:09:04", "3cm3cm 8M12L", "MSCSKEL", "CINE 0118",
        "22G22", "78DR78", "PWR", "PWR", "PWR", "PWR", "LYMPH NODE", "TIS<0.4 MI=0.8 AO=100%", "GE",
    ),
    "pydicom-data:JPGLosslessP14SV1_1s_1f_8b.dcm": (
        "Adult Echo", "S5-1", "49Hz", "16cm", "2D", "64%", "C 50", "P Low", "HPen", "Asc Ao Diam", "3.3 cm",
        "Asc Ao Index", "2.0", "TIS0.4", "MI 1.4", "M3", "X2", "G", "P", "R", "P", "1.3", "2.6", "65bpm",
    ),
    "pydicom-data:OBXXXX1A.dcm": (
        "PHILIPS", "OB", "11-05-25-142825", "Philips Healthcare", "MI 1.1", "TIB 0.2", "5/25/2011", "2:56:22 PM",
        "Gen OB", "C5-1", "28Hz", "11cm", "+ Cist Mag", "1.06 cm", "2D", "HGen", "Gn 60", "C 61", "3/3/4", "P", "R",
        "1.8", "3.6", "G", "P",
    ),
    "pydicom-data:color3d_jpeg_baseline.dcm": (
        "PLA", "Gen THI", "S", "Crd", "P21", "MI", "0.9", "TIS", "0.7", "A", "B", "19", "Gen", "0", "Sector", "MB Off",
        "THI", "On", "Page 1/3",
    ),
    "pydicom-data:gdcm-US-ALOKA-16.dcm": (
        "*WESTWAY MEDICAL*", "ULTRASOUND", "Y", "24-MAY-02", ":M 11:24:20", "127/1281", "20Hz", "110/1112", "20Hz",
        "LO", "9123", "5.0 R15 G66 C6", "A2", "9123", "5.0 R15 G63 C6", "A2", "3:PELVIS", "DVA: 94%",
    ),
}  # fmt: skip


class Score(NamedTuple):
    """Labels read to the letter, and within two letters more or less (labels of five characters and more)."""

    exact: int
    near: int
    of: int
    seconds: float


def _read(ref: str, base: Path, reader: str) -> tuple[list[str], float]:
    bounds = ocr_rapid if reader == "rapidocr" else ocr_tesseract
    picture = readable_picture(load_image(ref, base=base).pixels, bounds.LEAST_PX, bounds.MOST_PX)
    started = time.perf_counter()
    if reader == "rapidocr":
        lines = ocr_rapid.read_with_rapid(picture)
    else:
        lines = ocr_tesseract.read_with_tesseract(picture, ocr_tesseract.tesseract_path())
    return [line.text for line in lines if line.confidence >= MIN_CONFIDENCE], time.perf_counter() - started


def _times_read(label: str, lines: list[str]) -> int:
    """How often a label stands in the lines as whole words; blanks do not count."""
    words = r"\s*".join(re.escape(word) for word in label.split())
    return len(re.findall(rf"(?<![A-Za-z0-9]){words}(?![A-Za-z0-9])", " | ".join(lines)))


def _edits(label: str, line: str) -> int:
    """The fewest letters to change so that the label stands somewhere in the line."""
    row = [0] * (len(line) + 1)
    for number, letter in enumerate(label, start=1):
        new = [number]
        for place, other in enumerate(line, start=1):
            new.append(min(new[-1] + 1, row[place] + 1, row[place - 1] + (letter != other)))
        row = new
    return min(row)


def _score(labels: tuple[str, ...], lines: list[str], seconds: float) -> Score:
    exact = near = 0
    for label, times in Counter(labels).items():
        found = min(times, _times_read(label, lines))
        exact += found
        bare = "".join(label.split())
        if found < times and len(bare) >= 5 and any(_edits(bare, "".join(line.split())) <= 2 for line in lines):
            near += times - found
    return Score(exact, exact + near, len(labels), seconds)


def _total(table: dict[str, tuple[str, ...]], reader: str) -> Score:
    base = Path(os.environ["ACE_OUTSIDE_DATA"]) / "openstax-anatomy" / "figures"
    _read("phantom:line-pairs", base, reader)  # loads the models, which is not counted
    scores = []
    for ref, labels in table.items():
        score = _score(labels, *_read(ref, base, reader))
        LOG.info("%s %s: %d exact, %d near, of %d, %.1f s", reader, ref, *score)
        scores.append(score)
    return Score(*(sum(column) for column in zip(*scores, strict=True)))


OUTSIDE = pytest.mark.skipif(not os.environ.get("ACE_OUTSIDE_DATA"), reason="ACE_OUTSIDE_DATA names no folder")
TESSERACT = pytest.mark.skipif(shutil.which("tesseract") is None, reason="the program tesseract is not installed")


@pytest.mark.outside_data
@OUTSIDE
def test_every_label_of_the_angiogram_is_read_to_the_letter() -> None:
    name = "2016_Occluded_Coronay_Arteries.jpg"
    score = _total({name: FIGURES[name]}, "rapidocr")
    assert (score.exact, score.of) == (4, 4)


@pytest.mark.outside_data
@OUTSIDE
@pytest.mark.parametrize(
    ("table", "reader", "exact_at_least"),
    [
        pytest.param(FIGURES, "rapidocr", 33, id="figures-rapidocr"),
        pytest.param(FIGURES, "tesseract", 32, id="figures-tesseract", marks=TESSERACT),
        pytest.param(ULTRASOUND, "rapidocr", 88, id="ultrasound-rapidocr"),
        pytest.param(ULTRASOUND, "tesseract", 45, id="ultrasound-tesseract", marks=TESSERACT),
    ],
)
def test_printed_text_is_read(table: dict[str, tuple[str, ...]], reader: str, exact_at_least: int) -> None:
    score = _total(table, reader)
    LOG.info("%s in all: %d exact, %d near, of %d, %.1f s", reader, *score)
    assert score.exact >= exact_at_least


@pytest.mark.parametrize(
    ("label", "lines", "exact", "near"),
    [
        ("joint", ["joints"], 0, 1),
        ("joints", ["• joints"], 1, 1),
        ("MI 1.4", ["TIS0.4 MI1.4"], 1, 1),
        ("P", ["PLA", "P21"], 0, 0),
        ("circumflex", ["circurnflex artery"], 0, 1),
        ("Pleura", ["nothing"], 0, 0),
    ],
)
def test_labels_are_counted_as_a_reader_would(label: str, lines: list[str], exact: int, near: int) -> None:
    assert _score((label,), lines, 0.0)[:2] == (exact, near)
