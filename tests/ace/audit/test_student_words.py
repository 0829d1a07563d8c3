"""What only says again what the student said or thinks is no claim of the tutor."""

from dataclasses import replace

import pytest

from ace.audit.audit_episode import audit_episode
from ace.audit.audit_text import audit_json, audit_text
from runtime.contracts.json_types import JsonObject, as_object
from runtime.contracts.trace_event import Episode, StudentTurn
from tests.ace.audit.recording import answered

BELIEF = "Fluid climbs the wall of the chest."


def told(hint: str, opening: str = "", belief: str = "", later: str = "") -> Episode:
    """Return an episode with this hint at step 2; the student said `opening` before it and `later` after it."""
    episode = answered("", [], hint=hint)
    student: JsonObject = {"misconceptions": [belief] if belief else []}
    initial: JsonObject = {"messages": [{"speaker": "student", "text": opening}], "student": student}
    turn = StudentTurn(later, "", "wrong")
    steps = tuple(replace(step, student=turn) if step.step == 2 else step for step in episode.steps)
    return replace(episode, header=replace(episode.header, initial=as_object(initial)), steps=steps)


@pytest.mark.parametrize(
    ("episode", "status"),
    [
        (told(f"You think: {BELIEF}"), "quotes_student"),
        (told("So you believe fluid climbs the wall."), "quotes_student"),
        (told("You said that fluid climbs the wall."), "quotes_student"),
        (told(BELIEF, opening=f"I am sure. {BELIEF} Or so I read."), "quotes_student"),
        (told(BELIEF, belief=BELIEF), "quotes_student"),
        (told(BELIEF, later=BELIEF), "shares_words"),
        (told("You saw that fluid climbs the chest wall."), "shares_words"),
        (told(BELIEF), "shares_words"),
    ],
    ids=["you-think", "you-believe", "you-said", "message", "misconception", "said-later", "you-saw", "own"],
)
def test_a_statement_of_the_student_is_told_from_a_claim(episode: Episode, status: str) -> None:
    assert [one.status for one in audit_episode(episode).claims] == [status]


def test_it_is_shown_as_the_students_and_beside_no_source() -> None:
    audit = audit_episode(told(f"You think: {BELIEF}"))
    assert "quotes the student step 2 HINT: You think" in audit_text(audit)
    assert "card-meniscus" not in audit_text(audit)
    assert audit_json(audit)["claims"][0]["support"] == []  # type: ignore[index]
