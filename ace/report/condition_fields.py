"""What a condition may use, from the tables that check it: as data, for a terminal, and as docs/conditions.md."""

import json
import textwrap

from runtime.agents.registry import AgentSpec
from runtime.contracts.condition_context import ContextField
from runtime.contracts.json_types import JsonObject
from runtime.contracts.tool_call import Readiness
from runtime.rules.check_condition import FUNCTIONS, check_condition
from runtime.rules.condition_limits import MAX_MACROS

MARKDOWN_COMMAND = "ace fields --markdown > docs/conditions.md"
_TYPES = {bool: "true or false", int: "whole number", float: "number", str: "text", list: "list of texts"}
_WIDTH = 100
_GATE_WORDS = {
    "block": "the action does not happen; the agent is told the rule's text",
    "convert": "a hint of the next level takes the action's place",
}
_EXAMPLES = (
    'action.name == "web_browser" && !state.retrieval.queried',
    'action.kind in ["HINT", "MICROLESSON"] && action.hint_level > state.student.hint_level + 1',
    '"retrieve" in state.tools.called || size(state.tools.failed) > 1',
    'state.tools.called.exists(name, name == "zoom" || name == "enhance")',
    'has(action.arguments.query) && action.arguments.query.contains("dose")',
    'episode.modality == "CT" && state.student.level != "expert"',
)


def fields_json(agent: AgentSpec) -> JsonObject:
    """Return the agent's fields, actions and tools, and what `otherwise` may say: besides those where any will do.

    A tool's `missing` says what it lacks here, empty when it works.
    """
    return {
        "agent": agent.name,
        "fields": [
            {
                "path": field.path,
                "type": _type(field),
                "default": field.default,
                "choices": list(field.choices),
                "doc": field.doc,
            }
            for field in agent.context
        ],
        "actions": list(agent.actions),
        "tools": [
            {"name": name, "doc": spec.description, "missing": _missing(readiness)}
            for name, (spec, readiness) in agent.tools().items()
        ],
        "otherwise": _gate_words(agent),
    }


def fields_text(agent: AgentSpec) -> str:
    """Return the listing for a terminal, no line wider than 100 columns."""
    lines = [f"Fields a condition of agent {agent.name} may use (`when`, `require`)", ""]
    for field in agent.context:
        lines.append(f"{field.path}  ({_type(field)}, default {json.dumps(field.default)})")
        lines += _indented(field.doc)
        lines += _indented(f"one of: {', '.join(_shown(item) for item in field.choices)}") if field.choices else []
    used = "`action.name`, `otherwise`" if agent.stand_ins is None else "`action.name`"
    lines += ["", f"Actions ({used})", ""]
    lines += [f"    {name}" for name in agent.actions]
    lines += ["", f"Tools ({used})", ""]
    for name, (spec, readiness) in agent.tools().items():
        missing = _missing(readiness)
        lines += _indented(f"{name}: {spec.description}{f' Does not work here: {missing}.' if missing else ''}")
    lines += ["", "Besides these, `otherwise` may say" if agent.stand_ins is None else "`otherwise` may say", ""]
    lines += [line for name, doc in _gate_words(agent).items() for line in _indented(f"{name}: {doc}")]
    return "\n".join(lines) + "\n"


def fields_markdown(agent: AgentSpec) -> str:
    """Return docs/conditions.md, which does not depend on what is installed here."""
    lines = [
        _INTRODUCTION.format(
            command=MARKDOWN_COMMAND, agent=agent.name, macros=MAX_MACROS, episode=_episode_words(agent)
        )
    ]
    lines += ["```cel", *(one for one in _EXAMPLES if not check_condition(one, agent.context)), "```", ""]
    lines += [f"Functions: {', '.join(f'`{name}`' for name in sorted(FUNCTIONS))}.", ""]
    lines += ["## Fields", "", "| field | type | default | one of | what it is |", "|---|---|---|---|---|"]
    for field in agent.context:
        choices = ", ".join(f"`{_shown(item)}`" for item in field.choices)
        row = (f"`{field.path}`", _type(field), f"`{json.dumps(field.default)}`", choices, field.doc)
        lines.append(f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in row)} |")
    lines += ["", "## Actions", "", f"{', '.join(f'`{name}`' for name in agent.actions)}.", "", "## Tools", ""]
    lines += [f"- `{name}`: {spec.description}" for name, (spec, _) in agent.tools().items()]
    named = "an action or a tool above, or" if agent.stand_ins is None else "one of"
    lines += [
        "",
        "## What `otherwise` may say",
        "",
        f"`otherwise: {{action: NAME}}`, where NAME is {named}:",
        "",
    ]
    lines += [f"- `{name}`: {doc}." for name, doc in _gate_words(agent).items()]
    return "\n".join(lines) + "\n"


_INTRODUCTION = """\
# What a condition may use

This file is written by `{command}`; a test checks that it is current.

`when` and `require` of a rule for agent `{agent}` are expressions in CEL (Common Expression Language). Each must give
true or false. A decision violates the rule when `when` is true and `require` is not. `ace lint` checks names, types and
the texts compared with a field that has a fixed set of values; `ace fields` prints this list. What a case of a rule's
test leaves out takes the default.

- `action` is the proposed action, `state` what had happened before it, `episode` the {episode}.
- Compare with `==`, `!=`, `<`, `<=`, `>`, `>=` and `in`; join with `&&` and `||`; negate with `!`.
- Texts stand in quotes; truth values are `true` and `false`.
- Below `action.arguments` any name may follow; guard it with `has(...)`.
- At most {macros} list macros (`all`, `exists`, `exists_one`, `filter`, `map`) in one expression, over a field or a
  written-out list; so that no condition can take long.
- In YAML an expression that begins with a quote, `!`, `[` or `{{` needs quotes around it: `require: '"retrieve" in
  state.tools.called'`.
- One line, no comments. The pattern of `matches` is a written text of at most 200 characters, without repeat counts.
"""


def _gate_words(agent: AgentSpec) -> dict[str, str]:
    """Return what `otherwise` may say besides names, or with those that it may; hints are given by one that teaches."""
    names = dict.fromkeys(agent.stand_ins or (), "takes the action's place, where it can")
    return names | {name: doc for name, doc in _GATE_WORDS.items() if name != "convert" or agent.teaches}


def _episode_words(agent: AgentSpec) -> str:
    return "case and its student" if agent.teaches else "sample"


def _type(field: ContextField) -> str:
    return _TYPES.get(type(field.default), "mapping")


def _shown(choice: str) -> str:
    return choice or '""'


def _indented(text: str) -> list[str]:
    return textwrap.wrap(text, _WIDTH, initial_indent="    ", subsequent_indent="        ", break_on_hyphens=False)


def _missing(readiness: Readiness) -> str:
    return readiness.detail if readiness.state == "missing" else ""
