"""Tools as the runtime sees them: what is declared, what is called, what comes back."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, NamedTuple, TypeAlias

from runtime.contracts.json_types import JsonObject

SideEffect: TypeAlias = Literal["read", "reversible_write", "irreversible_write", "external"]
ErrorClass: TypeAlias = Literal[
    "invalid_arguments",
    "unknown_tool",
    "permission_denied",
    "timeout",
    "server_failure",
    "empty_result",
    "missing_dependency",
    "business_failure",
]
Isolation: TypeAlias = Literal["thread", "process"]
ReadinessState: TypeAlias = Literal["ready", "fallback", "missing"]
RETRYABLE: frozenset[ErrorClass] = frozenset({"timeout", "server_failure"})


class Readiness(NamedTuple):
    """Whether a tool can work here. `detail` names what does the work, what stands in for it, or what to install.

    `told`: what a model that calls it is told when it is missing, where `detail` is for those who set it up.
    """

    state: ReadinessState
    detail: str
    told: str = ""


@dataclass(frozen=True)
class ToolSpec:
    """What a tool declares. `arguments` is a JSON Schema object; `permission` comes from the registry alone.

    `output` is the JSON Schema of a result's `data` (empty: any object). `isolation`: "process" runs the tool in a
    worker process that is killed at the timeout; "thread" is for tools that bound their own time.
    """

    name: str
    description: str
    arguments: Mapping[str, object]
    side_effect: SideEffect = "read"
    permission: str = "image.read"
    timeout_s: float = 20.0
    output: Mapping[str, object] = field(default_factory=dict)
    isolation: Isolation = "thread"


@dataclass(frozen=True)
class ToolCall:
    """One request for a tool. `idempotency_key` is episode:step:call."""

    call_id: str
    name: str
    arguments: JsonObject
    idempotency_key: str = ""


@dataclass(frozen=True)
class CallPlace:
    """Where a call is made: enough to come back to exactly there.

    `attempt` counts the tries at this sample and trial; `rules` maps injected rule ids to their fingerprints.
    """

    run: str = ""
    episode: str = ""
    sample: str = ""
    trial: int = 0
    attempt: int = 0
    step: int = 0
    seed: int = 0
    commit: str = ""
    rules: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class ToolOutput:
    """What a tool returns when it worked.

    `summary` is for prompts (bounded), `artifact_refs` are for truth, `data` is the full structure.
    """

    summary: str
    artifact_refs: tuple[str, ...] = ()
    data: JsonObject = field(default_factory=dict)


@dataclass(frozen=True)
class ToolCard:
    """The record of one call: what was asked, whether it worked, what came back.

    Units: duration_ms is milliseconds of wall time. `is_replayed`: the result came from a record of the same call.
    `ran_with`: the arguments it ran with where a person changed them; None: those that were asked for.
    `id_source`: "synthetic" when the record had no call id and one was made.
    """

    call_id: str
    name: str
    arguments: JsonObject
    permission: str
    idempotency_key: str
    ok: bool
    summary: str
    error_class: ErrorClass | None = None
    artifact_refs: tuple[str, ...] = ()
    data: JsonObject = field(default_factory=dict)
    duration_ms: float = 0.0
    is_replayed: bool = False
    ran_with: JsonObject | None = None
    id_source: Literal["recorded", "synthetic"] = "recorded"
