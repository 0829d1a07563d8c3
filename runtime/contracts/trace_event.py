"""The event log's vocabulary: one episode is a header, steps and an outcome. Schema version 1."""

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from runtime.contracts.json_types import JsonObject
from runtime.contracts.state import Terminal
from runtime.contracts.tool_call import ToolCard

SCHEMA_VERSION = 1
# How a record from outside ended: as it should or unsaid; at a limit of steps, tokens or time; with an error.
RecordedEnd: TypeAlias = Literal["completed", "stopped", "failed"]
# "observe": the gate would have objected, and the action went on as it was.
GateDecision: TypeAlias = Literal["allow", "block", "convert", "observe"]


@dataclass(frozen=True)
class ControllerInfo:
    """Who decided: back-end, model, and whether any part of it was simulated."""

    backend: str
    model: str
    simulated: bool
    structured_output: str = ""

    @property
    def label(self) -> str:
        """How reports name it; carries the word `simulated` when it is."""
        name = f"{self.backend}/{self.model}"
        return f"{name} (simulated)" if self.simulated and "simulated" not in name else name


@dataclass(frozen=True)
class Said:
    """A message that is neither a decision of the agent nor the result of one of its calls.

    `role`: system, developer, user, assistant or tool, as recorded; `source_id` is its id or place in the record.
    """

    role: str
    text: str
    name: str = ""
    source_id: str = ""


@dataclass(frozen=True)
class Header:
    """First event of an episode. `context` is what conditions see as `episode`.

    `imported` names the format of a record that came from outside, empty for ACE's own; `opening` is what was said
    before the first decision of such a record.

    For replay: `initial` is the state before the first step, `setup` refers to the artifact with the rules, tools and
    instructions, `sample_sha256` names the artifact with the sample. A record without them has empty ones.

    The rules are those of `playbook_commit`; `rules_bundle` is the SHA-256 of the bundle they were loaded from, empty
    where they were read from git.
    """

    run: str
    episode: str
    sample: str
    case: str
    split: str
    trial: int
    seed: int
    agent: str
    controller: ControllerInfo
    playbook_commit: str
    rules: dict[str, str]
    rules_dropped: tuple[str, ...]
    context: JsonObject
    source: str = "samples"
    started: str = ""
    image: str = ""
    question: str = ""
    student_simulated: bool = True
    initial: JsonObject = field(default_factory=dict)
    setup: str = ""
    sample_sha256: str = ""
    imported: str = ""
    opening: tuple[Said, ...] = ()
    rules_bundle: str = ""
    type: Literal["episode"] = "episode"
    schema: int = SCHEMA_VERSION


@dataclass(frozen=True)
class Attempt:
    """One answer of the model within a step: the raw text and why it could not be used, if it could not.

    `purpose`: "decide" for the controller's choice, "solve" for the solver's answer.
    """

    raw: str
    purpose: Literal["decide", "solve"] = "decide"
    error: str = ""
    error_kind: Literal["", "malformed", "several_tools", "model_error", "uncited"] = ""
    prompt_sha256: str = ""
    prompt_tokens: int = 0
    completion_tokens: int = 0
    cached_tokens: int = 0
    seconds: float = 0.0
    cost_usd: float = 0.0
    finish_reason: str = ""


@dataclass(frozen=True)
class GateRecord:
    """What one gate said of the proposal, and why."""

    gate: str
    decision: GateDecision
    reason: str


@dataclass(frozen=True)
class StudentTurn:
    """What the student said after a response, and how the tutor must read it.

    `told`: the response gave the answer away, so a right answer now was not learned. `left`: the student ends the
    session.
    """

    text: str
    choice: str
    performance: str
    simulated: bool = True
    told: bool = False
    left: bool = False


@dataclass(frozen=True)
class Step:
    """One decision. `proposed` is the model's parsed action, `taken` what the gates let happen.

    `context` holds `action` (of the proposal) and `state` as conditions see them; `patch` is an RFC 6902 JSON-Patch
    from the state before to the state after. `shown` is what the next prompt says of the result.

    In a record from outside: `heard` is what was said after this decision and before the next, `speaker` the agent
    that decided where there are several, `source_id` the message or span it was read from; the calls of one message
    are steps that share it.
    """

    run: str
    episode: str
    step: int
    attempts: tuple[Attempt, ...]
    state_before: str
    state_after: str
    patch: tuple[JsonObject, ...] = ()
    proposed: JsonObject | None = None
    taken: JsonObject | None = None
    gates: tuple[GateRecord, ...] = ()
    context: JsonObject = field(default_factory=dict)
    card: ToolCard | None = None
    shown: str = ""
    student: StudentTurn | None = None
    heard: tuple[Said, ...] = ()
    speaker: str = ""
    source_id: str = ""
    type: Literal["step"] = "step"


@dataclass(frozen=True)
class Outcome:
    """Last event of an episode: how it ended, its scores (0-1 unless named otherwise), what it cost.

    `events_sha256` covers the episode's lines in the log, this one included; the log fills it in.
    """

    run: str
    episode: str
    terminal: Terminal | RecordedEnd
    message: str
    scores: dict[str, float]
    answer: JsonObject = field(default_factory=dict)
    spent: JsonObject = field(default_factory=dict)
    error: str = ""
    events_sha256: str = ""
    type: Literal["outcome"] = "outcome"


Event: TypeAlias = Header | Step | Outcome


@dataclass(frozen=True)
class Episode:
    """One episode read back whole. `outcome` is None when the run was cut off in the middle of it."""

    header: Header
    steps: tuple[Step, ...]
    outcome: Outcome | None

    @property
    def is_waiting(self) -> bool:
        """True when the episode goes on once a person has decided on a tool call (named by the outcome's error)."""
        return self.outcome is not None and self.outcome.terminal == "awaiting_approval"

    @property
    def is_infrastructure_error(self) -> bool:
        """True when the episode says nothing about the agent: cut off, its model did not answer, or a call waits."""
        return self.outcome is None or self.outcome.terminal in ("infrastructure_error", "awaiting_approval")
