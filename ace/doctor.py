"""What works here: installation, repository and all that its ace.yaml names, tools, model server or own agent."""

import json
import sys
from collections.abc import Callable, Mapping
from enum import StrEnum
from importlib.metadata import packages_distributions
from pathlib import Path
from typing import NamedTuple

from ace.config.load import load_config
from ace.errors import AceError
from ace.report.tools_report import PERMISSION_WORDS
from ace.review.errors import ReviewError
from ace.session import Session, open_session
from ace.text.counted import counted
from ace.text.visible_text import escape_text
from runtime.contracts.errors import RuntimeFault
from runtime.contracts.json_types import JsonObject

OWN_PACKAGES = ("ace", "analyzers", "runtime")
OWN_DISTRIBUTION = "ace-optimizer"


class Level(StrEnum):
    """How a check came out."""

    OK = "ok"
    WARNING = "warning"
    ERROR = "error"


class Check(NamedTuple):
    """One thing looked at."""

    name: str
    level: Level
    detail: str


def diagnose(folder: Path, environ: Mapping[str, str], *, is_offline: bool) -> tuple[list[Check], list[JsonObject]]:
    """Return every check and every setting with its origin; what cannot be looked at is an error check."""
    checks = [_python(), _packages()]
    try:
        session = open_session(folder, environ, {})
    except (AceError, RuntimeFault) as exc:
        return [*checks, Check("configuration", Level.ERROR, str(exc))], []
    checks.append(
        Check("repository", Level.OK, f"{session.workspace.repo}; runs are kept in {session.workspace.state}")
    )
    for name, look in _LOOKS:
        checks.append(_safely(name, look, session))
    if session.settings.own_agent is not None:
        checks.append(_safely("agent files", _own_files, session))
    checks += _tools(session)
    name, look = ("agent", _own_agent) if session.agent.has_own_model else ("model", _model)
    checks.append(Check(name, Level.OK, "not asked (--offline)") if is_offline else _safely(name, look, session))
    return checks, _settings(session, folder, environ)


def _safely(name: str, look: Callable[[Session], Check], session: Session) -> Check:
    try:
        return look(session)
    except (AceError, ReviewError, RuntimeFault, OSError) as exc:
        return Check(name, Level.ERROR, str(exc))


def _python() -> Check:
    version = ".".join(str(part) for part in sys.version_info[:3])
    return Check("python", Level.OK, version)


def _packages() -> Check:
    owners = packages_distributions()
    for package in OWN_PACKAGES:
        others = sorted(set(owners.get(package, [])) - {OWN_DISTRIBUTION})
        if others:
            detail = f"{others[0]} also installs a package named {package!r}; give ACE an environment of its own"
            return Check("packages", Level.ERROR, detail)
    return Check("packages", Level.OK, "no other distribution owns ace, analyzers or runtime")


def _branch(session: Session) -> Check:
    return Check("reviewed branch", Level.OK, session.rules_from)


def _playbook(session: Session) -> Check:
    playbook = session.playbook()
    checked = sum(rule.is_checked for rule in playbook.rules)
    detail = f"{counted(len(playbook.rules), 'rule')} at {playbook.commit[:7]}, {checked} with a condition"
    if not playbook.rules:
        return Check("playbook", Level.WARNING, f"no rules under {session.settings.playbook} at {playbook.commit[:7]}")
    return Check("playbook", Level.OK, detail)


def _samples(session: Session) -> Check:
    found, problems = session.samples("dev", "must_pass")
    detail = f"{len(found)} open to the curator in {counted(len({sample.case for sample in found}), 'case')}"
    if problems:
        first = problems[0]
        return Check(
            "samples",
            Level.WARNING,
            f"{detail}; {counted(len(problems), 'problem')}, first {first.path}: {first.problem}",
        )
    return Check("samples", Level.OK if found else Level.ERROR, detail)


def _knowledge(session: Session) -> Check:
    from runtime.retrieval.read_corpus import read_corpus

    if "retrieve" not in session.agent.tools(session.tool_settings()):
        return Check("knowledge", Level.OK, f"the agent {session.settings.agent} has no tool that searches it")
    if not session.settings.knowledge:
        return Check("knowledge", Level.OK, "none is named")
    corpus = read_corpus(session.knowledge_folders())
    detail = f"{len(corpus.passages)} passages from {', '.join(session.settings.knowledge)}"
    if corpus.unusable:
        many = f"{len(corpus.unusable)} lines or files unusable"
        return Check("knowledge", Level.WARNING, f"{detail}; {many}, first {corpus.unusable[0]}")
    return Check("knowledge", Level.OK, detail)


def _own_files(session: Session) -> Check:
    """What a trial of an own agent depends on; the agent is not reached for it."""
    from ace.agent_files import agent_files, unusable_files

    own, repo = session.settings.own_agent, session.workspace.repo
    assert own is not None, "asked of own agents alone"
    problems = unusable_files(repo, own.files)
    if problems:
        return Check("agent files", Level.ERROR, "\n".join(f"own_agent.files: {problem}" for problem in problems))
    found = agent_files(repo, own.path, own.command, own.files)
    if not found:
        where = (
            "a change to it goes unnoticed; name what it is made of in own_agent.files, and its version in its model"
        )
        return Check("agent files", Level.OK, f"none lies in the repository: {where}")
    named = ", ".join(file.relative_to(repo.resolve()).as_posix() for file in found[:3])
    more = f" and {len(found) - 3} more" if len(found) > 3 else ""
    return Check("agent files", Level.OK, f"{named}{more}: where one changes, trials are run anew")


_LOOKS: tuple[tuple[str, Callable[[Session], Check]], ...] = (
    ("reviewed branch", _branch),
    ("playbook", _playbook),
    ("samples", _samples),
    ("knowledge", _knowledge),
)


def _tools(session: Session) -> list[Check]:
    try:
        control = session.control_settings()
        listed = session.agent.tools(session.tool_settings())
    except (AceError, RuntimeFault, OSError) as exc:
        return [Check("tools", Level.ERROR, str(exc))]
    return [
        Check(
            f"tool {name}",
            Level.OK if readiness.state == "ready" else Level.WARNING,
            f"{readiness.state}{PERMISSION_WORDS[control.permission(name, spec.side_effect)]} ({spec.side_effect})"
            f"{': ' if readiness.detail else ''}{readiness.detail}",
        )
        for name, (spec, readiness) in listed.items()
    ]


def _own_agent(session: Session) -> Check:
    from runtime.agents.own.check_own_agent import check_own_agent

    own = session.settings.own_agent
    assert own is not None, "no shipped agent brings its own model"
    found = check_own_agent(own, session.workspace.repo, session.environ)
    if own.simulated:
        return Check("agent", Level.WARNING, f"{found}; it is simulated: it proves nothing about a model")
    return Check("agent", Level.OK, found)


def _model(session: Session) -> Check:
    settings = session.controller_settings()
    if settings.kind == "simulated":
        return Check("model", Level.WARNING, "the controller is simulated: it proves nothing about a model")
    if settings.kind == "local":
        session.controller()
        return Check("model", Level.OK, f"local, in {settings.model}; not loaded to see whether it answers")
    if settings.kind != "openai":
        return Check("model", Level.OK, f"{settings.kind}, no server to ask")
    import asyncio

    from runtime.contracts.ports import ChatMessage, ModelRequest
    from runtime.models.closing import close_controller

    controller = session.controller()

    async def ask() -> str:
        schema = {"type": "object", "properties": {"ok": {"type": "boolean"}}, "required": ["ok"]}
        request = ModelRequest((ChatMessage("user", 'Write {"ok": true}'),), schema, seed=1, max_tokens=20)
        try:
            return (await controller.complete(request)).text
        finally:
            await close_controller(controller)

    text = asyncio.run(ask())
    mode = controller.info.structured_output
    return Check(
        "model", Level.OK, f"{settings.model} at {settings.base_url} answers ({mode}): {escape_text(text[:60])}"
    )


def _settings(session: Session, folder: Path, environ: Mapping[str, str]) -> list[JsonObject]:
    origins = load_config(session.workspace.repo, environ, {}).origins
    rows: list[JsonObject] = []
    _flatten(session.settings.model_dump(mode="json", by_alias=True), "", origins, rows)
    return rows


def _flatten(value: object, prefix: str, origins: Mapping[str, str], rows: list[JsonObject]) -> None:
    if isinstance(value, dict) and value:
        for key, item in value.items():
            _flatten(item, f"{prefix}.{key}" if prefix else str(key), origins, rows)
        return
    rows.append({"setting": prefix, "value": value, "from": origins.get(prefix, "default")})


def doctor_text(checks: list[Check], settings: list[JsonObject], everything: bool) -> str:
    """Return the checks, then the settings with where each comes from; those at their default only on request."""
    marks = {Level.OK: "ok     ", Level.WARNING: "warning", Level.ERROR: "ERROR  "}
    lines = [f"{marks[check.level]} {check.name}: {_lines(check.detail)}" for check in checks]
    shown = [row for row in settings if everything or row["from"] != "default"]
    if settings:
        rest = "" if everything else f"; {len(settings) - len(shown)} more are at their default (--all)"
        lines += ["", f"settings (flag > environment > ace.yaml > default){rest}"]
        lines += [f"  {row['setting']} = {_value(row['value'])}   {row['from']}" for row in shown]
    return "\n".join(lines) + "\n"


def _lines(detail: str) -> str:
    """A detail of several lines, those after the first set in, so that none can pass for a check."""
    return "\n        ".join(map(escape_text, detail.splitlines()))


def _value(value: object) -> str:
    """A setting as ace.yaml would say it."""
    return escape_text(value if isinstance(value, str) and value else json.dumps(value, ensure_ascii=False))
