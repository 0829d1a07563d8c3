"""What an import read, as text and as JSON; foreign words are escaped in the text."""

from collections.abc import Sequence
from dataclasses import asdict

from ace.text.counted import counted
from ace.text.table import table
from ace.text.visible_text import escape_text
from ace.trace_import.read_files import FileCount, ImportedFiles
from ace.trace_import.store_import import Stored
from runtime.contracts.json_types import JsonObject
from runtime.traces.formats.transcript import BadRecord

SHOWN_PROBLEMS = 20
_NUMBERS = ("records", "episodes", "messages", "calls", "paired", "problems")


def totals(counts: Sequence[FileCount]) -> dict[str, int]:
    """Return each count summed over the files."""
    return {name: sum(int(getattr(count, name)) for count in counts) for name in _NUMBERS}


def import_text(imported: ImportedFiles, stored: Stored | None) -> str:
    """Return a table of the files, the first problems, and where the episodes are kept."""
    rows = [["file", "format", *_NUMBERS]]
    rows += [[escape_text(one.file), one.format or "none", *_cells(asdict(one))] for one in imported.counts]
    if len(imported.counts) > 1:
        rows.append([counted(len(imported.counts), "file"), "", *_cells(totals(imported.counts))])
    return table(rows) + problems_text(imported.problems) + _end(imported, stored)


def import_json(imported: ImportedFiles, stored: Stored | None) -> JsonObject:
    """Return the same with every problem."""
    return {
        "run": stored.run if stored is not None else None,
        "is_new": stored is not None and stored.is_new,
        "files": [asdict(count) for count in imported.counts],
        "totals": {"files": len(imported.counts), **totals(imported.counts)},
        "problems": [problem._asdict() for problem in imported.problems],
    }


def problems_text(problems: Sequence[BadRecord]) -> str:
    """Return the first problems, a line each, and how many more there are; nothing where there are none."""
    if not problems:
        return ""
    lines = [f"{counted(len(problems), 'problem')}"]
    for one in problems[:SHOWN_PROBLEMS]:
        place = f"{one.file}:{one.line}" if one.line else one.file
        lines.append("  " + escape_text(f"{place}: {one.what}: {one.reason}"))
    if len(problems) > SHOWN_PROBLEMS:
        lines.append(f"  and {len(problems) - SHOWN_PROBLEMS} more (--json lists all)")
    return "\n".join(lines) + "\n"


def _cells(values: dict[str, object] | dict[str, int]) -> list[str]:
    return [str(values[name]) for name in _NUMBERS]


def _end(imported: ImportedFiles, stored: Stored | None) -> str:
    if stored is None:
        return "nothing was imported\n"
    episodes = counted(len(imported.episodes), "episode")
    if not stored.is_new:
        return f"{episodes}, imported before, as {stored.run}: nothing new was written\n"
    return f"{episodes} imported as {stored.run}; next: ace analyze {stored.run}\n"
