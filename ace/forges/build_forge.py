"""The forge that the settings name."""

from collections.abc import Mapping
from pathlib import Path

from ace.config.forge_settings import ForgeSettings
from ace.forges.api_address import api_address
from ace.forges.errors import ForgeSetupError
from ace.forges.forge import Forge
from ace.forges.forge_client import ForgeClient, Pause
from ace.forges.forge_token import find_token
from ace.forges.github import HEADERS as GITHUB_HEADERS
from ace.forges.github import GitHub
from ace.forges.gitlab import HEADERS as GITLAB_HEADERS
from ace.forges.gitlab import GitLab
from ace.forges.http_exchange import HttpSetup
from ace.forges.remote_project import find_project


def forge_setup(
    settings: ForgeSettings, environ: Mapping[str, str], repo: Path, remote: str | None
) -> tuple[HttpSetup, str]:
    """Return how the forge is asked, and the project; nothing is sent. `remote` is `review.remote`.

    Raises: ForgeSetupError for what cannot be used: no remote, no project, no token, an address that is none.
    """
    if remote is None:
        raise ForgeSetupError(
            f"forge.kind is {settings.kind}, but review.remote is not set: name the remote that proposals are pushed "
            "to, for example `review: {remote: origin}` in ace.yaml"
        )
    project = find_project(settings, repo, remote)
    is_github = settings.kind == "github"
    setup = HttpSetup(
        api=api_address(settings),
        token=find_token(settings, environ),
        token_header="Authorization" if is_github else "PRIVATE-TOKEN",
        token_prefix="Bearer " if is_github else "",
        headers=GITHUB_HEADERS if is_github else GITLAB_HEADERS,
        timeout_s=settings.timeout_s,
        ca_bundle=repo / settings.ca_bundle if settings.ca_bundle else None,
    )
    return setup, project


def build_forge(
    settings: ForgeSettings,
    environ: Mapping[str, str],
    repo: Path,
    remote: str | None,
    pause: Pause | None = None,
) -> Forge:
    """Return the forge of `settings`, which name one; close it when done. Raises: as `forge_setup`."""
    setup, project = forge_setup(settings, environ, repo, remote)
    client = ForgeClient(setup, settings.wait_s, pause)
    return GitHub(client, project) if settings.kind == "github" else GitLab(client, project)
