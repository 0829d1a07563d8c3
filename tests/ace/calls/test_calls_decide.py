"""Decisions: entered once, on calls that stand, with arguments that fit."""

from pathlib import Path

import pytest

from ace.calls.decide import Answer, check_edit, decide, person
from ace.calls.standing import open_store
from ace.errors import AceError
from ace.session import Session
from runtime.contracts.errors import ControlError
from runtime.control.pending_call import PendingCall
from tests.ace.calls.writing_agent import plan_calls, resume_once, run_once, writing_session, written


@pytest.fixture
def waiting(starter: Path) -> tuple[Session, PendingCall]:
    """A session with one call that waits."""
    plan_calls(starter, ("send", "acted", 0.0))
    session = writing_session(starter)
    run_once(session)
    (call,) = open_store(session).all()
    return session, call


def test_a_decision_says_who_when_and_why(waiting: tuple[Session, PendingCall]) -> None:
    session, call = waiting
    decided = decide(session, call.id[:6], Answer("denied", "not now"))
    assert decided.decision is not None
    assert (decided.decision.verdict, decided.decision.by, decided.decision.reason) == ("denied", person(), "not now")
    assert open_store(session).get(call.id) == decided


def test_deciding_the_same_again_changes_nothing_and_the_opposite_is_refused(
    waiting: tuple[Session, PendingCall],
) -> None:
    session, call = waiting
    first = decide(session, call.id, Answer("approved"))
    assert decide(session, call.id, Answer("approved")) == first
    with pytest.raises(AceError, match=r"is already approved by .* that stands"):
        decide(session, call.id, Answer("denied"))
    with pytest.raises(AceError, match="is already approved"):
        decide(session, call.id, Answer("approved", arguments={**call.arguments, "line": "x"}))
    assert open_store(session).get(call.id) == first


def test_another_reason_is_not_dropped_in_silence(waiting: tuple[Session, PendingCall]) -> None:
    session, call = waiting
    first = decide(session, call.id, Answer("denied", "not on this image"))
    assert decide(session, call.id, Answer("denied")) == first
    assert decide(session, call.id, Answer("denied", "not on this image")) == first
    with pytest.raises(AceError, match=r"is already denied by .* that stands"):
        decide(session, call.id, Answer("denied", "wrong side"))


def test_after_the_resumption_there_is_nothing_to_decide(waiting: tuple[Session, PendingCall]) -> None:
    session, call = waiting
    decide(session, call.id, Answer("denied"))
    resume_once(session, call.id)
    with pytest.raises(AceError, match="there is nothing to decide"):
        decide(session, call.id, Answer("approved"))


@pytest.mark.parametrize("verdict", ["acted", "did_not_act"])
def test_a_call_that_never_began_cannot_have_acted(waiting: tuple[Session, PendingCall], verdict: str) -> None:
    session, call = waiting
    with pytest.raises(AceError, match="has not begun"):
        decide(session, call.id, Answer(verdict))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"line": 5}, "line: must be string, got 5"),
        ({"approved": True}, "approved: unknown field"),
        ({"seconds": float("nan")}, "seconds: must be a finite number"),
    ],
)
def test_changed_arguments_are_checked_as_a_models_are(
    waiting: tuple[Session, PendingCall], change: dict[str, object], says: str
) -> None:
    session, call = waiting
    with pytest.raises(AceError, match=f"the changed arguments do not fit send: {says}"):
        decide(session, call.id, Answer("approved", arguments={**call.arguments, **change}))
    assert open_store(session).get(call.id) == call


def test_a_tool_that_is_gone_takes_no_changes(waiting: tuple[Session, PendingCall]) -> None:
    with pytest.raises(AceError, match="there is no tool 'send' here any more"):
        check_edit({}, waiting[1], {})


def test_an_unknown_call_is_named(waiting: tuple[Session, PendingCall]) -> None:
    with pytest.raises(ControlError, match="'p-none' is no pending call"):
        decide(waiting[0], "p-none", Answer("approved"))


def test_a_word_on_a_call_in_doubt_goes_into_the_journal_first(starter: Path) -> None:
    out = plan_calls(starter, ("send", "acted", 0.0))
    session = writing_session(starter)
    run_once(session)
    store = open_store(session)
    (call,) = store.all()
    in_doubt = store.change(
        call.id, lambda now: now.model_copy(update={"question": "did_it_act", "doubt": "e-0:0:1", "answered": 0})
    )
    with pytest.raises(ControlError, match="no call 'e-0:0:1' to settle"):
        decide(session, in_doubt.id, Answer("acted"))
    assert store.get(call.id).decision is None
    assert decide(session, in_doubt.id, Answer("denied")).status == "denied"
    resume_once(session)
    assert written(out) == []
