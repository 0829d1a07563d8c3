"""Which agents a folder knows, for what also works outside of a repository."""

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from ace.agents import agent_named, known_agents
from ace.config.load import load_config
from ace.errors import NoRepositoryError
from ace.workspace import open_workspace
from runtime.agents.registry import AgentSpec


class KnownAgents(NamedTuple):
    """Agents by name, and the one that is configured."""

    configured: str
    by_name: Mapping[str, AgentSpec]

    def find(self, name: str | None) -> AgentSpec:
        """Return the agent called `name`, the configured one without. Raises: NotFoundError."""
        return agent_named(self.configured if name is None else name, self.by_name)


def agents_here(folder: Path, environ: Mapping[str, str]) -> KnownAgents:
    """Return the agents of the repository `folder` is in, or where it is in none those that `folder` itself describes.

    Raises: WorkspaceError for a folder that is not there, ConfigError.
    """
    try:
        repo = open_workspace(folder).repo
    except NoRepositoryError:
        repo = folder.resolve()
    settings = load_config(repo, environ, {}).settings
    return KnownAgents(settings.agent, known_agents(settings, repo, environ))
