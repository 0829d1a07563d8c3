"""Whether a person's own agent can be reached, found out without running an episode."""

import os
import socket
import time
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import urlsplit

from runtime.agents.own.child_process import ChildProcess
from runtime.agents.own.import_callable import import_callable
from runtime.agents.own.own_agent_spec import header_values
from runtime.agents.own.settings import OwnAgentSettings
from runtime.contracts.errors import RuntimeFault
from runtime.models.server_address import shown_url

STARTS_WITHIN_S = 0.3
_CONNECT_S = 3.0
_PORTS = {"http": 80, "https": 443}


def check_own_agent(settings: OwnAgentSettings, repo: Path, environ: Mapping[str, str] | None = None) -> str:
    """Return what was found, in a line. Nothing is sent: a command is started and ended, an address connected to.

    Raises: RuntimeFault saying what is wrong and what to do.
    """
    if settings.kind == "python":
        takes = "(request, propose)" if import_callable(settings.path, repo).takes_propose else "(request)"
        return f"{settings.path} is imported and takes {takes}"
    if settings.kind == "command":
        return _check_command(settings, repo)
    header_values(settings.headers_env, os.environ if environ is None else environ)
    return _check_address(settings.url)


def _check_command(settings: OwnAgentSettings, repo: Path) -> str:
    child = ChildProcess(settings.command, repo)
    try:
        deadline = time.monotonic() + STARTS_WITHIN_S
        while child.is_usable and (left := deadline - time.monotonic()) > 0:
            child.has_more(left)
        if child.has_more(0.0):
            raise RuntimeFault(
                f"own_agent.command {settings.command[0]!r} writes to stdout before it is asked; messages go to stderr"
            )
        if child.is_usable:
            return f"{settings.command[0]} starts in {repo} and waits for a request"
        words = child.last_words()
        said = f"; last on its stderr: {words}" if words else ""
        raise RuntimeFault(
            f"own_agent.command {settings.command[0]!r} does not wait for a request: {child.how_it_ended()}{said}"
        )
    finally:
        child.close()


def _check_address(url: str) -> str:
    parts = urlsplit(url)
    port = parts.port or _PORTS[parts.scheme]
    started = time.monotonic()
    try:
        socket.create_connection((parts.hostname or "", port), timeout=_CONNECT_S).close()
    except (OSError, UnicodeError) as exc:
        raise RuntimeFault(
            f"own_agent.url {shown_url(url)} cannot be reached ({exc}); start it, or correct the address"
        ) from exc
    return f"{shown_url(url)} takes connections ({(time.monotonic() - started) * 1000:.0f} ms)"
