"""The artifacts a step left: what each is, whether it is in the store, and where a person opens it."""

from dataclasses import dataclass
from pathlib import Path

from runtime.artifacts.store import FileArtifactStore
from runtime.contracts.errors import TraceError


@dataclass(frozen=True)
class SeenArtifact:
    """One artifact. `path` is the file to open; `problem` says why there is none. `size` is in bytes."""

    ref: str
    media_type: str = ""
    size: int = 0
    path: Path | None = None
    problem: str = ""


def look_up(refs: tuple[str, ...], store: FileArtifactStore) -> tuple[SeenArtifact, ...]:
    """Return each artifact, checked: its bytes are those its reference names."""
    return tuple(_one(ref, store) for ref in refs)


def _one(ref: str, store: FileArtifactStore) -> SeenArtifact:
    try:
        data = store.get(ref)
    except TraceError as exc:
        return SeenArtifact(ref, problem=str(exc))
    try:
        media_type = store.media_type(ref)
    except TraceError:
        media_type = ""
    return SeenArtifact(ref, media_type, len(data), store.path(ref))
