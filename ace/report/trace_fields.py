"""What rules read at a step of an agent that keeps its own prompts: the fields of its context, in words. Pure."""

from collections.abc import Iterator, Mapping

from runtime.contracts.json_types import JsonObject, as_object, canonical_json
from runtime.contracts.trace_event import Episode

OWN_PROMPTS = "this agent keeps its own prompts: what its model saw is not on record"
# Told by the step itself, or counted from the steps above it.
_TOLD = frozenset({"action.kind", "action.name", "action.text", "action.arguments", "action.repeats", "state.step"})
_COUNTED = "state.tools."


def keeps_own_prompts(episode: Episode) -> bool:
    """Return True when nothing is recorded to make prompts again from: no first state, no set-up, no state's hash.

    A record that lost its first state still has the hashes of its states. What another program recorded is told of
    elsewhere.
    """
    header = episode.header
    if header.imported or header.initial or header.setup:
        return False
    return not any(step.state_before for step in episode.steps)


def field_words(context: JsonObject) -> tuple[str, ...]:
    """Return the action's and state's further fields, one phrase each: `state.claim.amount 30.0`."""
    return tuple(
        f"{path} {canonical_json(_short(value))}"
        for part in ("action", "state")
        for path, value in _leaves(part, as_object(context.get(part, {})))
        if path not in _TOLD and not path.startswith(_COUNTED)
    )


def _short(value: object) -> object:
    """Return a measured number to six digits, which is what a rule's condition is written in."""
    return float(f"{value:.6g}") if isinstance(value, float) else value


def _leaves(path: str, value: Mapping[str, object]) -> Iterator[tuple[str, object]]:
    for key, item in value.items():
        here = f"{path}.{key}"
        if isinstance(item, Mapping) and item and here not in _TOLD:
            yield from _leaves(here, item)
        else:
            yield here, item
