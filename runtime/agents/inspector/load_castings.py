"""Inspector sample files to samples. What cannot be used is reported with its line, and the rest goes on."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from runtime.agents.inspector.casting_file import CastingFile, CastingRange, ImageFolder
from runtime.agents.inspector.pair_images import pair_images
from runtime.agents.inspector.sample import AGENT, MODALITY, CastingSample
from runtime.agents.registry import SampleLoad
from runtime.contracts.sample import SampleRef, Split
from runtime.inspection.castings import CASTING, MAX_NUMBER
from runtime.rules.read_yaml import FieldPath
from runtime.samples.file_reader import FileReader, read_document, sample_files

# Drawn images are made by a program: whoever counts results must be able to tell them from real ones.
DRAWN = "drawn"


class _Entry(NamedTuple):
    """One entry's samples and where it stands."""

    samples: Sequence[CastingSample]
    place: str
    field: FieldPath
    reader: FileReader


def load_castings(folders: Sequence[Path], splits: frozenset[Split], image_base: Path | None = None) -> SampleLoad:
    """Return the samples in `<folder>/inspector/*.yaml`, sorted by id, and the problems found.

    Sealed samples come only when `splits` names them; sealed entries are checked all the same. No casting is drawn; an
    image and its mask are decoded only when they have changed since they were last screened. `image_base` is the folder
    that image folders start from; without one they cannot be looked into.
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
