"""A folder of X-ray images with masks, as people have it. It is only read.

scan7.tif with scan7_mask.png or scan7.png, the masks in the same folder or in one of their own.
"""

from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from runtime.contracts.errors import ImageError
from runtime.inspection.screen_pair import NamedFile, screen_pair

IMAGE_SUFFIXES = (".png", ".tif", ".tiff", ".jpg", ".jpeg")
_MASK_END = "_mask"


class ImagePair(NamedTuple):
    """An image and its mask, as paths that start with the folders given."""

    image: Path
    mask: Path


class FolderImages(NamedTuple):
    """What a folder holds: `pairs` to inspect, by name; `problems` (left out, and why); `notes` (what is converted)."""

    pairs: tuple[ImagePair, ...]
    problems: tuple[str, ...]
    notes: tuple[str, ...]


def list_images(folder: Path, masks: Path | None = None) -> FolderImages:
    """Return the PNG, TIFF and JPEG images right in `folder` that have a readable mask of their size.

    `masks` is the folder of the masks, `folder` itself when left out. Every file is read once; nothing is raised.
    """
    mask_folder = masks or folder
    try:
        images, found_masks = _names(folder), _names(mask_folder)
    except OSError as exc:
        where = exc.filename or folder
        return FolderImages((), (f"{where}: the folder cannot be read ({exc.strerror or exc}); check the path",), ())
    by_stem, alone = _by_stem(images, found_masks, _is_same(folder, mask_folder))
    pairs: list[ImagePair] = []
    problems = [f"{mask_folder / name}: no image belongs to this mask; name both alike" for name in alone]
    notes: list[str] = []
    for stem, names in sorted(by_stem.items()):
        try:
            image, mask = _one_pair(stem, names)
            converted = screen_pair(NamedFile(image, folder), NamedFile(mask, mask_folder))
            notes.extend(f"{folder / image}: {note}" for note in converted)
            pairs.append(ImagePair(folder / image, mask_folder / mask))
        except ImageError as exc:
            problems.append(f"{folder}: {exc}")
    if not by_stem:
        problems.append(f"{folder}: no PNG, TIFF or JPEG image right in this folder; name the folder that holds them")
    return FolderImages(tuple(pairs), tuple(problems), tuple(notes))


class _Names(NamedTuple):
    images: tuple[str, ...]
    mask: str


def _names(folder: Path) -> list[str]:
    entries = (entry.name for entry in folder.iterdir() if not entry.is_dir())
    return sorted(name for name in entries if Path(name).suffix.lower() in IMAGE_SUFFIXES and not name.startswith("."))


def _is_same(folder: Path, masks: Path) -> bool:
    return folder.resolve() == masks.resolve()


def _by_stem(images: list[str], masks: list[str], is_same: bool) -> tuple[dict[str, _Names], list[str]]:
    """Return each image's stem with the files that have it, and the masks that no image goes with."""
    named = {Path(name).stem: name for name in masks if _is_png(name) and Path(name).stem.endswith(_MASK_END)}
    plain = {Path(name).stem: name for name in masks if _is_png(name) and name not in named.values()}
    grouped: defaultdict[str, list[str]] = defaultdict(list)
    for name in images:
        if not (is_same and name in named.values()):
            grouped[Path(name).stem].append(name)
    found, used = {}, set()
    for stem, names in grouped.items():
        mask = named.get(stem + _MASK_END, "")
        if not mask and stem in plain and not (is_same and names == [plain[stem]]):
            mask = plain[stem]
        used.add(mask)
        found[stem] = _Names(_without(names, mask) if is_same else tuple(names), mask)
    candidates: Iterable[str] = named.values() if is_same else (*named.values(), *plain.values())
    return found, sorted(set(candidates) - used)


def _is_png(name: str) -> bool:
    return name.lower().endswith(".png")


def _without(names: list[str], mask: str) -> tuple[str, ...]:
    return tuple(name for name in names if name != mask)


def _one_pair(stem: str, names: _Names) -> tuple[str, str]:
    if len(names.images) > 1:
        raise ImageError(f"several images are called {stem!r} ({', '.join(names.images)}); keep one of them")
    if not names.mask:
        raise ImageError(f"image {names.images[0]!r}: no mask; add {stem}{_MASK_END}.png, non-zero where a void is")
    return names.images[0], names.mask
