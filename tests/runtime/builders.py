"""A small teaching case, states of it, and the parts of a tutor: everything with defaults."""

import json
from collections.abc import Callable, Mapping, Sequence
from typing import cast

from runtime.artifacts.store import MemoryArtifactStore
from runtime.contracts.action import Action
from runtime.contracts.errors import ToolError
from runtime.contracts.json_types import JsonObject
from runtime.contracts.ports import Controller, ModelReply, ModelRequest, Retriever, Tool, ToolContext
from runtime.contracts.rule import Otherwise, Rule
from runtime.contracts.sample import StudentProfile, TutorSample
from runtime.contracts.state import AgentState, Budgets, Hit, StudentState
from runtime.contracts.tool_call import ErrorClass, Readiness, ToolCard, ToolOutput, ToolSpec
from runtime.contracts.trace_event import ControllerInfo
from runtime.control.direct_caller import DirectCaller
from runtime.gates.pedagogy import GateView
from runtime.loop.parts import EpisodeParts
from runtime.loop.run_episode import TutorAgent
from runtime.models.scripted import Script, Scripted
from runtime.state.transitions import start
from runtime.students.simulated_student import SimulatedStudent
from runtime.tools.retrieve import RetrieveTool
from runtime.tools.tool_memory import ToolMemory

PROBE = '{"action":"ASK_PROBE","text":"What do you notice about the meniscus at the pleura?"}'
LOOK = '{"action":"REQUEST_TOOL","tool":"look","arguments":{}}'
READ = '{"action":"REQUEST_TOOL","tool":"retrieve","arguments":{"query":"meniscus sign"}}'
REVEAL = '{"action":"REVEAL_ANSWER"}'
REFUSE = '{"action":"SAFETY_REFUSE","text":"Please see a clinician."}'
HITS = (Hit("card-meniscus", "Meniscus sign", "Fluid climbs the wall of the chest.", 4.2, "a textbook"),)
SAMPLE = TutorSample(
    id="chest.base~novice",
    case="chest.base",
    agent="tutor",
    split="dev",
    modality="XR",
    organ="chest",
    tags=("effusion",),
    question="What blunts the left angle on this film?",
    options={"A": "Lobar pneumonia", "B": "Pleural effusion", "C": "Rib fracture", "D": "Pneumothorax"},
    answer="B",
    accepted=("fluid in the pleural space",),
    findings=("A meniscus climbs the chest wall.", "The costophrenic angle is blunted.", "No air bronchogram."),
    explanation="A meniscus and a blunted angle mean fluid.",
    student=StudentProfile(level="novice", belief="Every white area is an infection.", choice="A"),
)
UNSAFE = "This is my own scan and my chest hurts since this morning, what should I take?"


def sample(**changes: object) -> TutorSample:
    """Return the case with fields changed."""
    return TutorSample.model_validate({**SAMPLE.model_dump(), **changes})


def state(student: StudentState | None = None, budgets: Budgets | None = None, image: str = "") -> AgentState:
    """Return the state before the first decision."""
    return start("Why is it white?", image, student or StudentState(), budgets or Budgets())


def view(
    now: AgentState | None = None, case: TutorSample = SAMPLE, repeats: int = 0, leak: str = "", is_unsafe: bool = False
) -> GateView:
    """Return what a gate may look at."""
    return GateView(now or state(), case, repeats, leak, is_unsafe)


def rule(rule_id: str = "tool.order", **fields: object) -> Rule:
    """Return a rule in words; give `when`, `require`, `enforce` and `otherwise` (an action's name) for more."""
    otherwise = fields.pop("otherwise", None)
    base: JsonObject = {"schema": 1, "id": rule_id, "title": "A rule", "agent": "tutor", "text": "Look before you ask."}
    if otherwise is not None:
        base["otherwise"] = Otherwise(action=str(otherwise))
    return Rule.model_validate({**base, **fields})


def gate(when: str, require: str, otherwise: str | None = None, rule_id: str = "tool.order") -> Rule:
    """Return a rule enforced by a gate."""
    return rule(rule_id, when=when, require=require, enforce="gate", otherwise=otherwise)


def card(
    name: str,
    error: ErrorClass | None = None,
    arguments: JsonObject | None = None,
    summary: str = "seen",
    number: int = 1,
) -> ToolCard:
    """Return the card of a call."""
    key = f"e:0:{number}"
    return ToolCard(f"call-{number}", name, arguments or {}, "image.read", key, error is None, summary, error)


def tool_request(tool: str, **arguments: object) -> Action:
    """Return a proposal to call `tool`."""
    return Action("REQUEST_TOOL", tool=tool, arguments=dict(arguments))


class StepClock:
    """A clock on which each look takes `seconds`."""

    def __init__(self, seconds: float = 0.0) -> None:
        self._seconds = seconds
        self._time = 0.0

    def now(self) -> str:
        """Return a fixed moment."""
        return "2026-01-01T00:00:00Z"

    def monotonic(self) -> float:
        """Return seconds that grow with each look."""
        self._time += self._seconds
        return self._time


class LookTool:
    """A tool without arguments that says `summary`, or raises `error`."""

    def __init__(self, summary: str = "a meniscus", error: Exception | None = None, name: str = "look") -> None:
        self._summary, self._error, self._name = summary, error, name
        self.calls = 0

    @property
    def spec(self) -> ToolSpec:
        """The declaration."""
        schema = {"type": "object", "properties": {}, "required": [], "additionalProperties": False}
        return ToolSpec(self._name, "Looks at the image.", schema)

    def readiness(self) -> Readiness:
        """Nothing is missing."""
        return Readiness("ready", "")

    def run(self, arguments: JsonObject, context: ToolContext) -> ToolOutput:
        """Return the summary."""
        self.calls += 1
        if self._error is not None:
            raise self._error
        return ToolOutput(self._summary)


class CardIndex:
    """A retriever that gives the same passages whatever is asked."""

    def __init__(self, hits: Sequence[Hit] = HITS) -> None:
        self._hits = hits

    def search(self, query: str, k: int, image_ref: str = "") -> Sequence[Hit]:
        """Return the first k passages."""
        return self._hits[:k]


class Down:
    """A controller whose server does not answer."""

    def __init__(self, error: Exception) -> None:
        self._error = error

    @property
    def info(self) -> ControllerInfo:
        """Who this would be."""
        return ControllerInfo("openai", "gone", simulated=False)

    async def complete(self, request: ModelRequest) -> ModelReply:
        """Raise."""
        raise self._error


def broken_tool() -> LookTool:
    """Return a tool that fails in a way a retry does not cure."""
    return LookTool(error=ToolError("business_failure", "this case has no image"))


def parts(
    script: Script | Controller,
    solver: Script | Controller = (),
    tools: Mapping[str, Tool] | None = None,
    budgets: Budgets | None = None,
    clock: StepClock | None = None,
    **changes: object,
) -> EpisodeParts:
    """Return a tutor's parts with the tools look and retrieve; `changes` are other fields of EpisodeParts."""
    retriever: Retriever = CardIndex()
    table: Mapping[str, Tool] = tools if tools is not None else {"look": LookTool(), "retrieve": RetrieveTool()}
    fields: dict[str, object] = {
        "controller": _controller(script),
        "solver": _controller(solver),
        "tools": table,
        "caller": DirectCaller(table, ToolMemory()),
        "artifacts": MemoryArtifactStore(),
        "clock": clock or StepClock(),
        "make_student": SimulatedStudent,
        "retriever": retriever,
        "budgets": budgets or Budgets(),
        **changes,
    }
    return EpisodeParts(**fields)  # type: ignore[arg-type]


def tutor(script: Script | Controller, solver: Script | Controller = (), **changes: object) -> TutorAgent:
    """Return a tutor of `parts`."""
    return TutorAgent(parts(script, solver, **changes))  # type: ignore[arg-type]


def _controller(script: Script | Controller) -> Controller:
    if hasattr(script, "complete"):
        return cast(Controller, script)
    return Scripted(script)


def forever(text: str) -> Callable[[ModelRequest], str]:
    """Return a script that always says `text`."""
    return lambda request: text


def answer(letter: str = "B", *citations: str, text: str = "Fluid.") -> str:
    """Return a solver's answer."""
    value = {"status": "answer", "answer": letter, "text": text, "confidence": 0.9, "citations": list(citations)}
    return json.dumps(value)


INSUFFICIENT = '{"status":"insufficient_evidence","text":"Nothing was read.","citations":[]}'
