"""What was found in trace files, as text and as JSON."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict
from typing import NamedTuple

from ace.cycle.analyze_files import FilesAnalysis
from ace.cycle.analyze_run import Analysis
from ace.report.cluster_rows import clusters_with_examples
from ace.report.text import not_analyzed_lines, rates_line
from ace.text.counted import counted
from ace.text.table import table
from ace.text.visible_text import escape_text
from ace.trace_import.read_files import FileCount
from runtime.contracts.json_types import JsonObject

SHOWN_FILES = 10
_NUMBERS = ("episodes", "messages", "calls", "problems")
# What the columns after a file's name take, with a format's name of usual length.
_NUMBERS_WIDTH = 56


class FilesShown(NamedTuple):
    """How to tell it: every file and cluster or the first; the terminal's width, None where there is none.

    `in_repository`: there is one to import the files into.
    """

    with_all: bool = False
    width: int | None = None
    in_repository: bool = False


def files_text(found: FilesAnalysis, shown: FilesShown | None = None) -> str:
    """Return the files, how many episodes failed, the clusters with examples, and what to do next."""
    analysis, imported, chosen = found.analysis, found.imported, shown or FilesShown()
    head = (
        f"{counted(len(imported.counts), 'file')}: {counted(analysis.episodes, 'episode')}, "
        f"{counted(len(analysis.findings), 'finding')}, {counted(len(analysis.clusters), 'cluster')}\n"
    )
    checked = counted(found.rules, "reviewed rule") if found.rules else "no rules"
    out = head + _files_table(imported.counts, chosen) + rates_line(analysis) + f"  {checked} checked\n"
    out += clusters_with_examples(analysis, chosen.with_all, chosen.width)
    if imported.problems:
        out += f"  {counted(len(imported.problems), 'problem')} in the files: listed on stderr and with --json\n"
    return out + not_analyzed_lines(analysis) + _next_line(analysis, chosen)


def _files_table(counts: Sequence[FileCount], chosen: FilesShown) -> str:
    rows = [["file", "format", *_NUMBERS]]
    listed = counts if chosen.with_all else counts[:SHOWN_FILES]
    room = None if chosen.width is None else max(chosen.width - _NUMBERS_WIDTH, 20)
    for one in listed:
        rows.append([_shortened(escape_text(one.file), room), escape_text(one.format), *_cells([one])])
    if len(listed) < len(counts):
        rows.append([f"... and {counted(len(counts) - len(listed), 'more file')}, totals", "", *_cells(counts)])
    return table(rows)


def _cells(counts: Sequence[FileCount]) -> list[str]:
    return [str(sum(int(getattr(one, name)) for one in counts)) for name in _NUMBERS]


def _shortened(name: str, room: int | None) -> str:
    """Return the end of a path, which tells files apart, where the whole does not fit."""
    return name if room is None or len(name) <= room else "..." + name[3 - room :]


def _next_line(analysis: Analysis, chosen: FilesShown) -> str:
    if not analysis.clusters:
        return ""
    where = "" if chosen.in_repository else "in a git repository, "
    return f"next: {where}ace import FILES keeps them, then ace analyze RUN, then ace show {analysis.clusters[0].id}\n"


def files_json(found: FilesAnalysis) -> JsonObject:
    """Return the same as a JSON object.

    Keys besides those of `Analysis.to_json`: files [{file, format, records, episodes, messages, calls, paired,
    problems}], problems [{file, line, what, reason}], rules_checked, agents {name: episodes}, simulated (false: what
    the files hold was recorded elsewhere).
    """
    agents = Counter(episode.header.agent for episode in found.imported.episodes)
    return {
        "files": [asdict(count) for count in found.imported.counts],
        "problems": [problem._asdict() for problem in found.imported.problems],
        "agents": dict(sorted(agents.items())),
        "rules_checked": found.rules,
        "simulated": False,
        **found.analysis.to_json(),
    }


def problem_lines(found: FilesAnalysis) -> tuple[str, ...]:
    """Return a line for each thing that could not be read, or only in part."""
    return tuple(f"{item.file}:{item.line}: {item.what}: {item.reason}" for item in found.imported.problems)
