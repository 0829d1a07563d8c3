"""What `ace propose` says below a verdict."""

from dataclasses import replace

from ace.evaluation.guards import Guard
from ace.report.stage_lines import stage_lines
from tests.ace.conftest import SmallProposal


def test_held_out_votes_guards_and_the_control(small_proposal: SmallProposal) -> None:
    best, second = small_proposal.proposed.judgements[:2]
    lines = stage_lines(best)
    assert lines[0].startswith("    held-out success ")
    assert " of 6 cases, e " in lines[0]
    assert any("guards: " in line and "latency not measured" in line for line in lines)
    assert any("control: success without / in the prompt / as a gate " in line for line in lines)
    assert stage_lines(second) == []


def test_a_failed_guard_and_a_ceiling_are_said_in_full(small_proposal: SmallProposal) -> None:
    best = small_proposal.proposed.judgements[0]
    failed = replace(best, guards=(Guard("cost", "failed", "1 -> 2\x1b[2K tokens."),), stopped="9 model calls")
    lines = stage_lines(failed)
    assert lines[0] == "    stopped at the ceiling of 9 model calls"
    assert "    guard failed: cost: 1 -> 2\\x1b[2K tokens." in lines
