"""A folder of a sample file to samples: each image with its mask, screened, and why others are not used."""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from runtime.agents.inspector.casting_file import ImageFolder
from runtime.agents.inspector.sample import AGENT, MODALITY, CastingSample
from runtime.contracts.errors import ImageError
from runtime.images.image_refs import locate_image
from runtime.inspection.real_folder import IMAGE_SUFFIXES
from runtime.inspection.screening_cache import ScreeningCache, screenings_folder

MASK_END = "_mask"
_STEM = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,79}")


class Paired(NamedTuple):
    """Usable images of a folder, sorted by id, and why others are not: what is wrong, with its remedy."""

    samples: tuple[CastingSample, ...]
    problems: tuple[str, ...]


class _Folders(NamedTuple):
    """Both folders as references under the base; `is_same`: images and masks lie together."""

    images: str
    masks: str
    is_same: bool


def pair_images(entry: ImageFolder, base: Path) -> Paired:
    """Return each image of `entry.folder` with its mask; both folders are paths below `base`.

    Pairs that have changed since they were last looked into are decoded; of the others only the files' states are read.
    """
    folder, mask_folder = entry.folder.rstrip("/"), (entry.masks or entry.folder).rstrip("/")
    try:
        names, mask_names = _names(folder, base), _names(mask_folder, base)
        folders = _Folders(folder, mask_folder, locate_image(folder, base) == locate_image(mask_folder, base))
    except ImageError as exc:
        return Paired((), (str(exc),))
    except OSError as exc:
        return Paired((), (f"{exc.filename}: cannot be looked into ({exc.strerror}); check name and permissions",))
    screenings = ScreeningCache(base, folder, mask_folder, screenings_folder())
    try:
        paired = _paired(entry, folders, (names, mask_names), screenings)
    finally:
        # Also of what was cut off: many large images take a while the first time.
        screenings.keep()
    if paired.samples or paired.problems:
        return paired
    return Paired((), (f"{folder}: holds no image; put files there that end in {', '.join(IMAGE_SUFFIXES)}",))


def _paired(
    entry: ImageFolder,
    folders: _Folders,
    found: tuple[Sequence[str], Sequence[str]],
    screenings: ScreeningCache,
) -> Paired:
    """Return the usable pairs of the names `found` in both folders, and what is wrong with the others."""
    names, mask_names = found
    samples: list[CastingSample] = []
    problems: list[str] = []
    masks = {Path(name).stem: name for name in mask_names if name.lower().endswith(".png")}
    for stem, named in _by_stem(names, folders.is_same).items():
        mask = _mask_of(stem, named, masks, folders.is_same)
        images = [name for name in named if not (folders.is_same and name == mask)]
        refs = f"{folders.images}/{images[0]}", f"{folders.masks}/{mask}"
        problem = _pair_problem(stem, images, mask) or screenings.problem(*refs)
        if problem:
            problems.append(problem)
        else:
            samples.append(_real_sample(stem, *refs, entry))
    return Paired(tuple(samples), tuple(problems))


def _names(folder: str, base: Path) -> list[str]:
    """Return the names of the images in `folder`, sorted; hidden files are left out."""
    names = (path.name for path in locate_image(folder, base).iterdir() if not path.is_dir())
    return sorted(name for name in names if Path(name).suffix.lower() in IMAGE_SUFFIXES and not name.startswith("."))


def _by_stem(names: Sequence[str], is_same: bool) -> dict[str, list[str]]:
    """Return stem -> names of what is inspected; masks that are named so and stand beside their images are not."""
    found: dict[str, list[str]] = {}
    for name in names:
        stem = Path(name).stem
        if not (is_same and stem.endswith(MASK_END)):
            found.setdefault(stem, []).append(name)
    return found


def _mask_of(stem: str, images: Sequence[str], masks: Mapping[str, str], is_same: bool) -> str:
    """Return the name of an image's mask, empty when it has none; an image alone in its folder is not its own mask."""
    plain = masks.get(stem, "")
    return masks.get(f"{stem}{MASK_END}", "") or ("" if is_same and list(images) == [plain] else plain)


def _pair_problem(stem: str, images: Sequence[str], mask: str) -> str:
    """Return what keeps an image from being a sample, empty when the names are fine."""
    if _STEM.fullmatch(stem) is None:
        return f"image {images[0]!r}: its name is the sample's id; rename it with A-Z, a-z, 0-9, `.`, `_` and `-` only"
    if len(images) > 1:
        return f"{' and '.join(images)}: two images of one name; rename or remove one"
    remedy = f"add {stem}{MASK_END}.png, black everywhere where there is no void"
    return "" if mask else f"image {images[0]!r}: has no mask; {remedy}"


def _real_sample(stem: str, image: str, mask: str, entry: ImageFolder) -> CastingSample:
    return CastingSample(
        id=stem,
        case=stem,
        agent=AGENT,
        split=entry.split,
        image=image,
        mask=mask,
        modality=MODALITY,
        tags=entry.tags,
    )
