"""What conditions see of a person's own agent: fields that every such agent has, and those that it declares."""

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, get_args

from runtime.contracts.condition_context import ContextField
from runtime.contracts.tool_call import ErrorClass
from runtime.rules.problem import nearest

if TYPE_CHECKING:
    from runtime.agents.own.settings import OwnAgentSettings

REQUEST_TOOL = "REQUEST_TOOL"
RESPOND = "RESPOND"
# `block` and `convert` are what a rule's `otherwise` says instead of a name.
NOT_A_NAME = frozenset({REQUEST_TOOL, RESPOND, "block", "convert"})
_PATH = re.compile(r"(?:action|state)(?:\.[a-z_][a-z0-9_]*){1,4}")
# Words that CEL keeps for itself, with its macros and functions: as a field they would not parse, or mislead.
_KEPT_WORDS = frozenset(
    {
        "as", "break", "const", "continue", "else", "false", "for", "function", "if", "import", "in", "let", "loop",
        "null", "namespace", "package", "return", "true", "var", "void", "while", "has", "all", "exists", "exists_one",
        "map", "filter", "size", "int", "uint", "double", "string", "bool", "list", "type",
    }
)  # fmt: skip


def base_fields(tools: Sequence[str] = (), actions: Sequence[str] = ()) -> tuple[ContextField, ...]:
    """Return what every own agent's conditions can read."""
    errors = ("", *get_args(ErrorClass))
    kinds = (REQUEST_TOOL, RESPOND, *actions)
    # A tool that is not listed may be called all the same; where none is listed, any text is possible.
    called, last = (tuple(tools), ("", *tools)) if tools else ((), ())
    names = (*tools, *actions, RESPOND) if tools else ()
    return (
        ContextField(
            "action.kind", "", "REQUEST_TOOL for a tool, RESPOND for mere text, else the action's name", kinds
        ),
        ContextField("action.name", "", "the tool's name for REQUEST_TOOL, else the same as kind", names),
        ContextField("action.text", "", "what the agent says"),
        ContextField("action.arguments", {}, "the tool's arguments"),
        ContextField("action.repeats", 0, "earlier calls that were nearly the same, or texts in the same words"),
        ContextField("state.step", 0, "decisions taken before this one"),
        ContextField("state.tools.called", [], "names of the tools called so far, in order", called),
        ContextField("state.tools.last", "", "name of the last tool called", last),
        ContextField("state.tools.last_ok", True, "the last tool call did not fail"),
        ContextField("state.tools.last_error", "", "error class of the last tool call, empty when it worked", errors),
        ContextField("state.tools.failed", [], "names of the tools that have failed so far", called),
        ContextField("episode.sample", "", "sample id"),
        ContextField("episode.tags", [], "labels of the sample"),
    )


def own_context(settings: "OwnAgentSettings") -> tuple[ContextField, ...]:
    """Return every field that conditions of the agent may read, the common ones first."""
    return (*base_fields(settings.tools, settings.actions), *declared_fields(settings))


def declared_fields(settings: "OwnAgentSettings") -> tuple[ContextField, ...]:
    """Return the fields that the agent declares. A default text is one of its choices."""
    out = []
    for one in settings.fields:
        default = list(one.default) if isinstance(one.default, tuple) else one.default
        is_missing = isinstance(default, str) and one.choices and default not in one.choices
        choices = (str(default), *one.choices) if is_missing else one.choices
        out.append(ContextField(one.path, default, one.doc, choices))
    return tuple(out)


def declared_problem(paths: Sequence[str]) -> str:
    """Return what is wrong with the declared paths, with what to do; empty when nothing is."""
    base = [field.path for field in base_fields()]
    seen: list[str] = []
    for path in paths:
        problem = _syntax_problem(path, base) or _clash(path, [*base, *seen])
        if problem:
            return f"fields: {path!r} {problem}"
        seen.append(path)
    return ""


def _syntax_problem(path: str, base: Sequence[str]) -> str:
    if not _PATH.fullmatch(path):
        meant = nearest(path, base)
        hint = f"; `{meant}` every agent has" if meant else ""
        return f"is not written as action.NAME or state.NAME, small letters, digits and _ (at most 4 names deep){hint}"
    word = next((part for part in path.split(".")[1:] if part in _KEPT_WORDS), "")
    if word:
        return f"has a part {word!r}, a word that conditions keep for themselves; choose another"
    if path == "state.tools" or path.startswith("state.tools."):
        return "is in state.tools, which ACE fills from the steps; choose another name"
    return ""


def _clash(path: str, others: Sequence[str]) -> str:
    for other in others:
        if path == other:
            return "is there already; remove it"
        if path.startswith(f"{other}.") or other.startswith(f"{path}."):
            return f"and {other!r} cannot both be: one would be a part of the other; rename it"
    return ""
