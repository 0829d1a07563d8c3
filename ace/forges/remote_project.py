"""Which project a remote's address names. The address may hold a password, so it is never shown."""

import os
import re
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

from ace.config.forge_settings import ForgeSettings
from ace.forges.api_address import check_host
from ace.forges.errors import ForgeSetupError
from runtime.rules.git_read import GitError, run_git

_SCP_LIKE = re.compile(r"(?:[^@/\s]+@)?(?P<host>\[[0-9a-fA-F:]+\]|[^:/\s\[\]]+):(?P<path>[^\s]+)")
_PATH = re.compile(r"[A-Za-z0-9_.-]+(?:/[A-Za-z0-9_.-]+)+")


class RemoteAddress(NamedTuple):
    """Host (lower case, no port) and path of groups and name, without `.git`."""

    host: str
    path: str


def parse_address(url: str) -> RemoteAddress | None:
    """Return what a remote's address names: https, ssh or git with or without a port, or `user@host:path`.

    None for a folder, and for what names no project.
    """
    if "://" in url:
        try:
            parts = urlsplit(url)
            host, path = parts.hostname or "", unquote(parts.path)
        except ValueError:
            return None
        if parts.scheme not in {"https", "http", "ssh", "git", "git+ssh", "ssh+git"}:
            return None
    else:
        match = _SCP_LIKE.fullmatch(url)
        # One letter before the colon is a drive of Windows.
        if match is None or len(match["host"]) == 1:
            return None
        host, path = match["host"].lower().strip("[]"), match["path"]
    path = path.strip("/").removesuffix(".git").rstrip("/")
    is_path = bool(host) and _PATH.fullmatch(path) is not None and not {".", ".."} & set(path.split("/"))
    return RemoteAddress(host, path) if is_path else None


def find_project(settings: ForgeSettings, repo: Path, remote: str) -> str:
    """Return the project requests are opened in: `forge.project`, else what the address of `remote` names.

    Raises: ForgeSetupError when there is no such remote, its address names no project, or that of another host than
        the API's.
    """
    if settings.project:
        return _checked(settings, settings.project)
    try:
        url = os.fsdecode(run_git(repo, "remote", "get-url", "--", remote)).strip()
    except GitError:
        raise ForgeSetupError(
            f"{repo}: there is no remote {remote!r} (review.remote); add it with `git remote add`, or name another"
        ) from None
    address = parse_address(url)
    if address is None:
        raise ForgeSetupError(
            f"{repo}: the address of remote {remote!r} names no project on a forge; set forge.project, for example "
            f"{'owner/name' if settings.kind == 'github' else 'group/name'}"
        )
    check_host(settings, remote, address.host)
    return _checked(settings, address.path)


def _checked(settings: ForgeSettings, project: str) -> str:
    if settings.kind == "github" and project.count("/") != 1:
        raise ForgeSetupError(f"{project!r} is no repository of GitHub; set forge.project to owner/name")
    return project
