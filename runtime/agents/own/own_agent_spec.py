"""A person's own agent as one entry beside those that ship with ACE."""

import os
import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from runtime.agents.agent_setup import AgentSetup
from runtime.agents.own.context import RESPOND, own_context
from runtime.agents.own.settings import OwnAgentSettings
from runtime.agents.registry import AGENTS, AgentSpec, SampleLoad
from runtime.contracts.errors import RuntimeFault
from runtime.contracts.ports import AgentUnderTest
from runtime.contracts.sample import Split
from runtime.contracts.tool_call import Readiness, ToolSpec
from runtime.contracts.trace_event import ControllerInfo
from runtime.tools.settings import ToolSettings

_NAME = re.compile(r"[a-z0-9]+(?:[_-][a-z0-9]+)*")
_MAX_NAME = 40
_ANY_OBJECT: Mapping[str, object] = {"type": "object"}


def own_agent_info(name: str, settings: OwnAgentSettings) -> ControllerInfo:
    """Return who decides in the agent; nothing is imported, started or asked for that."""
    return ControllerInfo(backend=settings.kind, model=settings.model or name, simulated=settings.simulated)


def own_agent_spec(
    name: str, settings: OwnAgentSettings, repo: Path, environ: Mapping[str, str] | None = None
) -> AgentSpec:
    """Return the agent called `name`, to be run at the repository's top `repo`.

    `environ` has the values of headers (None: this process's). Building it imports a Python agent; a command is started
    and an address asked only in the first episode. Raises: RuntimeFault for a name that it cannot have.
    """
    if not _NAME.fullmatch(name) or len(name) > _MAX_NAME:
        raise RuntimeFault(
            f"ace.yaml: agent: {name[:60]!r} is no name for an agent: small letters and digits, joined by - or _, at "
            f"most {_MAX_NAME}"
        )
    if name in AGENTS:
        raise RuntimeFault(f"ace.yaml: agent: {name!r} ships with ACE; give your own agent another name")

    def load(folders: Sequence[Path], splits: frozenset[Split], image_base: Path | None = None, /) -> SampleLoad:
        from runtime.agents.own.load_own_samples import load_own_samples

        return load_own_samples(folders, splits, name, image_base)

    def build(setup: AgentSetup) -> AgentUnderTest:
        return _built(name, settings, setup, repo, os.environ if environ is None else environ)

    def tools(_settings: ToolSettings | None = None, /) -> Mapping[str, tuple[ToolSpec, Readiness]]:
        return {tool: _tool(tool) for tool in settings.tools}

    return AgentSpec(
        name=name,
        doc=f"Your own agent, a {settings.kind} agent named in ace.yaml.",
        context=own_context(settings),
        load=load,
        build=build,
        tools=tools,
        actions=(*settings.actions, RESPOND),
        has_own_model=True,
    )


def _built(
    name: str, settings: OwnAgentSettings, setup: AgentSetup, repo: Path, environ: Mapping[str, str]
) -> AgentUnderTest:
    from runtime.agents.own.own_action import vocabulary_of
    from runtime.agents.own.play_episode import OwnParts

    parts = OwnParts(
        info=own_agent_info(name, settings),
        words=vocabulary_of(settings),
        clock=setup.clock,
        rules_tokens=setup.rules_tokens,
        timeout_s=settings.timeout_s,
    )
    if settings.kind == "python":
        from runtime.agents.own.python_agent import PythonAgent

        return PythonAgent(parts, settings.path, repo)
    if settings.kind == "command":
        from runtime.agents.own.command_agent import CommandAgent

        return CommandAgent(parts, settings.command, repo, settings.workers)
    from runtime.agents.own.http_agent import HttpAgent

    return HttpAgent(parts, settings.url, header_values(settings.headers_env, environ))


def header_values(headers_env: Mapping[str, str], environ: Mapping[str, str]) -> dict[str, str]:
    """Return header -> value. Raises: RuntimeFault naming a variable that is not set or holds what no header can."""
    out = {}
    for header, variable in headers_env.items():
        value = environ.get(variable, "").strip()
        if not value:
            raise RuntimeFault(
                f"ace.yaml: own_agent.headers_env: the environment variable {variable} is not set; it holds the "
                f"header {header}"
            )
        if not all(" " <= char <= "~" for char in value):
            raise RuntimeFault(
                f"ace.yaml: own_agent.headers_env: {variable} holds control or non-ASCII characters, which no header "
                "can; set it again"
            )
        out[header] = value
    return out


def _tool(name: str) -> tuple[ToolSpec, Readiness]:
    spec = ToolSpec(
        name=name,
        description="The agent's own tool; the agent calls it itself.",
        arguments=_ANY_OBJECT,
        # ACE neither calls nor permits it, and cannot know what it does.
        side_effect="external",
        permission="",
    )
    return spec, Readiness("ready", "the agent's own: ACE neither calls nor checks it")
