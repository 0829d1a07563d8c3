"""What `ace samples import` prints."""

from collections import defaultdict
from collections.abc import Sequence

from ace.sample_import.import_samples import AGENT, ImportReport
from ace.sample_import.request import ImportRequest
from ace.sample_import.row import SkippedRow
from ace.text.visible_text import escape_text
from runtime.contracts.json_types import JsonObject

PLACES_SHOWN = 4


def import_text(report: ImportReport, request: ImportRequest) -> str:
    """Return what was imported, what was not and why, and how to run it."""
    lines = [
        f"{request.name}: {report.cases} cases ({report.dev} dev, {report.sealed} sealed), {3 * report.cases} samples, "
        f"in {len(report.files)} files in {escape_text(str(report.folder))}"
    ]
    if report.copied_images:
        lines.append(
            f"  {report.copied_images} images copied into the repository; their licence may forbid passing them on"
        )
    if report.left_out:
        lines.append(f"  {report.left_out} more could be imported (--limit)")
    if report.skipped:
        lines.append(f"  {len(report.skipped)} rows were not imported:")
    for reason, places in _by_reason(report.skipped):
        more = f" ... and {len(places) - PLACES_SHOWN} more" if len(places) > PLACES_SHOWN else ""
        lines.append(
            f"    {len(places)}: {escape_text(reason)} ({escape_text(', '.join(places[:PLACES_SHOWN]))}{more})"
        )
    lines += [f"  PROBLEM {escape_text(p.path)}: {p.where}: {escape_text(p.problem)}" for p in report.problems]
    lines.append(f"to run them: add {escape_text(request.out.as_posix())} to `samples` in ace.yaml")
    return "\n".join(lines) + "\n"


def import_json(report: ImportReport, request: ImportRequest) -> JsonObject:
    """Return the report as JSON: every row that was not imported with its reason."""
    return {
        "dataset": request.name,
        "folder": str(report.folder),
        "agent": AGENT,
        "seed": request.seed,
        "files": list(report.files),
        "cases": report.cases,
        "dev": report.dev,
        "sealed": report.sealed,
        "copied_images": report.copied_images,
        "left_out": report.left_out,
        "skipped": [{"row": row.place, "reason": row.reason} for row in report.skipped],
        "problems": [problem.model_dump() for problem in report.problems],
    }


def _by_reason(skipped: Sequence[SkippedRow]) -> list[tuple[str, list[str]]]:
    """Reasons with their rows, the most frequent first; the row that a reason names is not spelt out."""
    rows: dict[str, list[str]] = defaultdict(list)
    for row in skipped:
        words = ["an earlier row" if ".json:" in word else word for word in row.reason.split(" ")]
        rows[" ".join(words)].append(row.place)
    return sorted(rows.items(), key=lambda item: (-len(item[1]), item[0]))
