"""One episode's events with every field filled, for writing and reading back."""

from collections.abc import Callable

import pytest

from runtime.contracts.tool_call import ToolCard
from runtime.contracts.trace_event import (
    Attempt,
    ControllerInfo,
    GateRecord,
    Header,
    Outcome,
    Step,
    StudentTurn,
)


def _events(episode: str = "e1") -> tuple[Header, Step, Outcome]:
    header = Header(
        run="r1",
        episode=episode,
        sample="s1",
        case="c1",
        split="dev",
        trial=1,
        seed=7,
        agent="tutor",
        controller=ControllerInfo("scripted", "fixed", simulated=True),
        playbook_commit="0" * 40,
        rules={"tool.order": "ab" * 32},
        rules_dropped=("tool.other",),
        context={"sample": "s1", "tags": ["lung"], "unsafe_request": False},
    )
    card = ToolCard(
        call_id="c1",
        name="retrieve",
        arguments={"query": "nodule", "k": 3},
        permission="index.read",
        idempotency_key=f"{episode}:0:c1",
        ok=False,
        summary="nothing found",
        error_class="empty_result",
        artifact_refs=("artifact://sha256/" + "0" * 64,),
        data={"hits": []},
        duration_ms=1.5,
    )
    step = Step(
        run="r1",
        episode=episode,
        step=0,
        attempts=(
            Attempt("{", error="not JSON", error_kind="malformed"),
            Attempt('{"action": "REQUEST_TOOL"}', prompt_tokens=10),
        ),
        state_before="a" * 64,
        state_after="b" * 64,
        patch=({"op": "replace", "path": "/route", "value": "tool"},),
        proposed={"action": "REQUEST_TOOL", "tool": "retrieve", "arguments": {"query": "nodule", "k": 3}},
        taken={"action": "REQUEST_TOOL", "tool": "retrieve", "arguments": {"query": "nodule", "k": 3}},
        gates=(GateRecord("one_tool", "allow", ""),),
        context={"action": {"repeats": 0}, "state": {"attempts": 0}},
        card=card,
        shown="retrieve: nothing found",
        student=StudentTurn("B?", "B", "wrong"),
    )
    outcome = Outcome("r1", episode, "responded", "done", {"success": 1.0}, answer={"choice": "B"}, spent={"steps": 1})
    return header, step, outcome


@pytest.fixture
def events() -> Callable[..., tuple[Header, Step, Outcome]]:
    """Return a function from an episode id to its header, one step and its outcome."""
    return _events
