"""One action of a person's own agent, as it is recorded and as conditions see it."""

from dataclasses import dataclass, field

from runtime.agents.own.context import REQUEST_TOOL, RESPOND, declared_fields
from runtime.agents.own.declared_values import declared_values
from runtime.agents.own.faults import AgentFaultError
from runtime.agents.own.settings import OwnAgentSettings
from runtime.contracts.condition_context import ContextField
from runtime.contracts.json_types import JsonObject, as_object
from runtime.traces.recordable import recordable_data, recordable_text

_MAX_TEXT = 1_000_000
_MAX_NAME = 200


@dataclass(frozen=True)
class Vocabulary:
    """What the agent may name and say: its tools, its actions, the fields it declares."""

    tools: tuple[str, ...] = ()
    actions: tuple[str, ...] = ()
    fields: tuple[ContextField, ...] = ()


def vocabulary_of(settings: OwnAgentSettings) -> Vocabulary:
    """Return what the settings declare."""
    return Vocabulary(settings.tools, settings.actions, declared_fields(settings))


@dataclass(frozen=True)
class OwnAction:
    """One action. `kind` is REQUEST_TOOL for a tool, RESPOND for mere text, else the same as `name`."""

    kind: str
    name: str
    text: str = ""
    arguments: JsonObject = field(default_factory=dict)
    declared: JsonObject = field(default_factory=dict)

    @property
    def is_call(self) -> bool:
        """True for a tool call."""
        return self.kind == REQUEST_TOOL

    def to_json(self) -> JsonObject:
        """Return the action as steps hold it: `action` is the kind, `tool` the tool's name or empty."""
        out: JsonObject = {"action": self.kind, "text": self.text}
        if self.is_call or self.arguments:
            out |= {"tool": self.name if self.is_call else "", "arguments": self.arguments}
        return out | self.declared

    def view(self, repeats: int) -> JsonObject:
        """Return the `action` variable of conditions."""
        return {
            "kind": self.kind,
            "name": self.name,
            "text": self.text,
            "arguments": self.arguments,
            "repeats": repeats,
            **self.declared,
        }


def read_action(given: JsonObject, words: Vocabulary, has_result: bool = False) -> OwnAction:
    """Return the action that a line describes, as the log holds it.

    A name that nobody declared is taken for a tool's where it comes with arguments or a result: an agent's model can
    ask for what there is not, and that is for detectors to find.
    Raises: AgentFaultError (protocol) naming what is wrong.
    """
    kind, name, text = (_text(given, key) for key in ("kind", "name", "text"))
    arguments = given.get("arguments", {})
    if not isinstance(arguments, dict):
        raise AgentFaultError("protocol", "action.arguments must be an object")
    rest = {key: value for key, value in given.items() if key not in ("kind", "name", "text", "arguments")}
    chosen = _kind(kind, name, words, has_result or bool(arguments))
    return OwnAction(
        kind=chosen,
        name=name if chosen == REQUEST_TOOL else chosen,
        text=recordable_text(text),
        arguments=recordable_data(arguments),
        declared=_recordable(declared_values("action", rest, words.fields)),
    )


def read_state(given: JsonObject, words: Vocabulary) -> JsonObject:
    """Return the declared fields of the state, as the log holds them. Raises: AgentFaultError (protocol)."""
    for key in ("step", "tools"):
        if key in given:
            raise AgentFaultError("protocol", f"state.{key} is filled in by ACE; leave it out")
    return _recordable(declared_values("state", given, words.fields))


def _recordable(values: JsonObject) -> JsonObject:
    return as_object(recordable_data(values))


def _text(given: JsonObject, key: str) -> str:
    value = given.get(key, "")
    limit = _MAX_TEXT if key == "text" else _MAX_NAME
    if not isinstance(value, str) or len(value) > limit:
        raise AgentFaultError("protocol", f"action.{key} must be a text of at most {limit} characters")
    if key != "text" and not value.isprintable():
        raise AgentFaultError("protocol", f"action.{key} holds control characters")
    return value


def _kind(kind: str, name: str, words: Vocabulary, is_like_a_call: bool) -> str:
    if kind == REQUEST_TOOL and not name:
        raise AgentFaultError("protocol", f"an action of kind {REQUEST_TOOL} needs action.name, the tool's name")
    if kind not in ("", REQUEST_TOOL) and name not in ("", kind):
        raise AgentFaultError(
            "protocol", f"action.kind {kind!r} and action.name {name!r} differ; only {REQUEST_TOOL} has another name"
        )
    if kind:
        return kind
    if not name:
        return RESPOND
    is_tool = name in words.tools or (name not in (*words.actions, RESPOND) and is_like_a_call)
    return REQUEST_TOOL if is_tool else name
