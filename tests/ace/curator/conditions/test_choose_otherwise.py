"""What is done instead: what is asked for, what brings it about, what clean decisions do in such a state."""

import pytest

from ace.curator.conditions.candidate import Candidate
from ace.curator.conditions.choose_otherwise import choose_otherwise, nearest_states
from runtime.contracts.condition_context import TUTOR_ACTION_NAMES
from runtime.contracts.json_types import JsonObject
from tests.ace.curator.conditions.deciding import decided


def found(when: str, require: str) -> Candidate:
    """Return a candidate; its figures do not matter here."""
    return Candidate(when, require, 9, 9, 0, 90)


WEB = found('action.name == "web_browser"', "state.retrieval.queried")


def episode(*names: str) -> list[JsonObject]:
    """Return the decisions of one episode; the index counts as searched after `retrieve`."""
    return [
        decided(name, state__step=step, state__retrieval__queried="retrieve" in names[:step])
        for step, name in enumerate(names)
    ]


def test_the_action_after_which_the_requirement_holds_comes_before_the_usual_one() -> None:
    clean = [*episode("ASK_PROBE", "ASK_PROBE", "retrieve", "HINT"), *episode("ASK_PROBE", "retrieve", "web_browser")]
    assert choose_otherwise(WEB, clean, TUTOR_ACTION_NAMES) == "retrieve"


def test_decisions_of_two_episodes_are_no_step() -> None:
    clean = [*episode("ASK_PROBE"), decided("HINT", "s2", state__step=1, state__retrieval__queried=True)] * 4
    clean += episode("QUIZ") * 9
    assert choose_otherwise(WEB, clean, TUTOR_ACTION_NAMES) == "QUIZ"


def test_what_the_candidate_asks_for_is_taken_even_where_it_ends_the_lesson() -> None:
    right = found('state.student.performance == "correct"', 'action.kind == "REVEAL_ANSWER"')
    assert choose_otherwise(right, [], TUTOR_ACTION_NAMES) == "REVEAL_ANSWER"
    assert choose_otherwise(right, [], ("HINT",)) is None


@pytest.mark.parametrize(
    ("candidate", "names", "expected"),
    [
        (found('action.kind == "HINT"', "!action.leaks_answer"), ["HINT"] * 9 + ["QUIZ"], "QUIZ"),
        (found('action.kind == "HINT"', "!action.leaks_answer"), ["REVEAL_ANSWER"] * 9 + ["QUIZ"], "QUIZ"),
        (found('action.kind == "REQUEST_TOOL"', "action.repeats == 0"), ["retrieve"] * 9 + ["HINT"], "HINT"),
        (found('action.kind == "HINT"', "!action.leaks_answer"), ["HINT"] * 9, None),
        (found('action.kind == "HINT"', "false"), ["QUIZ", "ASK_PROBE"], "ASK_PROBE"),
    ],
    ids=["not the action itself", "not the answer", "not a tool for a tool", "nothing else is done", "ties by name"],
)
def test_the_usual_action_is_taken_but_never_one_that_is_meant(
    candidate: Candidate, names: list[str], expected: str | None
) -> None:
    assert choose_otherwise(candidate, [decided(name) for name in names], TUTOR_ACTION_NAMES) == expected


def test_only_known_actions_are_taken() -> None:
    never = found('action.kind == "HINT"', "false")
    assert choose_otherwise(never, [decided("QUIZ")] * 5 + [decided("zoom")], ("zoom",)) == "zoom"


def test_only_states_the_candidate_speaks_of_are_looked_at() -> None:
    wrong = found('action.kind == "HINT" && state.student.performance == "wrong"', "false")
    clean = [decided("QUIZ")] * 9 + [decided("ASK_PROBE", state__student__performance="wrong")]
    assert choose_otherwise(wrong, clean, TUTOR_ACTION_NAMES) == "ASK_PROBE"


def test_with_the_cited_decisions_those_in_like_states_count() -> None:
    leaks = found('action.kind == "HINT"', "!action.leaks_answer")

    def late(name: str) -> JsonObject:
        return decided(name, state__retrieval__queried=True, state__student__performance="wrong")

    clean = [decided("retrieve")] * 40 + [late("QUIZ")] * 20
    assert choose_otherwise(leaks, clean, TUTOR_ACTION_NAMES) == "retrieve"
    assert choose_otherwise(leaks, clean, TUTOR_ACTION_NAMES, cited=[late("HINT")] * 5) == "QUIZ"


def test_nearest_are_those_that_agree_most_and_at_least_twenty() -> None:
    near = [decided("QUIZ", state__answer_open=True)] * 5
    far = [decided("QUIZ", state__image__observed=True)] * 30
    cited = [decided("HINT", state__answer_open=True)] * 3
    assert nearest_states([*far, *near * 4], cited) == near * 4
    assert nearest_states([*far, *near], cited) == [*far, *near]
    assert nearest_states([], cited) == []
