"""Which images are measured: drawn castings, or a folder of X-ray images with masks."""

import os
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from ace.errors import NotFoundError
from ace.inspection.group_images import group_images, part_naming
from runtime.agents.inspector.load_castings import drawn_sample
from runtime.agents.inspector.sample import AGENT, MODALITY, CastingSample
from runtime.contracts.json_types import JsonObject, content_hash
from runtime.contracts.sample import Split
from runtime.inspection.real_folder import ImagePair, list_images

# Castings 0 to 599 choose, those from a million on are reported; no other number is in either.
MOST_IMAGES = 600
FIRST_HELD_OUT = 1_000_000
_LISTED = 5


@dataclass(frozen=True)
class ImageSet:
    """`dev` images choose thresholds and bands, `held_out` ones are only reported. Paths count from `base`.

    `key` changes when any image or mask does. `about` says in words what the images are, `left_out` why which of them
    are not measured, `notes` what of them is converted, `grouped` which of them are in one half for what reason.
    """

    dev: tuple[CastingSample, ...]
    held_out: tuple[CastingSample, ...]
    base: Path | None
    key: str
    about: str
    left_out: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    grouped: tuple[str, ...] = ()

    @property
    def is_drawn(self) -> bool:
        """True when the images are drawn, so simulated."""
        return self.base is None

    def to_json(self) -> JsonObject:
        """Return what the images are, and which were left out."""
        return {
            "about": self.about,
            "drawn": self.is_drawn,
            "dev_images": len(self.dev),
            "held_out_images": len(self.held_out),
            "left_out": len(self.left_out),
            "left_out_examples": list(self.left_out[:_LISTED]),
            "notes": len(self.notes),
            "note_examples": list(self.notes[:_LISTED]),
            "groups": len(self.grouped),
            "group_examples": list(self.grouped[:_LISTED]),
        }


def drawn_castings(held_out: int, dev: int) -> ImageSet:
    """Return so many drawn castings of each part; numbers are fixed, so that equal counts are equal images.

    Raises: ValueError for a number of images that is not 1 to 600.
    """
    for count in (held_out, dev):
        if not 1 <= count <= MOST_IMAGES:
            raise ValueError(f"{count} images: give 1 to {MOST_IMAGES}")
    return ImageSet(
        dev=_castings(0, dev, "dev"),
        held_out=_castings(FIRST_HELD_OUT, held_out, "sealed"),
        base=None,
        key="drawn",
        about=f"drawn castings (simulated images): {dev} choose, {held_out} others are reported",
    )


def _castings(first: int, count: int, split: Split) -> tuple[CastingSample, ...]:
    return tuple(drawn_sample(number, split) for number in range(first, first + count))


def folder_images(folder: Path, masks: Path | None = None, group_by: str = "") -> ImageSet:
    """Return the images of `folder`, each with the mask of its name; half of them, by a hash of the name, choose.

    Files that are equal byte by byte are in one half, and so are the views of one part where `group_by` tells how its
    name is part of theirs (`part_naming`).

    `masks`: the folder of masks; by default `masks` within the folder or beside it, else the folder itself, where a
    mask is called <name>_mask.png. What cannot be scored is left out with the reason.
    Raises: NotFoundError when there is no such folder, no image, no mask, or too few images for two halves; ValueError
    as `part_naming`.
    """
    part = part_naming(group_by)
    if not folder.is_dir():
        raise NotFoundError(f"{folder}: no such folder; name one that holds X-ray images and their masks")
    if masks is not None and not masks.is_dir():
        raise NotFoundError(f"{masks}: no such folder; --masks names the one that holds a mask for each image")
    images, truth = folder.resolve(), (masks or _mask_folder(folder)).resolve()
    base = Path(os.path.commonpath((images, truth)))
    found = list_images(images, truth)
    if not found.pairs:
        remedy = f"; masks were looked for in {truth}, --masks names another folder"
        raise NotFoundError(f"{folder}: no image can be scored: {found.problems[0]}{remedy}")
    samples = tuple(_sample(pair, base) for pair in found.pairs)
    hashes = _hashes(base, samples)
    halves = group_images({one.id: image for one, (image, _) in zip(samples, hashes, strict=True)}, part)
    dev = tuple(one for one in samples if halves.chooses[one.id])
    held_out = tuple(one.model_copy(update={"split": "sealed"}) for one in samples if not halves.chooses[one.id])
    if not dev or not held_out:
        raise NotFoundError(f"{folder}: its {len(samples)} images with masks fall into one half; add more images")
    by = "part" if group_by else "name"
    about = f"{folder}: {len(dev)} images choose (half, by a hash of the {by}), the {len(held_out)} others are reported"
    key = _key(samples, hashes)
    return ImageSet(dev, held_out, base, key, about, found.problems, found.notes, halves.groups)


def _sample(pair: ImagePair, base: Path) -> CastingSample:
    return CastingSample(
        id=pair.image.stem,
        case=pair.image.stem,
        agent=AGENT,
        split="dev",
        image=pair.image.relative_to(base).as_posix(),
        mask=pair.mask.relative_to(base).as_posix(),
        modality=MODALITY,
    )


def _mask_folder(folder: Path) -> Path:
    places = (folder / "masks", folder.resolve().parent / "masks")
    return next((found for found in places if found.is_dir()), folder)


def _hashes(base: Path, samples: Sequence[CastingSample]) -> list[tuple[str, str]]:
    """Return the hashes of each sample's image and mask."""
    return [(_file_hash(base / one.image), _file_hash(base / one.mask)) for one in samples]


def _file_hash(path: Path) -> str:
    return sha256(path.read_bytes()).hexdigest()


def _key(samples: Sequence[CastingSample], hashes: Sequence[tuple[str, str]]) -> str:
    return content_hash([part for one, both in zip(samples, hashes, strict=True) for part in (one.id, *both)], 16)
