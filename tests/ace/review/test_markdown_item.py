"""One item as Markdown, in its lengths."""

import pytest

from ace.review.diff_model import RuleChange
from ace.review.diff_options import DiffOptions
from ace.review.markdown_item import code, fenced, item_text
from ace.review.proposal_branches import Proposal
from ace.review.report import DiffItem, DiffReport
from tests.ace.review.playbook_repository import make_evidence

CHANGE = RuleChange("renamed", "a.c", "p/a/c.yaml", None, None, (), "p/a/b.yaml", "a.b")
PROPOSAL = Proposal("0" * 12, "ace/p/0", "c" * 40, base="b" * 40, verdict="confirmed")


def _forms(item: DiffItem, options: DiffOptions | None = None) -> list[str]:
    return item_text(DiffReport("main", "a" * 40, True, (item,)), item, options or DiffOptions()).forms()


def test_each_form_is_shorter_and_evidence_goes_before_the_change() -> None:
    forms = _forms(DiffItem(PROPOSAL, (CHANGE,), make_evidence("a" * 40)))
    assert [len(form) for form in forms] == sorted((len(form) for form in forms), reverse=True)
    parts = ("### > `a.c` (was `a.b`)", "| held-out | success |", "<details>")
    assert [[part in form for part in parts] for form in forms] == [
        [True, True, True],
        [True, True, False],
        [True, False, False],
        [False, False, False],
    ]
    assert forms[-1].startswith("- > `a.c` (was `a.b`)   `ace/p/0`   confirmed   **stale** measured on bbbbbbb")


def test_without_evidence_there_is_nothing_to_cut_but_the_change() -> None:
    full, short = _forms(DiffItem(None, (CHANGE,)))
    assert "**Verdict: not measured" in full
    assert "Renamed: it was a.b; what was recorded under that id is not found under this one." in full
    assert short == "- > `a.c` (was `a.b`)"


def test_many_changes_of_one_branch_make_no_long_line() -> None:
    forms = _forms(DiffItem(PROPOSAL, (CHANGE,) * 500))
    assert "and 495 more" in forms[-1]
    assert len(forms[-1]) < 600


@pytest.mark.parametrize("text", ["x ``` y", "`````", "a\n```"])
def test_a_fence_is_longer_than_any_in_it(text: str) -> None:
    first, *_, last = fenced(text.split("\n")).split("\n")
    assert first == last + "text"
    assert last not in text


def test_a_tag_in_a_fence_is_written_out_and_a_comparison_is_not() -> None:
    assert fenced(["<script>x</script>", "a < 3 && b <= 4"]).split("\n")[1:3] == [
        r"\x3cscript>x\x3c/script>",
        "a < 3 && b <= 4",
    ]


def test_code_cannot_be_closed_by_what_is_in_it() -> None:
    assert code("a`b`@x\n# y") == r"`a'b'\x40x\n# y`"
