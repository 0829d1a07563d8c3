"""Registries of clusters on disk: <state>/clusters/<agent>.json, written whole or not at all, never replaced unread."""

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from errno import EACCES, EPERM
from pathlib import Path
from shutil import copyfile
from typing import NamedTuple

from pydantic import ValidationError

from ace.clusters.record import REGISTRY_ERRORS, from_record, to_record
from ace.errors import AceError, BusyError
from ace.runs.run_record import write_json
from analyzers.clusters.registry import REGISTRY_VERSION, Registry
from runtime.contracts.json_types import as_object, content_hash

LOCK_WAIT_S = 60.0
_PLAIN_NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,63}")
_REMEDY = (
    "restore it from a copy, or move it away and make it again from the runs that are there: `ace clusters --recluster`"
)


class Loaded(NamedTuple):
    """What is on disk for one agent. `registry` is None when there is none of this version.

    `other_version` is the version of the file where that is another one.
    """

    registry: Registry | None
    other_version: str = ""


class ClusterStore:
    """The registries of one repository."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def path(self, agent: str) -> Path:
        """Return where the registry of `agent` is; a name that is no plain file name is hashed."""
        name = agent if _PLAIN_NAME.fullmatch(agent) else f"agent-{content_hash(agent, 16)}"
        return self.folder / f"{name}.json"

    @contextmanager
    def lock(self, agent: str) -> Iterator[None]:
        """Hold the registry of `agent` between reading and writing it. Raises: BusyError after a minute."""
        from filelock import FileLock, Timeout

        self.folder.mkdir(parents=True, exist_ok=True)
        lock = FileLock(str(self.path(agent).with_suffix(".lock")))
        try:
            lock.acquire(timeout=LOCK_WAIT_S)
        except Timeout:
            raise BusyError(f"{lock.lock_file}: held by another process for {LOCK_WAIT_S:.0f} s; try again") from None
        try:
            yield
        finally:
            lock.release()

    def load(self, agent: str) -> Loaded:
        """Return the registry of `agent`. Raises: AceError when the file is damaged; it is left as it is."""
        path = self.path(agent)
        try:
            data = path.read_bytes()
        except FileNotFoundError:
            return Loaded(None)
        except OSError as exc:
            remedy = "correct its permissions" if exc.errno in (EACCES, EPERM) else "move what is in the way"
            raise AceError(f"{path}: cannot be read ({exc.strerror}); {remedy}") from exc
        try:
            value = as_object(json.loads(data))
            version = value.get("version")
            if isinstance(version, str) and version and version != REGISTRY_VERSION:
                return Loaded(None, version)
            registry = from_record(value)
            if registry.agent != agent:
                raise ValueError(f"it is of agent {registry.agent!r}, not {agent!r}")
        except (*REGISTRY_ERRORS, RecursionError) as exc:
            raise AceError(f"{path}: the registry of clusters is damaged: {_reason(exc)}; {_REMEDY}") from exc
        return Loaded(registry)

    def save(self, registry: Registry) -> None:
        """Write the registry of its agent. Hold the lock since it was loaded."""
        write_json(self.path(registry.agent), to_record(registry))

    def set_aside(self, agent: str, version: str) -> Path:
        """Keep a copy of the file of another version under that version's name, and return where.

        The file stays in its place until it is saved over: a crash in between leaves nothing lost.
        """
        path = self.path(agent)
        kept = path.with_name(f"{path.stem}.{content_hash(version, 8)}.kept")
        unfinished = kept.with_suffix(".part")
        copyfile(path, unfinished)
        unfinished.replace(kept)
        return kept

    def agents(self) -> tuple[str, ...]:
        """Return the agents that have a registry, by name; files that cannot be read are left out."""
        names = []
        for path in sorted(self.folder.glob("*.json")) if self.folder.is_dir() else []:
            try:
                value = as_object(json.loads(path.read_bytes()))
            except (OSError, ValueError, RecursionError):
                continue
            if isinstance(agent := value.get("agent"), str):
                names.append(agent)
        return tuple(sorted(names))

    def agents_with(self, agent: str) -> tuple[str, ...]:
        """Return the agents whose registries hold failures of `agent`: itself, and imports of several agents at once.

        Such an import is kept under the names of its agents, joined by a comma.
        """
        return tuple(name for name in self.agents() if name == agent or agent in name.split(", "))


def _reason(exc: Exception) -> str:
    if not isinstance(exc, ValidationError):
        return " ".join(str(exc).split())[:300]
    first = exc.errors(include_url=False, include_input=False)[0]
    where = ".".join(str(part) for part in first["loc"]) or "the document"
    return f"{where}: {first['msg']}"[:300]
