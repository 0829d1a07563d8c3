"""A lint report for a terminal: by file, each problem with its line, a caret under the place, and what to do."""

from collections.abc import Iterator
from itertools import groupby

from ace.playbook.lint_codes import CODES
from ace.playbook.lint_report import LintReport
from ace.review.terminal_text import Line, Span, Style, render_lines
from ace.text.counted import counted
from ace.text.visible_text import display_width, escape_text
from runtime.rules.problem import Problem

# A line is shown around the place: this many characters before it, and in all.
_BEFORE, _SHOWN = 60, 100


def lint_text(report: LintReport, *, color: bool = False) -> str:
    """Return the report with a line for each problem, note and, at the end, the counts. A remedy is given once a file.

    Paths, lines and messages hold words of strangers: what a terminal would obey is written out.
    """
    lines: list[Line] = []
    for path, group in groupby(report.problems, key=lambda problem: problem.path):
        lines += [*_of_file(path, list(group), report.files.get(path, b"")), Line(())]
    lines += [Line((Span("note: ", "dim"), Span(escape_text(note)))) for note in report.notes]
    found = f"{counted(report.errors, 'error')}, {counted(report.warnings, 'warning')}"
    lines.append(Line((Span(f"{counted(len(report.files), 'file')}, {found}"),)))
    return render_lines(lines, color=color, width=None)


def _of_file(path: str, problems: list[Problem], data: bytes) -> Iterator[Line]:
    # Only a line feed ends a line here, as in the reader that gave the numbers.
    source = data.decode("utf-8", "replace").split("\n")
    yield Line((Span(f"{escape_text(path)}:", "bold"),))
    explained: set[str] = set()
    for problem in problems:
        style: Style = "alarm" if problem.severity == "error" else "changed"
        yield Line(
            (
                Span(f"  {problem.line}:{problem.column} "),
                Span(problem.severity, style),
                Span(f": {escape_text(problem.message)} "),
                Span(f"[{problem.code}]", "dim"),
            )
        )
        if data and problem.line <= len(source):
            yield from _quoted(problem, source[problem.line - 1].removesuffix("\r"))
        if problem.code not in explained:
            yield Line((Span(f"    {CODES[problem.code].remedy}"),))
            explained.add(problem.code)


def _quoted(problem: Problem, source: str) -> Iterator[Line]:
    start = max(0, problem.column - 1 - _BEFORE)
    shown = escape_text(source[start : start + _SHOWN])
    before = escape_text(source[start : problem.column - 1])
    head = f"    {problem.line} | "
    yield Line((Span(head, "dim"), Span(shown)))
    yield Line((Span(f"{' ' * (len(head) - 2)}| ", "dim"), Span(" " * display_width(before)), Span("^", "bold")))
