"""A virtual environment of its own for a package that is only compared with, made once and kept."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple

from ace.errors import AceError

FOLDER_VARIABLE = "ACE_PEERS_DIR"
INSTALL_S = 900


class Peer(NamedTuple):
    """What to install: a distribution with its version, and what it needs besides."""

    requirement: str
    besides: tuple[str, ...] = ()


def peers_folder(environment: Mapping[str, str]) -> Path:
    """Return where these environments are kept: ACE_PEERS_DIR, else the user's cache folder."""
    cache = Path(environment.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return Path(environment.get(FOLDER_VARIABLE) or cache / "ace" / "peers")


def python_of(peer: Peer, folder: Path, note: Callable[[str], None]) -> Path:
    """Return the interpreter of the environment that holds `peer`, made now where there is none.

    Raises: AceError with what pip said when it cannot be installed; nothing half-made is kept.
    """
    place = folder / peer.requirement.replace("==", "-")
    python = place / "bin" / "python"
    if (place / "complete").is_file():
        return python
    note(f"installing {peer.requirement} into {place} (once; its dependencies may take some minutes) ...")
    shutil.rmtree(place, ignore_errors=True)
    try:
        _run([sys.executable, "-m", "venv", str(place)], peer)
        _run([str(python), "-m", "pip", "install", "--quiet", peer.requirement, *peer.besides], peer)
    except AceError:
        shutil.rmtree(place, ignore_errors=True)
        raise
    (place / "complete").touch()
    return python


def run_peer(python: Path, arguments: list[str], timeout_s: float) -> None:
    """Run a script in such an environment, isolated from this project and from the network's price lists.

    Raises: AceError with the end of what it wrote when it fails, or runs longer than `timeout_s` seconds.
    """
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "ACE_"))}
    environment |= {"LITELLM_LOCAL_MODEL_COST_MAP": "True", "ANONYMIZED_TELEMETRY": "false"}
    try:
        done = subprocess.run(
            [str(python), "-I", *arguments],
            env=environment,
            capture_output=True,
            text=True,
            timeout=timeout_s,
            check=False,
        )
    except subprocess.TimeoutExpired as exc:
        raise AceError(f"stopped after {timeout_s:g} s") from exc
    if done.returncode:
        raise AceError(f"failed: {_end(done.stderr)}")


def _run(command: list[str], peer: Peer) -> None:
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=INSTALL_S, check=False)
    except (OSError, subprocess.TimeoutExpired) as exc:
        raise AceError(f"{peer.requirement} cannot be installed: {exc}") from exc
    if done.returncode:
        raise AceError(f"{peer.requirement} cannot be installed: {_end(done.stderr)}")


def _end(text: str) -> str:
    lines = [line for line in text.strip().splitlines() if line.strip()]
    return lines[-1][:300] if lines else "it said nothing"
