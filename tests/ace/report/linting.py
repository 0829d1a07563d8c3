"""Lint reports for the tests of their formats: an ordinary one, and one full of hostile text."""

from ace.playbook.lint_report import LintReport
from runtime.rules.problem import Problem

PATH = "playbooks/tutor/a/x.yaml"
SOURCE = b"schema: 1\nid: a.x\r\ntitle: abc\nwhen: state.stepp > 1\ntext: na\xc3\xafve \xe5\x8c\xbb\xe5\xad\xa6 x\n"
ORDINARY = LintReport(
    {PATH: SOURCE, "playbooks/tutor/README.md": b""},
    (
        Problem(PATH, 2, 5, "id", "error", "id: wrong"),
        Problem(PATH, 4, 7, "condition-field", "error", "when: unknown field `state.stepp`"),
        Problem(PATH, 5, 16, "same-text", "warning", "text: says the same as a.y"),
        Problem("playbooks/tutor/b/y.yaml", 1, 1, "id", "error", "id: also wrong"),
    ),
    ("history is shallow: ids are not known",),
)
# A file name, a message and a source line by somebody who wants to write the listing himself.
EVIL_PATH = "playbooks/tutor/a,line=9::x%\n::error::y.yaml"
EVIL_MESSAGE = "100% [click](http://evil.example) \x1b[31mred\u202e\n::stop-commands::t\r\n<script>"
HOSTILE = LintReport(
    {EVIL_PATH: b"a: \x1b]0;title\x07 \xe2\x80\xae b\n"},
    (Problem(EVIL_PATH, 1, 4, "character", "error", EVIL_MESSAGE),),
    ("note\n::error::not mine \x1b[2J",),
)
