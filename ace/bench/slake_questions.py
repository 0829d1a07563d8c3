"""SLAKE's open questions for knowledge as multiple choice without the image: each wording about a region once."""

from collections.abc import Iterator
from pathlib import Path

from ace.sample_import.build_case import build_case
from ace.sample_import.distractors import pools_of
from ace.sample_import.find_images import without_image
from ace.sample_import.import_samples import without_repeats
from ace.sample_import.row import QuestionRow, RowError
from ace.sample_import.slake import read_slake
from runtime.contracts.json_types import content_hash
from runtime.contracts.sample import TutorSample
from runtime.samples.case_file import Case, CaseFile, expanded


def slake_questions(data: Path, limit: int | None, seed: int = 0) -> tuple[TutorSample, ...]:
    """Return up to `limit` questions, spread over the data set by a hash of their ids; a smaller limit gives a part.

    Left out: yes and no, and questions without two wrong options that are surely wrong. The options are those that
    `ace samples import slake` gives. Raises: AceError when `data` holds no such data set.
    """
    rows = without_repeats(read_slake(data).rows)[0]
    made = sorted(_samples(rows, seed), key=lambda sample: content_hash([seed, sample.case]))
    return tuple(made[:limit])


def _samples(rows: list[QuestionRow], seed: int) -> Iterator[TutorSample]:
    pools = pools_of(rows)
    asked: set[tuple[str, str]] = set()
    for row in rows:
        if row.choices or not row.kind.startswith("knowledge") or (row.question, row.organ) in asked:
            continue
        try:
            case = build_case(without_image(row), pools, "dev", "CC BY 4.0", seed)
        except RowError:
            continue
        asked.add((row.question, row.organ))
        head = {"schema": 1, "agent": "tutor", "modality": row.modality, "organ": row.organ, "cases": [case]}
        yield expanded(CaseFile.model_validate(head), Case.model_validate(case))[0]
