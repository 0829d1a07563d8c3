"""The agents of a repository: those that ship with ACE, and the one that its ace.yaml describes."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from ace.agent_files import agent_files
from ace.config.settings import CONFIG_NAME, Settings
from ace.errors import ConfigError, NotFoundError
from ace.file_hashes import files_hash
from runtime.agents.registry import AGENTS, AgentSpec
from runtime.contracts.condition_context import ContextField
from runtime.contracts.errors import ModelError
from runtime.contracts.ports import ModelReply, ModelRequest
from runtime.contracts.trace_event import ControllerInfo
from runtime.rules.problem import did_you_mean

PAGE = "docs/bring-your-own-agent.md"
# How a trial is run is no part of what it depends on.
_NOT_HASHED = {"workers", "headers_env", "files"}


def known_agents(settings: Settings, repo: Path, environ: Mapping[str, str] | None = None) -> Mapping[str, AgentSpec]:
    """Return name -> agent: those that ship with ACE, and the repository's own where `own_agent` describes one.

    `environ`: where the values of its headers are read when it is built; the process's own unless given.
    Raises: ConfigError when that one has the name of a shipped agent.
    """
    if settings.own_agent is None:
        return AGENTS
    name = settings.agent
    if name in AGENTS:
        raise ConfigError(
            f"{CONFIG_NAME}: agent {name!r} comes with ACE, and `own_agent` describes another; give yours a name of "
            "its own in `agent`, or delete `own_agent`"
        )
    from runtime.agents.own.own_agent_spec import own_agent_spec

    return {**AGENTS, name: own_agent_spec(name, settings.own_agent, repo, environ)}


def configured_agent(settings: Settings, repo: Path, environ: Mapping[str, str] | None = None) -> AgentSpec:
    """Return the agent that `agent` names. Raises: ConfigError when nothing describes it."""
    agents = known_agents(settings, repo, environ)
    if settings.agent not in agents:
        raise ConfigError(
            f"{CONFIG_NAME}: agent {settings.agent!r} is not known: it must be one of {', '.join(AGENTS)}, or be "
            f"described under `own_agent` ({PAGE}; `ace init --agent command`, python or http writes an example)"
        )
    return agents[settings.agent]


def agent_named(name: str, agents: Mapping[str, AgentSpec]) -> AgentSpec:
    """Return the agent of `agents` that is called `name`. Raises: NotFoundError naming the nearest."""
    if name not in agents:
        raise NotFoundError(
            f"agent {name!r} is not known here; {did_you_mean(name, agents)}, or describe it under `own_agent` in "
            f"{CONFIG_NAME} ({PAGE})"
        )
    return agents[name]


def fields_by_agent(agents: Mapping[str, AgentSpec]) -> dict[str, tuple[ContextField, ...]]:
    """Return what conditions of each agent's rules may read."""
    return {name: agent.context for name, agent in agents.items()}


def check_tool_names(section: str, names: Iterable[str], agent: AgentSpec) -> None:
    """Raise ConfigError for a tool that is not there: denied under a misspelt name, it would go on being allowed."""
    names = tuple(names)
    known = agent.tools() if names else {}
    for name in names:
        if name not in known:
            remedy = did_you_mean(name, known)
            raise ConfigError(f"{CONFIG_NAME}: {section}.{name}: agent {agent.name} has no such tool; {remedy}")


def own_agent_hash(settings: Settings, repo: Path) -> str:
    """Return a hash of what makes the repository's own agent what it is, "" where there is none.

    Its section of ace.yaml, and its code as far as it lies here: an agent behind a URL is known by its section alone.
    """
    own = settings.own_agent
    if own is None:
        return ""
    section = own.model_dump_json(exclude=_NOT_HASHED)
    files = agent_files(repo, own.path, own.command, own.files)
    return f"{section} {files_hash(repo.resolve(), files)}"


@dataclass(frozen=True)
class NoModel:
    """Implements Controller for an agent that brings its own model: it says who decides, and cannot be asked."""

    info: ControllerInfo

    async def complete(self, request: ModelRequest) -> ModelReply:
        """Raise ModelError."""
        raise ModelError(f"agent {self.info.model} brings its own model: no controller can be asked in its place")
