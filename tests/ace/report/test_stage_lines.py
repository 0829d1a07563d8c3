"""What `ace propose` says below a verdict."""

from dataclasses import replace

from ace.evaluation.control import Obedience
from ace.evaluation.guards import Guard
from ace.report.stage_lines import stage_lines
from tests.ace.conftest import SmallProposal


def test_held_out_votes_guards_and_the_control(wide_proposal: SmallProposal) -> None:
    best, second = wide_proposal.proposed.judgements[:2]
    lines = stage_lines(best)
    assert lines[0].startswith("    held-out success ")
    assert " of 100 cases, e " in lines[0]
    assert lines[1].startswith("    held-out cases fixed less broken +")
    assert lines[1].endswith(" from a further batch of 20 cases")
    assert any("guards: " in line and "latency not measured" in line for line in lines)
    assert any("control: success without / in the prompt / as a gate " in line for line in lines)
    assert stage_lines(second) == []


def test_a_failed_guard_and_a_ceiling_are_said_in_full(wide_proposal: SmallProposal) -> None:
    best = wide_proposal.proposed.judgements[0]
    failed = replace(best, guards=(Guard("cost", "failed", "1 -> 2\x1b[2K tokens."),), stopped="9 model calls")
    lines = stage_lines(failed)
    assert lines[0] == "    stopped at the ceiling of 9 model calls"
    assert "    guard failed: cost: 1 -> 2\\x1b[2K tokens." in lines


def test_how_often_a_rule_was_met_says_what_it_does_not_count(wide_proposal: SmallProposal) -> None:
    """A model that obeys by deciding something else makes no decision that the rule speaks about."""
    best = wide_proposal.proposed.judgements[0]
    assert best.control is not None
    few, many = (replace(best, control=replace(best.control, obedience=Obedience(n, 5, 0.1))) for n in (19, 20))
    said = "(of 20 decisions it spoke about 25% met it; to decide otherwise altogether is not counted)"
    assert said in stage_lines(many)[-1]
    assert "decisions" not in stage_lines(few)[-1]
