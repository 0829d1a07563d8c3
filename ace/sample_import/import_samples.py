"""Import a data set: rows read, checked against each other, made into cases, and written as sample files."""

import random
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from ace.errors import AceError
from ace.sample_import.answers import plain
from ace.sample_import.build_case import build_case
from ace.sample_import.distractors import pools_of
from ace.sample_import.find_images import ImageFolder, find_images, placed
from ace.sample_import.replace_import import ImportTarget
from ace.sample_import.request import ImportRequest
from ace.sample_import.row import QuestionRow, RowError, SkippedRow
from ace.sample_import.sources import SOURCES, DataSource
from ace.sample_import.write_samples import PlacedCase, sample_files
from runtime.contracts.json_types import content_hash
from runtime.contracts.sample import SampleRef
from runtime.samples.load_samples import load_samples

AGENT = "tutor"
SEALED_SHARE = 0.3


@dataclass(frozen=True)
class ImportReport:
    """What was written, and every row that was not imported with the reason."""

    folder: Path
    files: tuple[str, ...]
    cases: int
    dev: int
    sealed: int
    copied_images: int
    skipped: tuple[SkippedRow, ...]
    left_out: int
    problems: tuple[SampleRef, ...]


def import_samples(request: ImportRequest) -> ImportReport:
    """Return what was imported; the same rows and seed give the same files.

    Raises: AceError when the folder, the images or the output cannot be used, or nothing could be imported.
    """
    source = SOURCES[request.name]
    target = _target(request)
    images = find_images(request, source)
    read = source.read(request.data)
    rows, repeated = without_repeats(read.rows)
    skipped = [*read.skipped, *repeated]
    made, unusable = _cases(rows, source, images, request)
    skipped += unusable
    chosen = _limited(made, request)
    if not chosen:
        raise AceError(f"{request.data}: no row could be imported ({_first_reasons(skipped)})")
    files = sample_files(request.name, chosen, {"reference": source.reference, "licence": source.licence})
    copied = target.put(files, images, sorted({item.row.image for item in chosen if item.image}))
    return ImportReport(
        folder=target.folder,
        files=tuple(files),
        cases=len(chosen),
        dev=sum(item.case["split"] == "dev" for item in chosen),
        sealed=sum(item.case["split"] == "sealed" for item in chosen),
        copied_images=copied,
        skipped=tuple(skipped),
        left_out=len(made) - len(chosen),
        problems=load_samples([request.folder], None, AGENT, request.repository).problems,
    )


def without_repeats(rows: Iterable[QuestionRow]) -> tuple[list[QuestionRow], list[SkippedRow]]:
    """Return each question once, and the rows that ask one again: same id, same words, or a linked rewording."""
    kept: list[QuestionRow] = []
    skipped: list[SkippedRow] = []
    seen: dict[tuple[str, ...], QuestionRow] = {}
    for row in rows:
        keys: list[tuple[str, ...]] = [("id", row.id), ("words", row.group, plain(row.question))]
        if row.linked:
            keys.append(("linked", row.group, row.linked, plain(row.answer)))
        again = next((key for key in keys if key in seen), None)
        if again is None:
            kept.append(row)
            seen |= dict.fromkeys(keys, row)
            continue
        first = seen[again]
        skipped.append(SkippedRow(row.place, _REPEATS[again[0]].format(first.place) + _differs(row, first)))
    return kept, skipped


_REPEATS = {
    "id": "its id is already used at {}",
    "words": "asked before at {}",
    "linked": "another wording of {}",
}


def _differs(row: QuestionRow, first: QuestionRow) -> str:
    return "" if plain(row.answer) == plain(first.answer) else ", with another answer"


def split_of(group: str, seed: int, asked: str) -> str:
    """Return the split of all that is about one image or paper: the one asked for, else three in ten are sealed."""
    return asked or ("sealed" if random.Random(f"{seed}:split:{group}").random() < SEALED_SHARE else "dev")


def _cases(
    rows: list[QuestionRow], source: DataSource, images: ImageFolder, request: ImportRequest
) -> tuple[list[PlacedCase], list[SkippedRow]]:
    pools = pools_of(rows)
    made: list[PlacedCase] = []
    skipped: list[SkippedRow] = []
    blind: dict[str, QuestionRow] = {}
    for row in rows:
        try:
            asked, image = placed(row, images, source.needs_image)
            if asked.note and (first := blind.setdefault(plain(asked.question + asked.note), row)) is not row:
                raise RowError(f"without its image the same question as {first.place}{_differs(row, first)}")
            split = split_of(row.group, request.seed, request.split)
            made.append(PlacedCase(build_case(asked, pools, split, source.licence, request.seed), asked, image))
        except RowError as exc:
            skipped.append(SkippedRow(row.place, str(exc)))
    return made, skipped


def _limited(made: list[PlacedCase], request: ImportRequest) -> list[PlacedCase]:
    """A smaller limit gives a part of what a larger one does."""
    if request.limit is None:
        return made
    return sorted(made, key=lambda item: content_hash([request.seed, item.row.id]))[: request.limit]


def _target(request: ImportRequest) -> ImportTarget:
    out, top = request.folder, request.repository
    if not out.is_relative_to(top) or out == top:
        raise AceError(f"{out}: --out must be a folder inside the repository {top}")
    target = ImportTarget(top, out / AGENT, request.name, request.is_replacing)
    target.check()
    return target


def _first_reasons(skipped: list[SkippedRow]) -> str:
    return "; ".join(f"{row.place}: {row.reason}" for row in skipped[:3]) or "it holds none"
