"""The workflow commands of a lint report, read as a runner reads them."""

import re

from hypothesis import given, settings
from hypothesis import strategies as st

from ace.playbook.lint_report import LintReport
from ace.report.lint_github import lint_github
from runtime.rules.problem import Problem
from tests.ace.report.linting import EVIL_PATH, HOSTILE, ORDINARY

_COMMAND = re.compile(r"::(?P<name>\w+) (?P<properties>.*?)::(?P<data>.*)")


def read_command(line: str) -> tuple[str, dict[str, str], str]:
    """Return name, properties and data of one command, unescaped in the order a runner does it."""
    match = _COMMAND.fullmatch(line)
    assert match is not None
    pairs = [item.split("=", 1) for item in match["properties"].split(",")]
    return match["name"], {name: _unescaped(value) for name, value in pairs}, _unescaped(match["data"])


def _unescaped(text: str) -> str:
    for code, character in (("%0D", "\r"), ("%0A", "\n"), ("%3A", ":"), ("%2C", ","), ("%25", "%")):
        text = text.replace(code, character)
    return text


def test_each_problem_is_a_command_at_its_place() -> None:
    lines = lint_github(ORDINARY).split("\n")
    assert lines[0] == ("::error file=playbooks/tutor/a/x.yaml,line=2,col=5,title=ace lint id::id: wrong")
    assert lines[2].startswith("::warning file=playbooks/tutor/a/x.yaml,line=5,col=16,")
    assert lines[4] == "::notice title=ace lint::history is shallow: ids are not known"
    assert lines[5] == "2 files, 3 errors, 1 warning"


def test_hostile_text_adds_no_command_and_no_property() -> None:
    lines = lint_github(HOSTILE).split("\n")
    assert len(lines) == 3
    name, properties, data = read_command(lines[0])
    assert name == "error"
    assert properties.keys() == {"file", "line", "col", "title"}
    assert properties["file"] == EVIL_PATH.replace("\n", "\\n")
    assert properties["line"] == "1"
    assert "::stop-commands::t" in data
    assert "\x1b" not in "".join(lines)
    assert "\u202e" not in "".join(lines)


@settings(deadline=None)
@given(path=st.text(min_size=1), message=st.text())
def test_any_text_stays_one_command(path: str, message: str) -> None:
    report = LintReport({}, (Problem(path, 3, 4, "id", "warning", message),))
    first, last = lint_github(report).split("\n")
    name, properties, _ = read_command(first)
    assert (name, properties["line"], properties["col"]) == ("warning", "3", "4")
    assert last == "0 files, 0 errors, 1 warning"
