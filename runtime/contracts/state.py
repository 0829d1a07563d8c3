"""The agent's state: frozen, changed only by the pure transitions in runtime.state."""

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from runtime.contracts.json_types import JsonObject
from runtime.contracts.sample import Level
from runtime.contracts.tool_call import ToolCall, ToolCard

Performance: TypeAlias = Literal["none", "wrong", "partial", "correct"]
Role: TypeAlias = Literal["system", "user", "assistant"]
Route: TypeAlias = Literal["decide", "tool", "respond", "answer", "end"]
Terminal: TypeAlias = Literal[
    "responded",
    "answered",
    "refused",
    "insufficient_evidence",
    "budget_spent",
    "parse_failure",
    "infrastructure_error",
    "awaiting_approval",
]


@dataclass(frozen=True)
class Message:
    """One turn. `speaker` says who is behind the chat role: student, tutor, tool or notice."""

    role: Role
    speaker: Literal["student", "tutor", "tool", "notice", "instructions"]
    text: str
    image_ref: str = ""


@dataclass(frozen=True)
class Hit:
    """One retrieved passage. `score` is unitless; `citation` is stable over runs of the same index.

    `section` is the passage's path of headings in its document, `start` and `end` its characters there (0, 0: whole),
    `version` the document's content hash.
    """

    citation: str
    title: str
    text: str
    score: float
    source: str = ""
    section: str = ""
    start: int = 0
    end: int = 0
    version: str = ""


@dataclass(frozen=True)
class RetrievalState:
    """What the local index has given so far. `confidence` is 0-1."""

    queried: bool = False
    hits: tuple[Hit, ...] = ()
    summary: str = ""
    confidence: float = 0.0


@dataclass(frozen=True)
class StudentState:
    """What the tutor may know about the student from the conversation.

    `misconceptions`: wrong ideas the student has put into words and not yet given up, oldest first. `hints_at_level`:
    hints given since `hint_level` was reached.
    """

    level: Level = "novice"
    attempts: int = 0
    performance: Performance = "none"
    misconceptions: tuple[str, ...] = ()
    consecutive_wrong: int = 0
    hint_level: int = 0
    hints_at_level: int = 0


@dataclass(frozen=True)
class Spent:
    """What an episode has used: counts, tokens, seconds, US dollars."""

    steps: int = 0
    tool_calls: int = 0
    model_calls: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    cached_tokens: int = 0
    seconds: float = 0.0
    cost_usd: float = 0.0


@dataclass(frozen=True)
class Budgets:
    """Hard ceilings of one episode; None is no ceiling."""

    steps: int = 14
    tool_calls: int = 6
    student_turns: int = 6
    context_tokens: int = 3500
    seconds: float | None = 600.0
    cost_usd: float | None = None


@dataclass(frozen=True)
class CapturedError:
    """An error that happened in the episode, kept where one can see it."""

    step: int
    kind: str
    message: str


@dataclass(frozen=True)
class AgentState:
    """Everything the next decision may depend on."""

    messages: tuple[Message, ...] = ()
    image_ref: str = ""
    retrieval: RetrievalState = field(default_factory=RetrievalState)
    tool_calls: tuple[ToolCall, ...] = ()
    tool_results: tuple[ToolCard, ...] = ()
    artifacts: tuple[str, ...] = ()
    student: StudentState = field(default_factory=StudentState)
    student_turns: int = 0
    repairs: int = 0
    errors: tuple[CapturedError, ...] = ()
    spent: Spent = field(default_factory=Spent)
    budgets: Budgets = field(default_factory=Budgets)
    route: Route = "decide"
    terminal: Terminal | None = None
    notes: JsonObject = field(default_factory=dict)
