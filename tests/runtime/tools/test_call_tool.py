import math
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import TypeAlias

import numpy as np
import pytest
from numpy.typing import NDArray

from runtime.artifacts.store import MemoryArtifactStore
from runtime.contracts.errors import ToolError
from runtime.contracts.json_types import JsonObject
from runtime.contracts.ports import ToolContext
from runtime.contracts.tool_call import ErrorClass, Readiness, ToolCall, ToolCard, ToolOutput, ToolSpec
from runtime.tools.call_tool import call_tool, call_tool_async, missing_card
from runtime.tools.registry import tutor_tools
from runtime.tools.tool_memory import ToolMemory

Pixels: TypeAlias = NDArray[np.uint8]
MakeContext: TypeAlias = Callable[[Pixels], ToolContext]


SPEC = ToolSpec(
    "probe",
    "A tool.",
    {"type": "object", "properties": {"n": {"type": "integer"}}, "additionalProperties": False},
    permission="test.read",
    timeout_s=5.0,
)
CONTEXT = ToolContext("image", MemoryArtifactStore(), None)


@dataclass
class Probe:
    """A tool that does what the test says, and counts its runs."""

    do: Callable[[], object] = lambda: ToolOutput("fine", ("artifact://sha256/00",), {"value": 1})
    absent: str = ""
    spec: ToolSpec = SPEC
    runs: list[JsonObject] = field(default_factory=list)

    def readiness(self) -> Readiness:
        """Return what the test says is missing."""
        return Readiness("missing" if self.absent else "ready", self.absent)

    def run(self, arguments: JsonObject, context: ToolContext) -> ToolOutput:
        """Count and do."""
        self.runs.append(arguments)
        return self.do()  # type: ignore[return-value]


def _call(arguments: JsonObject | None = None, name: str = "probe") -> ToolCall:
    return ToolCall("c1", name, arguments or {}, "e:1:c1")


def _raise(error: Exception) -> Callable[[], object]:
    def do() -> object:
        raise error

    return do


def test_a_card_records_what_was_asked_and_what_came_back() -> None:
    card = call_tool({"probe": Probe()}, _call({"n": 4}), CONTEXT)
    assert replace(card, duration_ms=0.0) == ToolCard(
        "c1",
        "probe",
        {"n": 4},
        "test.read",
        "e:1:c1",
        True,
        "fine",
        artifact_refs=("artifact://sha256/00",),
        data={"value": 1},
    )
    assert 0 < card.duration_ms < 5000


@pytest.mark.parametrize(
    ("tool", "call", "error_class", "said"),
    [
        (Probe(), _call(name="nothing"), "unknown_tool", "no tool 'nothing'; there are: probe"),
        (Probe(), _call({"n": "4"}), "invalid_arguments", "probe: n: must be integer"),
        (Probe(), _call({"n": math.nan}), "invalid_arguments", "n: must be integer"),
        (Probe(absent="install it"), _call(), "missing_dependency", "install it"),
        (Probe(_raise(ToolError("empty_result", "none found"))), _call(), "empty_result", "none found"),
        (Probe(_raise(ToolError("permission_denied", "no"))), _call(), "permission_denied", "no"),
        (Probe(_raise(ZeroDivisionError("oops"))), _call(), "server_failure", "failed with ZeroDivisionError: oops"),
        (Probe(lambda: None), _call(), "server_failure", "not ToolOutput"),
        (Probe(lambda: ToolOutput("x", (), {"v": math.nan})), _call(), "server_failure", "ValueError"),
        (Probe(lambda: ToolOutput("x", (), {"v": b"1"})), _call(), "server_failure", "TypeError"),
        (Probe(spec=ToolSpec("probe", "", {"type": "odd"})), _call(), "server_failure", "ValueError"),
    ],
    ids=[
        "unknown",
        "type",
        "nan",
        "missing",
        "tool-error",
        "denied",
        "exception",
        "no-output",
        "nan-data",
        "bytes-data",
        "bad-declaration",
    ],
)
def test_every_failure_becomes_a_card(tool: Probe, call: ToolCall, error_class: ErrorClass, said: str) -> None:
    card = call_tool({"probe": tool}, call, CONTEXT)
    assert (card.ok, card.error_class, card.call_id, card.idempotency_key) == (False, error_class, "c1", "e:1:c1")
    assert said in card.summary
    assert card.permission == ("" if error_class == "unknown_tool" else tool.spec.permission)


OUTPUT = {"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"]}


@pytest.mark.parametrize(
    ("output", "said"),
    [
        (ToolOutput("x", data={"n": 1}), ""),
        (ToolOutput("x", data={"n": "1"}), "probe returned data that does not fit its declaration: data.n: must be"),
        (ToolOutput("x"), "data.n: missing"),
        (ToolOutput("x", data={"n": 1, "answer": "B"}), "data.answer: unknown field"),
        (ToolOutput("x", data={"n": 10**400}), "data.n: must be a finite number"),
        (ToolOutput("x", data={"n": 1, "text": "y" * 2_000_000}), "probe returned 2.0 MB of data; at most 1.0 MB"),
        (ToolOutput("x", ("ref",) * 65, {"n": 1}), "artifact_refs must be at most 64 references"),
        (ToolOutput("x", (5,), {"n": 1}), "artifact_refs must be"),  # type: ignore[arg-type]
        (ToolOutput(5, (), {"n": 1}), "a summary must be text"),  # type: ignore[arg-type]
    ],
    ids=["fits", "type", "missing", "extra", "huge", "large", "many refs", "no ref", "no text"],
)
def test_results_are_checked_against_the_declaration(output: ToolOutput, said: str) -> None:
    card = call_tool({"probe": Probe(lambda: output, spec=replace(SPEC, output=OUTPUT))}, _call(), CONTEXT)
    assert (card.ok, card.error_class) == ((True, None) if not said else (False, "server_failure"))
    assert said in card.summary


@pytest.mark.parametrize("error", [SystemExit(3), KeyboardInterrupt("stop"), GeneratorExit(), RecursionError()])
async def test_no_tool_ends_the_program_from_its_thread(error: BaseException) -> None:
    def do() -> object:
        raise error

    card = await call_tool_async({"probe": Probe(do)}, _call(), CONTEXT)
    assert (card.error_class, card.ok) == ("server_failure", False)
    said = "tried to end the program (exit 3)" if isinstance(error, SystemExit) else type(error).__name__
    assert said in card.summary


def test_a_tool_that_cannot_say_whether_it_works_has_failed() -> None:
    class Unsure(Probe):
        def readiness(self) -> Readiness:
            raise OSError("disk")

    card = call_tool({"probe": Unsure()}, _call(), CONTEXT)
    assert (card.error_class, "OSError: disk" in card.summary) == ("server_failure", True)


def test_a_tool_is_not_run_with_arguments_that_do_not_fit() -> None:
    tool = Probe()
    call_tool({"probe": tool}, _call({"other": 1}), CONTEXT)
    assert tool.runs == []


@pytest.mark.parametrize("fails", [False, True], ids=["output", "error"])
def test_summaries_are_cleaned_redacted_and_cut(fails: bool) -> None:
    secret = "sk-proj-" + "Ab1" * 14
    text = f"\x1b[2Jsee\u202e {secret} " + "word " * 1000
    tool = Probe(_raise(RuntimeError(text)) if fails else (lambda: ToolOutput(text)))
    card = call_tool({"probe": tool}, _call(), CONTEXT)
    assert len(card.summary) == 1200
    assert not {"\x1b", "\u202e"} & set(card.summary)
    assert secret not in card.summary


def test_an_unknown_name_cannot_carry_hidden_text_into_the_prompt() -> None:
    card = call_tool({}, _call(name="x\u202e" + "y" * 5000), CONTEXT)
    assert len(card.summary) <= 1200
    assert "\u202e" not in card.summary


def test_a_second_identical_call_is_replayed_without_running() -> None:
    tool, memory = Probe(), ToolMemory()
    first = call_tool({"probe": tool}, _call({"n": 1}), CONTEXT, memory)
    second = call_tool({"probe": tool}, ToolCall("c2", "probe", {"n": 1}, "e:2:c2"), CONTEXT, memory)
    assert len(tool.runs) == 1
    assert second == replace(first, call_id="c2", idempotency_key="e:2:c2", is_replayed=True)
    call_tool({"probe": tool}, _call({"n": 1}), replace(CONTEXT, image_ref="another"), memory)
    assert len(tool.runs) == 2


def test_an_unexpected_failure_is_tried_again_in_the_second_arm() -> None:
    tool, memory = Probe(_raise(OSError("busy"))), ToolMemory()
    for _ in range(2):
        assert call_tool({"probe": tool}, _call(), CONTEXT, memory).error_class == "server_failure"
    assert len(tool.runs) == 2


async def test_async_gives_the_same_card_as_sync() -> None:
    tools = {"probe": Probe()}
    ours = await call_tool_async(tools, _call({"n": 1}), CONTEXT)
    assert replace(ours, duration_ms=0.0) == replace(call_tool(tools, _call({"n": 1}), CONTEXT), duration_ms=0.0)
    assert (await call_tool_async(tools, _call(name="gone"), CONTEXT)).error_class == "unknown_tool"


async def test_a_stuck_tool_becomes_a_timeout_and_its_late_result_is_dropped() -> None:
    go, done = threading.Event(), threading.Event()

    def wait() -> object:
        go.wait(10)
        done.set()
        return ToolOutput("late")

    started = time.monotonic()
    card = await call_tool_async({"probe": Probe(wait)}, _call(), CONTEXT, timeout_s=0.05)
    assert time.monotonic() - started < 5
    assert (card.ok, card.error_class, card.permission) == (False, "timeout", "test.read")
    assert "within 0.05 s" in card.summary
    go.set()
    assert done.wait(10)


async def test_the_tools_own_timeout_is_the_default() -> None:
    go = threading.Event()
    tool = Probe(lambda: go.wait(10), spec=replace(SPEC, timeout_s=0.05))
    card = await call_tool_async({"probe": tool}, _call(), CONTEXT)
    go.set()
    assert card.error_class == "timeout"


@pytest.mark.parametrize(
    ("name", "arguments", "error_class"),
    [
        ("zoom", {"box": [0, 0, 0.5, 0.5]}, None),
        ("zoom", {"box": [0.5, 0, 0.1, 0.5]}, "invalid_arguments"),
        ("zoom", {"box": [0, 0, 1]}, "invalid_arguments"),
        ("enhance", {"operation": "contrast"}, None),
        ("enhance", {"operation": "denoise"}, "invalid_arguments"),
        ("image_findings", {}, None),
        ("retrieve", {"query": "water"}, "missing_dependency"),
        ("retrieve", {"query": "wa"}, "invalid_arguments"),
        ("retrieve", {"query": "water", "k": 6}, "invalid_arguments"),
        ("web_browser", {"query": "water"}, "missing_dependency"),
        ("rm", {}, "unknown_tool"),
    ],
)
def test_the_tutors_tools_through_one_door(
    make_context: MakeContext, half_white: Pixels, name: str, arguments: JsonObject, error_class: ErrorClass | None
) -> None:
    card = call_tool(tutor_tools(), _call(arguments, name), make_context(half_white))
    assert (card.error_class, card.ok) == (error_class, error_class is None)
    assert card.summary


def test_a_model_is_told_what_is_for_it_and_not_how_to_set_a_tool_up() -> None:
    class Unset(Probe):
        """A tool that people have not set up."""

        def readiness(self) -> Readiness:
            return Readiness("missing", "set tools.probe in settings", "no probe here")

    card = missing_card(Unset(), SPEC, _call())
    assert card is not None
    assert (card.error_class, card.summary) == ("missing_dependency", "no probe here")
