"""The aligned table."""

from ace.review.evidence import TrialRow
from ace.review.figure_table import figure_lines
from ace.review.terminal_text import render_lines
from tests.ace.review.playbook_repository import make_evidence


def test_each_stage_has_its_heading_and_the_first_figure_the_verdict() -> None:
    held_out = make_evidence("a" * 40).trials[0]
    development = TrialRow(
        stage="development", metric="success on a long name of a metric", n=40, before=0.5, after=0.6, p_value=0.04
    )
    record = make_evidence("a" * 40, trials=(development, held_out), target=None)
    assert render_lines(figure_lines(record), color=False, width=None) == (
        "    held-out   n=400                       before    after   change [95%]          e\n"
        "      success                               61.7%    69.2%   +7.5 [+2.3, +12.7]    31.4    confirmed\n"
        "                                                             fixed 34, broke 4\n"
        "    development n=40                       before    after   change [95%]          p\n"
        "      success on a long name of a metric    50.0%    60.0%   +10.0                 0.04\n"
        "                                                             fixed 0, broke 0\n"
        "      prompt tokens                          1840     1895   +55\n"
        "    measured  with openai/gpt-x, drafted by heuristic\n"
    )


def test_without_a_trial_the_verdict_has_its_own_line() -> None:
    record = make_evidence("a" * 40, trials=(), verdict="undecided: infrastructure")
    text = render_lines(figure_lines(record), color=False, width=None)
    assert text.startswith("    not tried                  before    after   change\n")
    assert "\n    verdict   undecided: infrastructure\n" in text
