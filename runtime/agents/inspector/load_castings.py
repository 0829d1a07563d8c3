"""Inspector sample files to samples. What cannot be used is reported with its line, and the rest goes on."""

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from runtime.agents.inspector.casting_file import CastingFile, CastingRange, ImageFolder
from runtime.agents.inspector.sample import CastingSample
from runtime.agents.registry import SampleLoad
from runtime.contracts.errors import ImageError
from runtime.contracts.sample import SampleRef, Split
from runtime.inspection.castings import CASTING, MAX_NUMBER
from runtime.inspection.real_folder import IMAGE_SUFFIXES
from runtime.rules.read_yaml import FieldPath
from runtime.samples.file_reader import FileReader, read_document, sample_files
from runtime.tools.image_refs import image_problem, locate_image

AGENT = "inspector"
MODALITY = "XR"
MASK_END = "_mask"
# Drawn images are made by a program: whoever counts results must be able to tell them from real ones.
DRAWN = "drawn"
_STEM = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,79}")


class Paired(NamedTuple):
    """Usable images of a folder, sorted by id, and why others are not: what is wrong, with its remedy."""

    samples: tuple[CastingSample, ...]
    problems: tuple[str, ...]


class _Entry(NamedTuple):
    """One entry's samples and where it stands."""

    samples: Sequence[CastingSample]
    place: str
    field: FieldPath
    reader: FileReader


def load_castings(folders: Sequence[Path], splits: frozenset[Split], image_base: Path | None = None) -> SampleLoad:
    """Return the samples in `<folder>/inspector/*.yaml`, sorted by id, and the problems found.

    Sealed samples come only when `splits` names them; sealed entries are checked all the same. No image is read and no
    casting drawn. `image_base` is the folder that image folders start from; without one they cannot be looked into.
    Never raises for what a file says.
    """
    problems: list[SampleRef] = []
    found: dict[str, CastingSample] = {}
    places: dict[str, str] = {}
    for path in sample_files(folders, AGENT, problems):
        for entry in _read_file(path, image_base, problems):
            _report_used(entry, places)
            for sample in entry.samples:
                found.setdefault(sample.id, sample)
                places.setdefault(sample.id, entry.place)
    chosen = (found[name] for name in sorted(found) if found[name].split in splits)
    return SampleLoad(tuple(chosen), tuple(problems))


def _report_used(entry: _Entry, places: Mapping[str, str]) -> None:
    """Report the entry's samples that stand elsewhere already: a held-out image must not be a development one too."""
    used = [sample.id for sample in entry.samples if sample.id in places]
    if used:
        more = f" and {len(used) - 1} more" if len(used) > 1 else ""
        problem = f"{used[0]}{more} already used at {places[used[0]]}; name each image once"
        entry.reader.report(entry.field, problem)


def _read_file(path: Path, base: Path | None, problems: list[SampleRef]) -> Iterator[_Entry]:
    document = read_document(path)
    if isinstance(document, str):
        problems.append(SampleRef(path=str(path), where="file", problem=document))
        return
    reader = FileReader(str(path), document, problems)
    head = reader.validated(CastingFile, document.value, ())
    if head is None:
        return
    if head.agent != AGENT:
        reader.report(("agent",), f"this file is for agent {head.agent!r}; move it to that agent's folder")
        return
    if not head.castings and not head.images:
        reader.report((), "no images are named; write `castings` with split, first and count, or `images`")
    for field, samples in (*_castings(head, reader), *_images(head, base, reader)):
        yield _Entry(samples, f"{path}:{reader.line(field)}", field, reader)


def _castings(head: CastingFile, reader: FileReader) -> Iterator[tuple[FieldPath, Sequence[CastingSample]]]:
    for index, raw in enumerate(head.castings):
        where: FieldPath = ("castings", index)
        entry = reader.validated(CastingRange, raw, where)
        if entry is None:
            continue
        if entry.first + entry.count - 1 > MAX_NUMBER:
            reader.report((*where, "count"), f"castings end at number {MAX_NUMBER}; take fewer or start earlier")
            continue
        numbers = range(entry.first, entry.first + entry.count)
        yield where, tuple(drawn_sample(number, entry.split, entry.tags) for number in numbers)


def _images(
    head: CastingFile, base: Path | None, reader: FileReader
) -> Iterator[tuple[FieldPath, Sequence[CastingSample]]]:
    for index, raw in enumerate(head.images):
        where: FieldPath = ("images", index)
        entry = reader.validated(ImageFolder, raw, where)
        if entry is None:
            continue
        if base is None:
            reader.report((*where, "folder"), "cannot be looked into: no base folder is given that it starts from")
            continue
        paired = pair_images(entry, base)
        for problem in paired.problems:
            reader.report(where, problem)
        yield where, paired.samples


def drawn_sample(number: int, split: Split, tags: Sequence[str] = ()) -> CastingSample:
    """Return the sample of casting `number`, with id casting-000123 and the tag `drawn`."""
    name = f"casting-{number:06d}"
    labels = tuple(dict.fromkeys((DRAWN, *tags)))
    return CastingSample(
        id=name, case=name, agent=AGENT, split=split, image=f"{CASTING}{number}", modality=MODALITY, tags=labels
    )


def pair_images(entry: ImageFolder, base: Path) -> Paired:
    """Return each image of `entry.folder` with its mask; both folders are paths below `base`. No image is decoded."""
    folder, mask_folder = entry.folder.rstrip("/"), (entry.masks or entry.folder).rstrip("/")
    try:
        names, mask_names = _names(folder, base), _names(mask_folder, base)
        is_same = locate_image(folder, base) == locate_image(mask_folder, base)
    except ImageError as exc:
        return Paired((), (str(exc),))
    except OSError as exc:
        return Paired((), (f"{exc.filename}: cannot be looked into ({exc.strerror}); check name and permissions",))
    samples: list[CastingSample] = []
    problems: list[str] = []
    masks = {Path(name).stem: name for name in mask_names if name.lower().endswith(".png")}
    for stem, named in _by_stem(names, is_same).items():
        mask = _mask_of(stem, named, masks, is_same)
        images = [name for name in named if not (is_same and name == mask)]
        refs = f"{folder}/{images[0]}", f"{mask_folder}/{mask}"
        problem = _pair_problem(stem, images, mask) or image_problem(refs[0], base) or image_problem(refs[1], base)
        if problem:
            problems.append(problem)
        else:
            samples.append(_real_sample(stem, *refs, entry))
    if not samples and not problems:
        problems.append(f"{folder}: holds no image; put files there that end in {', '.join(IMAGE_SUFFIXES)}")
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
