import pytest

from runtime.artifacts.store import MemoryArtifactStore
from runtime.contracts.ports import ToolContext
from runtime.contracts.tool_call import CallPlace, ToolCall, ToolSpec
from runtime.control.pending_call import Decision, PendingCall, Resumption, Status, ask_about, pending_id

PLACE = CallPlace("r-1", "e-1", "s-1", trial=1, attempt=2, step=3, seed=4, commit="c" * 40, rules={"a.b": "f" * 16})
CONTEXT = ToolContext("image", MemoryArtifactStore(), None, "e-1:3:1", PLACE)
CALL = ToolCall("call-1", "send", {"to": "a"}, "e-1:3:1")
SPEC = ToolSpec("send", "Sends.", {}, "irreversible_write", "mail.send")
APPROVED = Decision(verdict="approved", by="ann", at="t2")


def pending(doubt: str = "") -> PendingCall:
    """Return a call that waits."""
    return ask_about(CALL, CONTEXT, SPEC, "t1", doubt)


def test_a_pending_call_says_exactly_where_to_go_on() -> None:
    call = pending()
    assert (call.run, call.episode, call.sample, call.trial, call.attempt, call.step) == ("r-1", "e-1", "s-1", 1, 2, 3)
    assert (call.seed, call.commit, call.rules) == (4, "c" * 40, {"a.b": "f" * 16})
    assert (call.tool, call.arguments, call.call_id, call.key) == ("send", {"to": "a"}, "call-1", "e-1:3:1")
    assert (call.side_effect, call.permission, call.image) == ("irreversible_write", "mail.send", "image")
    assert (call.question, call.status, call.id) == ("may_it_run", "waiting", pending_id("e-1:3:1"))
    assert pending("e-0:0:1").question == "did_it_act"


@pytest.mark.parametrize(
    ("changes", "status"),
    [
        ({}, "waiting"),
        ({"decisions": (APPROVED,)}, "approved"),
        ({"decisions": (Decision(verdict="denied", by="ann", at="t2"),)}, "denied"),
        ({"decisions": (APPROVED,), "resumptions": (Resumption(episode="e-2", by="ann", at="t3"),)}, "resuming"),
        (
            {
                "decisions": (APPROVED,),
                "resumptions": (Resumption(episode="e-2", by="ann", at="t3", ended="responded"),),
            },
            "done",
        ),
        (
            {
                "decisions": (APPROVED,),
                "answered": 1,
                "question": "did_it_act",
                "resumptions": (Resumption(episode="e-2", by="ann", at="t3"),),
            },
            "waiting",
        ),
    ],
    ids=["asked", "approved", "denied", "under way", "done", "asked again"],
)
def test_where_a_call_stands(changes: dict[str, object], status: Status) -> None:
    assert pending().model_copy(update=changes).status == status


def test_the_episodes_of_a_call_are_the_one_that_asked_and_those_that_went_on() -> None:
    call = pending().model_copy(update={"resumptions": (Resumption(episode="e-2", by="ann", at="t3"),)})
    assert call.episodes == {"e-1", "e-2"}
