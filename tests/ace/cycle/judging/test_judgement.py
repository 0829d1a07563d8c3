"""The order of judgements."""

from dataclasses import replace
from typing import get_args

from ace.cycle.judging.judgement import best_first
from runtime.contracts.rule import Verdict
from tests.ace.conftest import SmallProposal


def test_the_best_verdict_comes_first_then_the_smaller_p(small_proposal: SmallProposal) -> None:
    one = small_proposal.proposed.judgements[0]
    every = [replace(one, verdict=verdict, p_value=p) for verdict in get_args(Verdict) for p in (0.05, 0.01)]
    found = [(item.verdict, item.p_value) for item in sorted(every, key=best_first)]
    assert found[:4] == [("confirmed", 0.01), ("confirmed", 0.05), ("promising", 0.01), ("promising", 0.05)]
    assert found[-1] == ("harmful", 0.05)
