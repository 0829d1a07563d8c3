"""The aligned table."""

import pytest

from ace.review.evidence import EvidenceRecord, TrialRow
from ace.review.evidence_stages import GuardRow
from ace.review.figure_table import figure_lines
from ace.review.terminal_text import render_lines
from ace.review.visible_text import display_width
from runtime.contracts.rule import Verdict
from tests.ace.review.playbook_repository import make_evidence


def _shown(record: EvidenceRecord, width: int | None = None) -> str:
    return render_lines(figure_lines(record), color=False, width=width)


def _trials() -> tuple[TrialRow, ...]:
    rows = []
    for metric, fixed in (("solved", 0), ("success", 9)):
        for stage, figure in (("development", {"p_value": 0.0195}), ("held-out", {"e_value": 6.2})):
            row = {"stage": stage, "metric": metric, "n": 66, "cases": 22, "before": 0.5, "after": 0.6, "fixed": fixed}
            bounds = {"change_low": -0.123, "change_high": 0.323}
            rows.append(TrialRow.model_validate(row | bounds | (figure if metric == "success" else {})))
    return tuple(rows)


def test_each_stage_has_its_heading_and_the_first_success_row_the_verdict() -> None:
    target = make_evidence("a" * 40).target
    assert target is not None
    record = make_evidence(
        "a" * 40, trials=_trials(), target=target.model_copy(update={"name": "rule:tools.retrieve-before-web"})
    )
    assert _shown(record) == (
        "    held-out   n=66 (22 cases)   before   after  change [95%]          e\n"
        "      success                     50.0%   60.0%  +10.0 [-12.3, +32.3]  6.2\n"
        "      fixed 9, broke 0 of 22 cases    confirmed\n"
        "      solved                      50.0%   60.0%  +10.0 [-12.3, +32.3]\n"
        "      fixed 0, broke 0 of 22 cases\n"
        "    development n=66 (22 cases)  before   after  change [95%]          p\n"
        "      success                     50.0%   60.0%  +10.0 [-12.3, +32.3]  0.0195\n"
        "      fixed 9, broke 0 of 22 cases\n"
        "      solved                      50.0%   60.0%  +10.0 [-12.3, +32.3]\n"
        "      fixed 0, broke 0 of 22 cases\n"
        "      rule:tools.retrieve-before-web n=400\n"
        "                                  12.1%    1.0%  -11.1\n"
        "      rule tokens                  1840    1895  +55\n"
        "    measured  with openai/gpt-x, drafted by heuristic\n"
    )


@pytest.mark.parametrize(
    "verdict", ["confirmed", "promising", "insufficient evidence", "no effect", "undecided: infrastructure", "harmful"]
)
def test_nothing_wraps_at_80_columns(verdict: Verdict) -> None:
    record = make_evidence("a" * 40, trials=_trials(), verdict=verdict)
    text = _shown(record, 80)
    assert text == _shown(record)
    assert max(display_width(line) for line in text.splitlines()) <= 80
    assert f"broke 0 of 22 cases    {verdict}\n" in text
    assert text.count(verdict) == 1


def test_another_verdict_than_the_records_is_shown_in_its_place() -> None:
    text = render_lines(figure_lines(make_evidence("a" * 40), "unverified (says confirmed)"), color=True, width=None)
    assert "\x1b[1;31munverified (says confirmed)\x1b[0m" in text
    assert text.count("confirmed") == 1


def test_a_figure_of_another_kind_gets_a_heading_of_its_own() -> None:
    success, solved = _trials()[2], _trials()[0].model_copy(update={"e_value": 2.5})
    text = _shown(make_evidence("a" * 40, trials=(success, solved)))
    assert text.count("    development n=66 (22 cases)") == 2


@pytest.mark.parametrize("trials", [(), _trials()[:1]], ids=["none", "no success row"])
def test_without_a_success_row_the_verdict_has_its_own_line(trials: tuple[TrialRow, ...]) -> None:
    record = make_evidence("a" * 40, trials=trials, verdict="undecided: infrastructure")
    text = _shown(record)
    assert text.startswith("    not tried                 before   after  change\n") is (not trials)
    assert text.count("undecided: infrastructure") == 1
    assert "\n    verdict   undecided: infrastructure\n" in text


def test_a_failed_guard_is_said_in_full_and_the_others_by_name() -> None:
    guards = (
        GuardRow(name="must-pass samples", status="held", detail="None of 31 broken."),
        GuardRow(name="cost", status="failed", detail="1 -> 2 tokens an episode (+100.0%; at most +10%)."),
    )
    text = _shown(make_evidence("a" * 40, guards=guards))
    assert "    guard     failed: cost: 1 -> 2 tokens an episode (+100.0%; at most +10%).\n" in text
    assert "    guards    must-pass samples held\n" in text
