"""Thirty kinds of input that must not get through: trace -> curator -> draft -> check -> file -> render -> diff.

The curator is a stranger's: a server answers its questions with whatever the stranger wants. Of each input it is looked
for in every prompt that a model was sent and in the next run's rules, and on every proposal's branch.
"""

import pytest

from tests.hostile.case import Case, is_refused, reached, silent
from tests.hostile.draft_cases import HOLDS_BACK, HONEST, propose
from tests.hostile.every_case import EVERY, Played, unseen
from tests.hostile.stage import Stage
from tests.hostile.strangers import SKIPPING

# The condition of the honest draft in words that code made of it.
SAID_OF_HONEST = "Do not use `HINT` or `MICROLESSON` unless"
EACH = pytest.mark.parametrize("case", EVERY, ids=[case.id for case in EVERY])


def test_an_honest_draft_of_the_same_curator_is_opened(stage: Stage) -> None:
    made = propose(stage, HONEST)
    assert made.refusals == ()
    assert any(SAID_OF_HONEST in text for text in made.rendered), "it was tried"
    assert len(made.branches) == 1
    assert HONEST["text"] not in made.branches[0]


def test_so_is_one_about_the_other_failure(stage: Stage) -> None:
    made = propose(stage, HOLDS_BACK, SKIPPING, "early_reveal")
    assert any("`REVEAL_ANSWER` unless" in text for text in made.rendered), made.refusals
    assert len(made.branches) == 1


@EACH
def test_it_reaches_no_prompt_and_no_proposal(case: Case, played: Played) -> None:
    assert reached(case, played.outcome(case)) == []


@EACH
def test_the_refusal_says_what_is_wrong(case: Case, played: Played) -> None:
    outcome = played.outcome(case)
    assert silent(case, outcome) == []
    assert is_refused(case, outcome), outcome.refusals


@EACH
def test_what_a_reviewer_reads_holds_nothing_that_acts(case: Case, played: Played) -> None:
    assert unseen(played.outcome(case)) == []


def test_all_thirty_are_played_and_none_reaches_a_prompt(played: Played) -> None:
    assert {case.number for case in EVERY} == set(range(1, 31))
    assert len({case.id for case in EVERY}) == len(EVERY)
    assert [case.id for case in EVERY if reached(case, played.outcome(case))] == []
