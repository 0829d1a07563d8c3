"""One item as lines."""

import pytest

from ace.review.diff_model import RuleChange, compare_rules
from ace.review.diff_options import DiffOptions
from ace.review.item_lines import item_lines, stat_lines
from ace.review.proposal_branches import Proposal
from ace.review.report import DiffItem, DiffReport
from ace.review.terminal_text import render_lines
from runtime.contracts.rule import Rule
from tests.ace.review.playbook_repository import make_evidence


def _text(item: DiffItem, options: DiffOptions | None = None) -> str:
    report = DiffReport("main", "a" * 40, True, (item,))
    return render_lines(item_lines(report, item, options or DiffOptions()), color=False, width=None)


def _rule(**changes: object) -> Rule:
    fields = {"schema": 1, "id": "a.b", "title": "Title", "agent": "tutor", "text": "Look twice."}
    return Rule.model_validate(fields | changes)


def _item(before: Rule | None, after: Rule, **more: object) -> DiffItem:
    kind = "edited" if before else "added"
    change = RuleChange(kind, "a.b", "p/a/b.yaml", before, after, compare_rules(before, after))  # type: ignore[arg-type]
    return DiffItem(None, (change,), **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        pytest.param("Use [list] and [/bold]", "Use [list] and [/bold]", id="markup of rich"),
        pytest.param("Say :smile: twice", "Say :smile: twice", id="name of a picture"),
        pytest.param("red \x1b[31m", r"red \x1b[31m", id="escape code"),
        pytest.param("\u202eabc", r"\u202eabc", id="right to left"),
        pytest.param("ti\u200bny", r"ti\u200bny", id="zero width"),
        pytest.param("x\r\x08y", r"x\r\x08y", id="overwriting"),
        pytest.param("see {+x+} [-y-]", r"see {\x2bx\x2b} [\x2dy\x2d]", id="marks of ours"),
        pytest.param("先查询 é", "先查询 é", id="other scripts"),
    ],
)
def test_foreign_text_is_printed_as_typed_or_written_out(text: str, shown: str) -> None:
    assert f"    text      {shown}\n" in _text(_item(None, _rule(text=text)))
    edited = _text(_item(_rule(), _rule(text=text)))
    assert not {"\x1b", "\u202e", "\u200b", "\r", "\x08"} & set(edited)


def test_the_verdict_is_the_first_line_under_the_title() -> None:
    item = _item(_rule(), _rule(text="Look."), evidence=make_evidence("a" * 40))
    title, verdict, change, *_ = _text(item).splitlines()
    assert title == "~ a.b    p/a/b.yaml"
    assert verdict.startswith("    verdict   confirmed: ")
    assert change == "    text      Look[- twice-]."


@pytest.mark.parametrize(("verdict", "is_given"), [("confirmed", False), ("promising", False), ("harmful", True)])
def test_the_record_own_reason_comes_where_it_is_needed(verdict: str, is_given: bool) -> None:
    item = _item(None, _rule(), evidence=make_evidence("a" * 40, verdict=verdict))
    reason = "    because   62 samples were fixed and 32 broke"
    assert (reason in _text(item)) is is_given
    assert reason in _text(item, DiffOptions(traces=True))


def test_a_quote_says_whether_a_gate_stopped_it() -> None:
    record = make_evidence("a" * 40)
    fate = "proposed; the leak gate stopped it: the student did not see it"
    quotes = tuple(quote.model_copy(update={"fate": fate}) for quote in record.quotes)
    item = _item(None, _rule(), evidence=record.model_copy(update={"quotes": quotes}))
    assert quotes
    assert f"; {fate}" in _text(item, DiffOptions(traces=True))


def test_one_line_says_what_stands_in_the_way() -> None:
    proposal = Proposal("0" * 12, "ace/p/0", "c" * 40, verdict="promising")
    change = RuleChange("renamed", "a.c", "p/a/c.yaml", None, None, (), "p/a/b.yaml", "a.b")
    lines = list(stat_lines(DiffItem(proposal, (change,), conflicts=("main",))))
    assert (
        render_lines(lines, color=False, width=None) == "> a.c   +0 -0 words   was a.b   promising   stale   conflict\n"
    )
