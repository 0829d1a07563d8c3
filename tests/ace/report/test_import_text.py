"""What an import prints: counts, reasons with their rows, and how to run it."""

from pathlib import Path

from ace.report.import_text import import_json, import_text
from ace.sample_import.import_samples import ImportReport
from ace.sample_import.request import ImportRequest
from ace.sample_import.row import SkippedRow

REQUEST = ImportRequest("slake", Path("data"), Path("top"), Path("samples/imported"))
SKIPPED = (
    *(SkippedRow(f"a.json:{number}", f"asked before at a.json:{number - 1}") for number in range(2, 9)),
    SkippedRow("a.json:9", "answer is \x1b[31mempty"),
)


def _report(**changes: object) -> ImportReport:
    fields: dict[str, object] = {
        "folder": Path("/top/samples/imported/tutor"),
        "files": ("slake-a.yaml",),
        "cases": 3,
        "dev": 2,
        "sealed": 1,
        "copied_images": 0,
        "skipped": SKIPPED,
        "left_out": 0,
        "problems": (),
        **changes,
    }
    return ImportReport(**fields)  # type: ignore[arg-type]


def test_reasons_are_counted_and_rows_named() -> None:
    text = import_text(_report(), REQUEST)
    assert "slake: 3 cases (2 dev, 1 sealed), 9 samples, in 1 files in /top/samples/imported/tutor" in text
    assert "8 rows were not imported:" in text
    assert "7: asked before at an earlier row (a.json:2, a.json:3, a.json:4, a.json:5 ... and 3 more)" in text
    assert "add samples/imported to `samples` in ace.yaml" in text
    assert "\x1b" not in text
    assert "copied" not in text


def test_copied_images_and_a_limit_are_said() -> None:
    text = import_text(_report(copied_images=4, left_out=7, skipped=()), REQUEST)
    assert "4 images copied into the repository; their licence may forbid passing them on" in text
    assert "7 more could be imported (--limit)" in text
    assert "not imported" not in text


def test_the_json_lists_every_row() -> None:
    value = import_json(_report(), REQUEST)
    assert value["skipped"] == [{"row": row.place, "reason": row.reason} for row in SKIPPED]
    assert (value["dataset"], value["cases"], value["seed"]) == ("slake", 3, 0)
