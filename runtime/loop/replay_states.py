"""The states of a recorded episode, put together from the first one and each step's patch, checked by their hash."""

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from runtime.contracts.errors import TraceError
from runtime.contracts.json_types import JsonObject
from runtime.contracts.state import AgentState
from runtime.contracts.trace_event import Episode
from runtime.state.snapshot import state_hash
from runtime.traces.json_patch import apply

if TYPE_CHECKING:
    from pydantic import TypeAdapter


@dataclass(frozen=True)
class RecordedState:
    """One state as the record gives it. `is_exact`: its hash is the recorded one.

    It is not where the log had to redact something, or where the record was edited.
    """

    shot: JsonObject
    is_exact: bool

    def state(self) -> AgentState:
        """Return it as the loop's own type, wall time zero. Raises: TraceError when it is no state."""
        from pydantic import ValidationError

        try:
            return _adapter().validate_python(self.shot)
        except ValidationError as exc:
            first = exc.errors(include_url=False, include_input=False, include_context=False)[0]
            where = ".".join(str(part) for part in first["loc"])
            raise TraceError(f"the record holds no state this program reads ({where}: {first['msg']})") from exc


def recorded_states(episode: Episode) -> tuple[RecordedState, ...]:
    """Return the state before each step, then the one after the last; as many as the patches give.

    Shapes: n steps give n + 1 states, none when the record has no first state, fewer when a patch does not fit.
    """
    shot = episode.header.initial
    if not shot:
        return ()
    found: list[RecordedState] = []
    for step in episode.steps:
        found.append(RecordedState(shot, state_hash(shot) == step.state_before))
        try:
            shot = apply(shot, step.patch)
        except TraceError:
            return tuple(found)
    last = episode.steps[-1].state_after if episode.steps else state_hash(shot)
    return (*found, RecordedState(shot, state_hash(shot) == last))


@cache
def _adapter() -> "TypeAdapter[AgentState]":
    from pydantic import TypeAdapter

    return TypeAdapter(AgentState)
