"""The aligned table."""

import re

from ace.review.evidence import EvidenceRecord, TargetRate, TrialRow
from ace.review.evidence_stages import EstimateRow, GuardRow, LookRow
from ace.review.figure_table import figure_lines
from ace.review.terminal_text import render_lines
from ace.text.visible_text import display_width
from tests.ace.review.playbook_repository import make_evidence


def _shown(record: EvidenceRecord, width: int | None = None) -> str:
    return render_lines(figure_lines(record, everything=True), color=False, width=width)


def _first_look(record: EvidenceRecord) -> str:
    return render_lines(figure_lines(record), color=False, width=None)


def _trials() -> tuple[TrialRow, ...]:
    rows = []
    for metric, fixed in (("solved", 0), ("success", 9)):
        for stage, figure in (("development", {"p_value": 0.0195}), ("held-out", {"e_value": 6.2})):
            row = {"stage": stage, "metric": metric, "n": 66, "cases": 22, "before": 0.5, "after": 0.6, "fixed": fixed}
            bounds = {"change_low": -0.123, "change_high": 0.323}
            rows.append(TrialRow.model_validate(row | bounds | (figure if metric == "success" else {})))
    return tuple(rows)


def test_each_stage_has_its_heading() -> None:
    target = make_evidence("a" * 40).target
    assert target is not None
    record = make_evidence(
        "a" * 40, trials=_trials(), target=target.model_copy(update={"name": "rule:tools.retrieve-before-web"})
    )
    assert _shown(record) == (
        "    held-out   n=66 (22 cases)   before   after  change [95%]          e\n"
        "      success                     50.0%   60.0%  +10.0 [-12.3, +32.3]  6.2\n"
        "      fixed 9, broke 0 of 22 cases\n"
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


def test_a_first_look_is_the_held_out_success_alone() -> None:
    assert _first_look(make_evidence("a" * 40, trials=_trials(), target=None)) == (
        "    held-out   n=66 (22 cases)  before   after  change [95%]          e\n"
        "      success                    50.0%   60.0%  +10.0 [-12.3, +32.3]  6.2\n"
        "      fixed 9, broke 0 of 22 cases\n"
        "      rule tokens                 1840    1895  +55\n"
        "    measured  with openai/gpt-x, drafted by heuristic\n"
    )


def test_nothing_of_the_table_wraps_at_80_columns() -> None:
    record = make_evidence("a" * 40, trials=_trials())
    text = _shown(record, 80)
    assert text == _shown(record)
    assert max(display_width(line) for line in text.splitlines()) <= 80


def test_an_estimate_that_is_another_figure_stands_for_the_plain_difference() -> None:
    looks = tuple(LookRow(cases=cases, fixed=9, broke=0, e_value=6.2) for cases in (20, 22))
    estimate = EstimateRow(change=0.31, low=0.02, high=0.4, method="by looks")
    text = _first_look(make_evidence("a" * 40, trials=_trials(), looks=looks, estimate=estimate))
    assert "+10.0" not in text
    assert re.search(r"      cases fixed less broken +\+31\.0 \[\+2\.0, \+40\.0\]\n", text)


def test_an_estimate_that_is_the_plain_difference_is_not_said_twice() -> None:
    look = LookRow(cases=22, fixed=9, broke=0, e_value=6.2)
    estimate = EstimateRow(change=9 / 22, low=0.02, high=0.6, method="by looks")
    text = _first_look(make_evidence("a" * 40, trials=_trials(), looks=(look,), estimate=estimate))
    assert "+10.0 [-12.3, +32.3]" in text
    assert "less broken" not in text


def test_a_target_measured_on_other_samples_has_their_heading() -> None:
    trials = [row if row.stage == "held-out" else row.model_copy(update={"n": 90}) for row in _trials()]
    target = TargetRate(name="web", before_rate=0.5, after_rate=0.1, n=90)
    text = _first_look(make_evidence("a" * 40, trials=tuple(trials), target=target))
    assert "    development n=90 (22 cases)  before   after\n      web                         50.0%   10.0%\n" in text


def test_a_figure_of_another_kind_gets_a_heading_of_its_own() -> None:
    success, solved = _trials()[2], _trials()[0].model_copy(update={"e_value": 2.5})
    text = _shown(make_evidence("a" * 40, trials=(success, solved)))
    assert text.count("    development n=66 (22 cases)") == 2


def test_what_was_not_tried_says_so() -> None:
    text = _first_look(make_evidence("a" * 40, trials=()))
    assert text.startswith("    not tried                 before   after  change\n")


def test_a_failed_guard_is_said_in_full_and_the_others_by_name() -> None:
    guards = (
        GuardRow(name="must-pass samples", status="held", detail="None of 31 broken."),
        GuardRow(name="cost", status="failed", detail="1 -> 2 tokens an episode (+100.0%; at most +10%)."),
    )
    text = _first_look(make_evidence("a" * 40, guards=guards))
    assert "    guard     failed: cost: 1 -> 2 tokens an episode (+100.0%; at most +10%).\n" in text
    assert "    guards    held: must-pass samples\n" in text
