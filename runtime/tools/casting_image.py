"""The inspector's image for a tool: its candidates with their measurements, found in the pixels alone.

What a tool may say of an image comes from here, and nothing here reads what is true of it.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from runtime.contracts.errors import ImageError, ToolError
from runtime.contracts.json_types import JsonObject
from runtime.contracts.ports import ArtifactStore, ToolContext
from runtime.contracts.tool_call import Readiness
from runtime.images.image_refs import ImageDependencyError, locate_image
from runtime.images.image_types import image_readiness
from runtime.inspection.candidates import MOST, find_candidates
from runtime.inspection.measure import measure_candidate
from runtime.inspection.types import Box, Candidate, Measures

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

NOTHING_FOUND = "No candidates found in this image. Submit the report: kept_ids [], verdict accept."
ID_SCHEMA: JsonObject = {"type": "integer", "description": "a candidate's number, from 1", "minimum": 1}
_MEMORY = 256


class Examined(NamedTuple):
    """An image's candidates, best first, and of each the measurements, in the same order."""

    candidates: tuple[Candidate, ...]
    measures: tuple[Measures, ...]


class _Stamp(NamedTuple):
    """When a file was last changed, and its size: another file under the same name is another image."""

    changed_ns: int = 0
    size: int = 0


def examine_image(context: ToolContext, base: Path | None) -> Examined:
    """Return what the case's image holds: at most 40 candidates. The same image gives the same in every process.

    Raises: ToolError business_failure without an image or with an unreadable one, missing_dependency when a package
        is absent.
    """
    with _as_tool_errors(context.image_ref):
        if context.image_ref.startswith("artifact:"):
            return _examined(context.image_ref, base, context.artifacts)
        return _remembered(context.image_ref, base, _stamp(context.image_ref, base))


def read_casting(context: ToolContext, base: Path | None) -> "NDArray[np.uint16]":
    """Return the case's image as grey, height x width. Raises: ToolError as `examine_image`."""
    from runtime.inspection.read_pixels import read_pixels

    with _as_tool_errors(context.image_ref):
        return read_pixels(context.image_ref, base, context.artifacts)


def known_candidate(examined: Examined, name: int) -> tuple[Candidate, Measures]:
    """Return the candidate called `name` and its measurements.

    Raises: ToolError invalid_arguments when there is none of that name, empty_result when there are none at all.
    """
    if not examined.candidates:
        raise ToolError("empty_result", NOTHING_FOUND)
    for candidate, measures in zip(examined.candidates, examined.measures, strict=True):
        if candidate.id == name:
            return candidate, measures
    last = examined.candidates[-1].id
    shown = str(name) if abs(name) < 10**9 else "with so large a number"
    raise ToolError("invalid_arguments", f"there is no candidate {shown}; they are numbered 1 to {last}")


def casting_readiness() -> Readiness:
    """Return whether the image packages are installed."""
    return image_readiness("cv2", "numpy", "skimage")


def box_words(box: Box) -> str:
    """Return a box as summaries write it: its upper left corner and the first pixel outside its lower right one."""
    return f"{box.x0},{box.y0}-{box.x1},{box.y1}"


@contextmanager
def _as_tool_errors(ref: str) -> Iterator[None]:
    if not ref:
        raise ToolError("business_failure", "this case has no image; there is nothing to inspect")
    try:
        yield
    except ImageDependencyError as exc:
        raise ToolError("missing_dependency", str(exc)) from exc
    except ImageError as exc:
        raise ToolError("business_failure", str(exc)) from exc


@lru_cache(maxsize=_MEMORY)
def _remembered(ref: str, base: Path | None, stamp: _Stamp) -> Examined:
    return _examined(ref, base, None)


def _examined(ref: str, base: Path | None, artifacts: ArtifactStore | None) -> Examined:
    from runtime.inspection.read_pixels import read_pixels

    pixels = read_pixels(ref, base, artifacts)
    candidates = find_candidates(pixels, MOST)
    return Examined(candidates, tuple(measure_candidate(pixels, candidate.box) for candidate in candidates))


def _stamp(ref: str, base: Path | None) -> _Stamp:
    """A drawn casting never changes, and what cannot be looked up is told by whoever reads it."""
    try:
        found = locate_image(ref, base).stat()
    except (ImageError, OSError):
        return _Stamp()
    return _Stamp(found.st_mtime_ns, found.st_size)
