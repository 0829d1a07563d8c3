"""The case's image for a page: small, as PNG, or why there is none."""

from typing import NamedTuple

from ace.session import Session
from runtime.artifacts.store import FileArtifactStore
from runtime.contracts.errors import ImageError
from runtime.models.picture import picture_loader

LONGEST_PX = 512


class Picture(NamedTuple):
    """`png` is None where there is no image; `problem` says why one that is named cannot be shown."""

    png: bytes | None
    problem: str = ""


def case_picture(session: Session, ref: str) -> Picture:
    """Return the image named `ref` with its longer side at most 512 pixels."""
    if not ref:
        return Picture(None)
    store = FileArtifactStore(session.workspace.artifacts)
    try:
        return Picture(picture_loader(session.workspace.repo, store, LONGEST_PX)(ref))
    except ImageError as exc:
        return Picture(None, f"without the case's image: {exc}")
