"""What may be done instead is of the same kind: a model's own step, or a part of a larger decision."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from ace.curator.facts.stand_ins import stand_ins
from runtime.contracts.trace_event import Attempt, Episode
from tests.ace.building import RETRIEVE, decision, episode
from tests.ace.curator.drafting.own_cluster import hint, own_cluster

QUIZ = decision({"action": "QUIZ", "text": "Which?"})


def recorded(answered: tuple[bool, ...]) -> Iterator[Episode]:
    """Yield episodes of a search, a hint and a quiz; `answered`: which of them the model gave an answer for."""
    for name in ("bad1", "bad2", "good1"):
        one = episode(name, RETRIEVE, hint(), QUIZ, sample=name)
        steps = (
            replace(step, attempts=(Attempt("x"),) if is_answer else ())
            for step, is_answer in zip(one.steps, answered, strict=True)
        )
        yield replace(one, steps=tuple(steps))


@pytest.mark.parametrize(
    ("answered", "step", "has", "has_not"),
    [
        ((True, True, False), 0, {"retrieve", "HINT", "ASK_PROBE"}, {"QUIZ"}),
        ((True, False, False), 1, {"HINT", "QUIZ"}, {"retrieve", "ASK_PROBE"}),
        ((True, True, True), 1, {"retrieve", "HINT", "QUIZ", "ASK_PROBE"}, set()),
        ((False, False, False), 1, {"retrieve", "HINT", "QUIZ"}, set()),
    ],
    ids=["a part for an answer", "an answer for a part", "answers alone", "a record without answers"],
)
def test_only_the_same_kind_can_stand_in(
    answered: tuple[bool, ...], step: int, has: set[str], has_not: set[str]
) -> None:
    names = set(stand_ins(*own_cluster(tuple(recorded(answered)), "bad", step)))
    assert has <= names
    assert not has_not & names


def test_only_what_code_can_do_for_the_agent_stands_in() -> None:
    seen, cluster = own_cluster(tuple(recorded((True, True, True))), "bad", 1)
    assert set(stand_ins(replace(seen, instead=("retrieve", "HINT")), cluster)) == {"retrieve", "HINT"}
