"""Drawn castings as files: 16-bit PNG images, masks of their voids, and the exact boxes, a folder a split."""

import json
import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

from ace.errors import AceError
from runtime.contracts.json_types import JsonObject, as_object

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

SplitName: TypeAlias = Literal["train", "dev", "held-out"]
FIRST: Mapping[SplitName, int] = {"train": 2_000_000, "dev": 0, "held-out": 1_000_000}
# Offsets are so far apart that no two of them share an image, in whatever split.
OFFSET_STEP = 10_000_000
MOST_OFFSET = 98
MARKER = "castings.json"


class SplitDone(NamedTuple):
    """One split as it now is: images in all, written this time, voids in all."""

    images: int
    written: int
    voids: int


@dataclass(frozen=True)
class MakeVoids:
    """What to write where. `told` hears the split, and how many of its images there are, of how many."""

    out: Path
    counts: Mapping[SplitName, int]
    seed_offset: int = 0
    told: Callable[[str, int, int], None] = field(default=lambda split, number, total: None)

    def number(self, split: SplitName, place: int) -> int:
        """Return the number of the casting at this place of a split."""
        return FIRST[split] + self.seed_offset * OFFSET_STEP + place


def make_voids(plan: MakeVoids) -> dict[str, SplitDone]:
    """Return what each split holds. What is there and whole is not drawn again, so that a cut-off run goes on.

    Raises: AceError when the folder holds anything else, or castings of another seed offset, or another process is
    writing there, and nothing is written then; also when it cannot be written to.
    """
    try:
        with _alone(plan.out):
            _claim(plan)
            return {split: _make_split(plan, split, count) for split, count in plan.counts.items() if count}
    except OSError as exc:
        why = f"{exc.filename or plan.out}: cannot be written ({exc.strerror or exc})"
        raise AceError(f"{why}; check space and permissions, or name another folder with --out") from exc


@contextmanager
def _alone(out: Path) -> Iterator[None]:
    """Make the folder, and hold it against others who write there. Raises: AceError, OSError."""
    import fcntl

    if out.exists() and not out.is_dir():
        raise AceError(f"{out}: is a file; name a new folder with --out")
    out.mkdir(parents=True, exist_ok=True)
    # The folder itself is locked, so that no file stays behind; the system lets go of it when the process ends.
    held = os.open(out, os.O_RDONLY)
    try:
        fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as exc:
        os.close(held)
        raise AceError(f"{out}: castings are being written there; wait until they are, or name another folder") from exc
    try:
        yield
    finally:
        os.close(held)


def _claim(plan: MakeVoids) -> None:
    """Mark the folder as ours. What is not ours is never written over."""
    marker = plan.out / MARKER
    if not marker.exists():
        # A run that was cut off at its first file leaves its part.
        if any(path != _part(marker) for path in plan.out.iterdir()):
            raise AceError(f"{plan.out}: holds other files, which are not written over; name a new or empty folder")
        _write(marker, json.dumps({"schema": 1, "seed_offset": plan.seed_offset}).encode() + b"\n")
        return
    found = _marked_offset(marker)
    if found != plan.seed_offset:
        raise AceError(
            f"{plan.out}: holds castings of --seed-offset {found}, not {plan.seed_offset}; name another folder"
        )


def _marked_offset(marker: Path) -> object:
    try:
        value: JsonObject = as_object(json.loads(marker.read_bytes()))
    except ValueError as exc:
        raise AceError(f"{marker}: is not what was written there ({exc}); name another folder") from exc
    return value.get("seed_offset")


def _make_split(plan: MakeVoids, split: SplitName, count: int) -> SplitDone:
    from runtime.inspection.castings import casting_voids

    images, masks = plan.out / split / "images", plan.out / split / "masks"
    for folder in (images, masks):
        folder.mkdir(parents=True, exist_ok=True)
    # A former run with a greater count leaves more: the boxes speak of all that is there.
    there = sum(1 for _ in images.glob("casting-*.png"))
    total = max(count, there)
    written = voids = 0
    lines = []
    for place in range(total):
        number = plan.number(split, place)
        name = f"casting-{number:06d}"
        written += _make_image(number, images / f"{name}.png", masks / f"{name}.png")
        boxes = casting_voids(number)
        voids += len(boxes)
        lines.append(json.dumps({"image": f"images/{name}.png", "mask": f"masks/{name}.png", "boxes": boxes}))
        plan.told(split, place + 1, total)
    _write(plan.out / split / "boxes.jsonl", ("\n".join(lines) + "\n").encode())
    return SplitDone(total, written, voids)


def _make_image(number: int, image: Path, mask: Path) -> bool:
    """Write what is missing or damaged of an image and its mask; return whether something was."""
    from runtime.inspection.castings import casting_mask, make_casting

    has_image, has_mask = _is_whole(image), _is_whole(mask)
    # The mask first: an image that is there has its mask.
    if not has_mask:
        _write(mask, _png(casting_mask(number)))
    if not has_image:
        _write(image, _png(make_casting(number).pixels))
    return not (has_image and has_mask)


def _is_whole(path: Path) -> bool:
    """Return whether this is a PNG of a casting's size that nothing was cut off; its pixels are not decoded."""
    from runtime.contracts.errors import ImageError
    from runtime.images.raster_image import picture_chunks, png_header
    from runtime.inspection.scene import SIDE_PX

    try:
        data = path.read_bytes()
        picture_chunks(data)
    except (FileNotFoundError, ImageError):
        return False
    header = png_header(data)
    return header is not None and (header.width, header.height) == (SIDE_PX, SIDE_PX)


def _png(pixels: "NDArray[np.uint8] | NDArray[np.uint16]") -> bytes:
    import cv2

    is_written, data = cv2.imencode(".png", pixels)
    assert is_written, "grey images of 8 and 16 bits can be written as PNG"
    return bytes(data)


def _write(path: Path, data: bytes) -> None:
    """Write a file whole or not at all."""
    part = _part(path)
    part.write_bytes(data)
    part.replace(path)


def _part(path: Path) -> Path:
    return path.with_name(f".{path.name}.part")
