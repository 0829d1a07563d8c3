"""Which reviewed rules cannot be judged in imported traces: the traces do not say what their conditions read."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from ace.text.counted import counted
from runtime.agents.own.declared_values import declared_values
from runtime.agents.own.faults import AgentFaultError
from runtime.agents.registry import AgentSpec
from runtime.contracts.condition_context import ContextField, merge_context
from runtime.contracts.json_types import JsonObject, as_object
from runtime.contracts.rule import Rule
from runtime.contracts.trace_event import Episode, Step
from runtime.rules.condition_tokens import tokens_of
from runtime.rules.fields_read import fields_read

# What the steps of any trace tell, whoever recorded it.
_COUNTED = ("action.kind", "action.name", "action.text", "action.arguments", "action.repeats", "state.step",
            "state.tools.called", "state.tools.last", "state.tools.last_ok", "state.tools.last_error",
            "state.tools.failed", "episode.sample")  # fmt: skip
_ANY_AGENTS = frozenset({"RESPOND", "REQUEST_TOOL"})


class ReadableRules(NamedTuple):
    """The rules that can be judged, and a note for each that cannot, or not everywhere."""

    checked: tuple[Rule, ...]
    notes: tuple[str, ...]


def readable_rules(episodes: Iterable[Episode], rules: Iterable[Rule], agent: AgentSpec) -> ReadableRules:
    """Return the rules that can be judged in `episodes`, as they were read (not yet `with_decisions`).

    A rule whose fields no imported episode of the agent holds is left out with a note; one whose fields some lack
    stays, with a note. All stay where the agent is a shipped one, or any of its episodes was recorded here.
    """
    rules = tuple(rules)
    own = [one for one in episodes if one.header.agent == agent.name and one.steps]
    if not agent.has_own_model or not own or not all(one.header.imported for one in own):
        return ReadableRules(rules, ())
    held = [(_held(one, agent.context), _names(one)) for one in own]
    checked, notes = [], []
    for rule in rules:
        asked = _asked(rule, agent) if rule.is_checked else frozenset()
        named = _named(rule, agent) if rule.is_checked else frozenset()
        lacking = [asked - fields for fields, _ in held]
        # Another program's record has no word for an action that is no tool call, unless one bears its name.
        is_unnamed = bool(named) and not any(names is None or names & named for _, names in held)
        missing = sorted(frozenset().union(*lacking)) + (sorted(f"the action {name}" for name in named) * is_unnamed)
        short = len(own) if is_unnamed else sum(bool(fields) for fields in lacking)
        if short < len(own):
            checked.append(rule)
        if short:
            notes.append(_note(rule, missing, short, len(own)))
    return ReadableRules(tuple(checked), tuple(notes))


def recorded_fields(context: Mapping[str, object], fields: Iterable[ContextField]) -> dict[str, JsonObject]:
    """Return what `context` says of `fields`, nested; a value that is not of its field's type is not taken."""
    out: dict[str, JsonObject] = {}
    if "action" in context and "name" not in as_object(context["action"]):
        return out  # what an import makes of a record that says nothing of conditions
    for field in fields:
        root, *path = field.path.split(".")
        value: object = context.get(root)
        for part in path:
            value = as_object(value).get(part)
        if value is None:
            continue
        for part in reversed(path):
            value = {part: value}
        try:
            said = declared_values(root, as_object(value), (field,))
        except AgentFaultError:
            continue
        out = merge_context(out, {root: said})
    return out


def _held(episode: Episode, fields: Sequence[ContextField]) -> frozenset[str]:
    """Return the paths that every decision of the episode tells."""
    of_episode = recorded_fields({"episode": episode.header.context}, fields)
    told = [_paths({**recorded_fields(step.context, fields), **of_episode}) for step in episode.steps]
    return frozenset(_COUNTED) | frozenset.intersection(*told)


def _paths(context: Mapping[str, object], before: str = "") -> frozenset[str]:
    out: set[str] = set()
    for key, value in context.items():
        out.add(f"{before}{key}")
        if isinstance(value, dict):
            out |= _paths(value, f"{before}{key}.")
    return frozenset(out)


def _asked(rule: Rule, agent: AgentSpec) -> frozenset[str]:
    """Return the fields of the agent that the rule's condition reads."""
    read = [path for source in _sources(rule) for path in fields_read(source)]
    return frozenset(
        field.path
        for field in agent.context
        if any(f"{field.path}.".startswith(f"{path}.") or path.startswith(f"{field.path}.") for path in read)
    )


def _named(rule: Rule, agent: AgentSpec) -> frozenset[str]:
    """Return the agent's own actions that the rule's condition names."""
    texts = {token.text[1:-1] for source in _sources(rule) for token in tokens_of(source) if token.text[:1] in "\"'"}
    return frozenset(agent.actions).intersection(texts) - _ANY_AGENTS


def _sources(rule: Rule) -> tuple[str, ...]:
    return tuple(source for source in (rule.when, rule.require) if source)


def _names(episode: Episode) -> frozenset[str] | None:
    """Return what the decisions are called; None where the trace says of each what conditions saw."""
    if all("name" in as_object(step.context.get("action")) for step in episode.steps):
        return None
    return frozenset(name for step in episode.steps for name in _called(step))


def _called(step: Step) -> tuple[str, str]:
    proposed = step.proposed or {}
    return str(proposed.get("action", "")), str(proposed.get("tool", ""))


def _note(rule: Rule, missing: Sequence[str], short: int, of: int) -> str:
    what = ", ".join(missing)
    if short == of:
        return f"rule {rule.id} was not checked: these traces do not hold {what}"
    some = f"{short} of {counted(of, 'trace')} do not hold {what}"
    return f"rule {rule.id}: {some}; there it was checked against defaults"
