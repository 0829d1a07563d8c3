"""A lint report as workflow commands: GitHub shows each beside its line in the pull request."""

from ace.playbook.lint_report import LintReport
from ace.text.counted import counted
from ace.text.visible_text import escape_text
from runtime.rules.problem import Problem


def lint_github(report: LintReport) -> str:
    """Return one command a problem and note, then a line that counts them.

    File names and messages hold words of strangers: what would end a property, a command or a line is written as
    GitHub reads it back (%25, %0D, %0A, %3A, %2C), and characters that cannot be seen are written out.
    """
    lines = [_command(problem) for problem in report.problems]
    lines += [f"::notice title=ace lint::{_data(note)}" for note in report.notes]
    # A plain line could itself be a command: counts hold no foreign text.
    found = f"{counted(report.errors, 'error')}, {counted(report.warnings, 'warning')}"
    lines.append(f"{counted(len(report.files), 'file')}, {found}")
    return "\n".join(lines)


def _command(problem: Problem) -> str:
    properties = {
        "file": problem.path,
        "line": str(problem.line),
        "col": str(problem.column),
        "title": f"ace lint {problem.code}",
    }
    listed = ",".join(f"{name}={_property(value)}" for name, value in properties.items())
    return f"::{problem.severity} {listed}::{_data(problem.message)}"


def _data(text: str) -> str:
    return escape_text(text).replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
