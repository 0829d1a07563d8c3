"""The lint report a person reads."""

from hypothesis import given, settings
from hypothesis import strategies as st

from ace.playbook.lint_report import LintReport
from ace.report.lint_text import lint_text
from runtime.rules.problem import Problem
from tests.ace.report.linting import HOSTILE, ORDINARY, PATH


def test_it_is_grouped_by_file_with_line_caret_and_remedy() -> None:
    assert (
        lint_text(ORDINARY)
        == """\
playbooks/tutor/a/x.yaml:
  2:5 error: id: wrong [id]
    2 | id: a.x
      |     ^
    Correct the id, or move the file.
  4:7 error: when: unknown field `state.stepp` [condition-field]
    4 | when: state.stepp > 1
      |       ^
    Correct the name; see `ace fields`.
  5:16 warning: text: says the same as a.y [same-text]
    5 | text: na\u00efve \u533b\u5b66 x
      |                  ^
    Merge the two rules.

playbooks/tutor/b/y.yaml:
  1:1 error: id: also wrong [id]
    Correct the id, or move the file.

note: history is shallow: ids are not known
2 files, 3 errors, 1 warning
"""
    )


def test_a_remedy_is_said_once_a_file() -> None:
    problems = tuple(Problem(PATH, line, 1, "id", "error", "x") for line in (1, 2, 3))
    assert lint_text(LintReport({}, problems)).count("Correct the id") == 1


def test_a_long_line_is_shown_around_the_place() -> None:
    source = b"text: " + b"a" * 500 + b"#" + b"b" * 500
    shown = lint_text(LintReport({PATH: source}, (Problem(PATH, 1, 507, "id", "error", "x"),))).split("\n")
    assert len(shown[2]) < 120
    assert shown[2][shown[3].index("^")] == "#"


def test_a_place_behind_the_end_has_no_line() -> None:
    assert "|" not in lint_text(LintReport({PATH: b"a: 1"}, (Problem(PATH, 7, 1, "id", "error", "x"),)))


def test_hostile_text_is_written_out() -> None:
    text = lint_text(HOSTILE)
    assert text.replace("\n", "").isprintable()
    assert "\\x1b]0;title\\x07 \\u202e b" in text
    assert [line for line in text.split("\n") if line.startswith(("::", "red"))] == []


def test_colour_is_only_added() -> None:
    coloured = lint_text(ORDINARY, color=True)
    assert "\x1b[1;31merror\x1b[0m" in coloured
    assert coloured != lint_text(ORDINARY)


@settings(deadline=None)
@given(path=st.text(min_size=1), message=st.text(), source=st.binary(max_size=300), column=st.integers(1, 400))
def test_any_text_gives_printable_lines(path: str, message: str, source: bytes, column: int) -> None:
    report = LintReport({path: source}, (Problem(path, 1, column, "id", "error", message),))
    text = lint_text(report)
    assert text.replace("\n", "").isprintable()
    assert text.count("\n") <= 7
