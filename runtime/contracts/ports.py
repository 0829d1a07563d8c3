"""Ports: the Protocols everything outside the pure core is reached through."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

from runtime.contracts.json_types import JsonObject
from runtime.contracts.rule import Rule
from runtime.contracts.sample import Sample
from runtime.contracts.state import AgentState, Hit
from runtime.contracts.tool_call import CallPlace, Readiness, ToolCall, ToolCard, ToolOutput, ToolSpec
from runtime.contracts.trace_event import ControllerInfo, Episode, Event, StudentTurn


@dataclass(frozen=True)
class ChatMessage:
    """One chat message as sent to a model; `images` are PNG bytes."""

    role: str
    content: str
    images: tuple[bytes, ...] = ()


@dataclass(frozen=True)
class ModelRequest:
    """What a model is asked. `schema` is the JSON Schema its answer must fit; `seed` is per step.

    `state`, `context` and `rules` are for controllers that are not language models (simulated, scripted); a
    language model sees only `messages`.
    """

    messages: tuple[ChatMessage, ...]
    schema: Mapping[str, object]
    seed: int
    purpose: str = "decide"
    max_tokens: int = 320
    state: AgentState | None = None
    context: JsonObject = field(default_factory=dict)
    rules: tuple[Rule, ...] = ()
    sample: Sample | None = None
    step: int = 0
    attempt: int = 0


class ModelReply(NamedTuple):
    """A model's answer as text, with what it cost. Tokens are counts, cost is US dollars, `seconds` wall time."""

    text: str
    finish_reason: str = "stop"
    prompt_tokens: int = 0
    completion_tokens: int = 0
    cached_tokens: int = 0
    cost_usd: float = 0.0
    seconds: float = 0.0


class Controller(Protocol):
    """Chooses actions (and, as a solver or curator, writes answers): text in, text out."""

    @property
    def info(self) -> ControllerInfo:
        """Who this is; recorded in every episode."""
        ...

    async def complete(self, request: ModelRequest) -> ModelReply:
        """Return the model's answer. Raises: ModelError when none can be had."""
        ...


@dataclass(frozen=True)
class ToolContext:
    """What a tool may use besides its arguments: the case's image, the store, the index.

    `idempotency_key` names the call; a tool that writes hands it on, so that the far end can tell a repeat. `place` is
    where in which run the call is made.
    """

    image_ref: str
    artifacts: "ArtifactStore"
    retriever: "Retriever | None"
    idempotency_key: str = ""
    place: CallPlace = field(default_factory=CallPlace)


class Tool(Protocol):
    """One tool."""

    @property
    def spec(self) -> ToolSpec:
        """The tool's declaration."""
        ...

    def readiness(self) -> Readiness:
        """Return whether the tool can work here, cheaply: nothing is loaded, nothing is sent."""
        ...

    def run(self, arguments: JsonObject, context: ToolContext) -> ToolOutput:
        """Do the work. Raises: ToolError with an error class."""
        ...


class ToolCaller(Protocol):
    """How a request becomes a card: checked, permitted, run once, recorded; or replayed."""

    async def call(self, call: ToolCall, context: ToolContext) -> ToolCard:
        """Return the card of one call; what goes wrong in a tool is on the card.

        Raises: ApprovalNeededError when a person must decide first; CassetteMissError in strict replay.
        """
        ...


class Retriever(Protocol):
    """The local index."""

    def search(self, query: str, k: int, image_ref: str = "") -> Sequence[Hit]:
        """Return the k best passages, best first; fewer when fewer match. `image_ref` is the case's image, if any."""
        ...


class Student(Protocol):
    """Who is being taught."""

    def open(self) -> str:
        """Return the first message."""
        ...

    def reply(self, action: JsonObject, state: AgentState, step: int) -> StudentTurn:
        """Return the student's answer to the tutor's response."""
        ...


class ArtifactStore(Protocol):
    """Content-addressed bytes."""

    def put(self, data: bytes, media_type: str) -> str:
        """Store `data` and return its reference, artifact://sha256/<hex>."""
        ...

    def get(self, ref: str) -> bytes:
        """Return the bytes of `ref`. Raises: TraceError when absent or changed."""
        ...


class TraceSink(Protocol):
    """Where events go."""

    def write(self, event: Event) -> None:
        """Append one event durably."""
        ...


@dataclass(frozen=True)
class EpisodeJob:
    """What one episode is run under: the rules to inject, the seed, and the labels its trace carries."""

    rules: tuple[Rule, ...] = ()
    seed: int = 0
    run: str = "r-adhoc"
    trial: int = 0
    commit: str = ""
    attempt: int = 0
    bundle: str = ""


class AgentUnderTest(Protocol):
    """Anything the loop can improve."""

    @property
    def info(self) -> ControllerInfo:
        """Who decides in this agent."""
        ...

    async def run(self, sample: Sample, job: EpisodeJob, sink: TraceSink | None = None) -> Episode:
        """Run one episode and return its trace, each event also given to `sink`; never raises for one bad sample."""
        ...


class Clock(Protocol):
    """Time, injected."""

    def now(self) -> str:
        """Return the present as ISO 8601 in UTC, to the second."""
        ...

    def monotonic(self) -> float:
        """Return seconds that never run backwards."""
        ...
