"""Small episodes to run detectors on."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from analyzers.finding import Finding
from runtime.contracts.condition_context import TUTOR_CONTEXT, default_context, merge_context
from runtime.contracts.json_types import JsonObject, as_object
from runtime.contracts.tool_call import ErrorClass, ToolCard
from runtime.contracts.trace_event import Attempt, ControllerInfo, Episode, Header, Outcome, Step


def _nested(fields: dict[str, object]) -> JsonObject:
    out: JsonObject = {}
    for path, value in fields.items():
        *parents, leaf = path.split(".")
        node = out
        for parent in parents:
            node = node.setdefault(parent, {})  # type: ignore[assignment]
        node[leaf] = value
    return out


def _step(
    number: int = 0,
    proposed: JsonObject | None = None,
    fields: dict[str, object] | None = None,
    card: ToolCard | None = None,
    attempts: tuple[Attempt, ...] = (),
) -> Step:
    """Return a step whose context is the documented default with `fields` ("state.student.attempts": 1) laid over."""
    defaults = {key: value for key, value in default_context(TUTOR_CONTEXT).items() if key != "episode"}
    action: JsonObject = {"kind": proposed["action"], "text": proposed.get("text", "")} if proposed else {}
    context = merge_context(defaults, {"action": action}, _nested(fields or {}))  # type: ignore[arg-type]
    return Step(
        run="r1",
        episode="e1",
        step=number,
        attempts=attempts or (Attempt(f"written at step {number}"),),
        state_before="a" * 64,
        state_after="b" * 64,
        proposed=proposed,
        taken=proposed,
        context=as_object(context),
        card=card,
    )


def _episode(
    *steps: Step, outcome: Outcome | None = None, is_cut_off: bool = False, context: JsonObject | None = None
) -> Episode:
    """Return an episode of `steps`; it ended with a response unless told otherwise."""
    header = Header(
        run="r1",
        episode="e1",
        sample="s1",
        case="c1",
        split="dev",
        trial=0,
        seed=0,
        agent="tutor",
        controller=ControllerInfo("scripted", "fixed", simulated=True),
        playbook_commit="",
        rules={},
        rules_dropped=(),
        context={"unsafe_request": False} if context is None else context,
    )
    ended = None if is_cut_off else outcome or Outcome("r1", "e1", "responded", "", {})
    return Episode(header, steps, ended)


def _call(tool: str, **arguments: object) -> JsonObject:
    return {"action": "REQUEST_TOOL", "tool": tool, "arguments": arguments}


def _card(tool: str, error: ErrorClass | None = None, **arguments: object) -> ToolCard:
    summary = "found two passages" if error is None else f"failed: {error}"
    return ToolCard("call-1", tool, arguments, "index.read", "e1:0:1", error is None, summary, error)


def _finding(number: int = 0, **changes: object) -> Finding:
    """Return one of many like failures: episode and sample follow the number, three findings a sample."""
    base = Finding(
        detector="web_before_local",
        episode=f"e{number}",
        sample=f"s{number // 3}",
        case=f"c{number // 3}",
        step=number % 4,
        bucket="design",
        severity="major",
        message=f"asked the web {number} times",
        quote=f"quote {number}",
        tool="web_browser",
    )
    return replace(base, **changes)  # type: ignore[arg-type]


@pytest.fixture
def step() -> Callable[..., Step]:
    """Return a builder of steps: (number, proposed, fields, card, attempts)."""
    return _step


@pytest.fixture
def episode() -> Callable[..., Episode]:
    """Return a builder of episodes: (*steps, outcome, is_cut_off, context)."""
    return _episode


@pytest.fixture
def call() -> Callable[..., JsonObject]:
    """Return a builder of proposed tool requests: (tool, **arguments)."""
    return _call


@pytest.fixture
def card() -> Callable[..., ToolCard]:
    """Return a builder of tool cards: (tool, error class or None, **arguments)."""
    return _card


@pytest.fixture
def finding() -> Callable[..., Finding]:
    """Return a builder of findings: (number, **changed fields)."""
    return _finding
