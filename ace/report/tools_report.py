"""An agent's tools under the settings: what works here, what stands in, what is missing, and who may call it."""

import textwrap
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path

from ace.agents import agent_named
from ace.config.settings import DEFAULT_AGENT
from ace.errors import NotFoundError, WorkspaceError
from ace.session import open_session
from ace.text.table import table
from ace.text.visible_text import escape_text
from runtime.agents.registry import AgentSpec, find_agent
from runtime.contracts.json_types import JsonObject
from runtime.contracts.tool_call import ReadinessState, ToolSpec
from runtime.control.settings import ControlSettings, Permission
from runtime.tools.settings import ToolSettings

SCHEMA_VERSION = 1
_WIDTH = 100
# What a person's settings add to a status.
PERMISSION_WORDS: Mapping[Permission, str] = {"allow": "", "ask": ", asks a person", "deny": ", denied"}


@dataclass(frozen=True)
class ToolRow:
    """One tool under the settings. `detail` says what does the work, or what is missing and what to do."""

    spec: ToolSpec
    status: ReadinessState
    detail: str
    permission: Permission
    timeout_s: float


@dataclass(frozen=True)
class ToolTable:
    """An agent's tools. `note` is not empty when they are shown under the defaults because there is no repository."""

    agent: str
    rows: tuple[ToolRow, ...]
    note: str = ""


def find_tools(folder: Path, environ: Mapping[str, str], agent: str | None) -> ToolTable:
    """Return the tools of `agent` (default: the one in ace.yaml) in the order prompts list them.

    Outside a git repository the defaults hold. Raises: AceError, RuntimeFault.
    """
    try:
        session = open_session(folder, environ, {})
    except WorkspaceError as exc:
        if "not in a git repository" not in str(exc):
            raise
        note = f"{folder}: not in a git repository; these are the defaults"
        return _table(find_agent(agent or DEFAULT_AGENT), ToolSettings(), ControlSettings(), note)
    chosen = session.agent if agent is None else agent_named(agent, session.agents)
    return _table(chosen, session.tool_settings(), session.control_settings(), "")


def only_tool(found: ToolTable, name: str) -> ToolTable:
    """Return the table with the tool called `name` alone. Raises: NotFoundError naming the nearest."""
    rows = tuple(row for row in found.rows if row.spec.name == name)
    if not rows:
        names = [row.spec.name for row in found.rows]
        near = get_close_matches(name, names, n=1)
        hint = f"did you mean {near[0]!r}?" if near else f"there are: {', '.join(names)}"
        raise NotFoundError(f"agent {found.agent} has no tool {name!r}; {hint}")
    return ToolTable(found.agent, rows, found.note)


def _table(agent: AgentSpec, tools: ToolSettings, control: ControlSettings, note: str) -> ToolTable:
    rows = tuple(
        ToolRow(
            spec=spec,
            status=readiness.state,
            detail=readiness.detail,
            permission=control.permission(name, spec.side_effect),
            timeout_s=tools.timeouts_s.get(name, spec.timeout_s),
        )
        for name, (spec, readiness) in agent.tools(tools).items()
    )
    return ToolTable(agent.name, rows, note)


def tools_json(found: ToolTable) -> JsonObject:
    """Return the tools as data. `permission` is allow, ask or deny; `grant` is what the registry calls the right."""
    return {
        "schema_version": SCHEMA_VERSION,
        "agent": found.agent,
        "tools": [
            {
                "name": row.spec.name,
                "status": row.status,
                "detail": row.detail,
                "side_effect": row.spec.side_effect,
                "permission": row.permission,
                "grant": row.spec.permission,
                "timeout_s": row.timeout_s,
                "isolation": row.spec.isolation,
                "description": row.spec.description,
                "arguments": dict(row.spec.arguments),
                "output": dict(row.spec.output),
            }
            for row in found.rows
        ],
    }


def tools_text(found: ToolTable) -> str:
    """Return one line a tool: name, whether it works, whether it may be called, what it does to the world, detail."""
    rows = [["tool", "status", "permission", "side effect", "detail"]]
    rows += [
        [
            row.spec.name,
            row.status + PERMISSION_WORDS[row.permission],
            row.permission,
            row.spec.side_effect,
            escape_text(row.detail or row.spec.description.split(". ")[0].rstrip(".")),
        ]
        for row in found.rows
    ]
    return table(rows, indent="")


def tool_text(row: ToolRow) -> str:
    """Return one tool in full: what it is for, whether it works, its rights and limits, its fields in and out."""
    spec = row.spec
    status = row.status + PERMISSION_WORDS[row.permission]
    lines = _wrapped(f"{spec.name}  {status}{f': {escape_text(row.detail)}' if row.detail else ''}", "")
    lines += _wrapped(spec.description, "  ")
    lines += [
        f"  permission: {row.permission} (right {spec.permission}, side effect {spec.side_effect})",
        f"  limits: {row.timeout_s:g} s, in a {spec.isolation} of its own",
        "",
        "  arguments",
        *_fields(spec.arguments, "    "),
        "",
        "  result",
        *_fields(spec.output, "    "),
    ]
    return "\n".join(lines) + "\n"


def _fields(schema: Mapping[str, object], indent: str) -> Iterator[str]:
    """One line a field: name, type, bounds, whether it must be there, what it is; objects inside go deeper."""
    fields = schema.get("properties")
    required = schema.get("required")
    if not isinstance(fields, Mapping) or not fields:
        yield f"{indent}none" if schema else f"{indent}any object"
        return
    for name, field in fields.items():
        assert isinstance(field, Mapping)
        must = ", required" if isinstance(required, list | tuple) and name in required else ""
        text = f"{name}  ({_kind(field)}{must})"
        if field.get("description"):
            text += f"  {field['description']}"
        yield from _wrapped(text, indent)
        items = field.get("items")
        inner = items if isinstance(items, Mapping) else field
        if inner.get("properties"):
            yield from _fields(inner, indent + "  ")


def _kind(field: Mapping[str, object]) -> str:
    """A field's type in words, with its bounds."""
    kind = field.get("type")
    words = " or ".join(map(str, kind)) if isinstance(kind, list | tuple) else str(kind)
    items = field.get("items")
    if isinstance(items, Mapping):
        words += f" of {_kind(items)}"
    options = field.get("enum")
    if isinstance(options, list | tuple):
        words += f": {', '.join(map(str, options))}"
    for low, high, unit in (
        ("minimum", "maximum", ""),
        ("minLength", "maxLength", " characters"),
        ("minItems", "maxItems", " items"),
    ):
        if low in field or high in field:
            words += f", {field.get(low, '')}..{field.get(high, '')}{unit}"
    return words


def _wrapped(text: str, indent: str) -> list[str]:
    return textwrap.wrap(text, _WIDTH, initial_indent=indent, subsequent_indent=indent + "    ", break_on_hyphens=False)
