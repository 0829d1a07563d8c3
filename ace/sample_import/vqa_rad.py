"""VQA-RAD: questions clinicians asked about radiology images (Lau et al. 2018)."""

from collections.abc import Mapping
from difflib import get_close_matches
from pathlib import Path

from ace.sample_import.answers import plain, yes_or_no
from ace.sample_import.read_json import data_files, read_list
from ace.sample_import.row import (
    YES_NO,
    QuestionRow,
    ReadRows,
    RowError,
    SkippedRow,
    case_id,
    fields_of,
    need,
    text_of,
)

KINDS: Mapping[str, str] = {
    "PRES": "presence",
    "POS": "position",
    "MODALITY": "modality",
    "ABN": "abnormality",
    "SIZE": "size",
    "PLANE": "plane",
    "ATTRIB": "attribute",
    "ORGAN": "organ",
    "COLOR": "colour",
    "COUNT": "count",
    "OTHER": "other",
}
_ORGANS: Mapping[str, str] = {"HEAD": "head", "CHEST": "chest", "ABD": "abdomen"}
_NO_ANSWER = frozenset({"maybe", "not sure", "unsure", "unknown", "n/a", "null", "not evaluated"})


def read_vqa_rad(folder: Path) -> ReadRows:
    """Return the questions in `folder`. Raises: AceError when it holds no such data set."""
    rows, skipped = [], []
    for path in data_files(folder):
        for place, raw in read_list(path):
            try:
                rows.append(_row(place, raw))
            except RowError as exc:
                skipped.append(SkippedRow(place, str(exc)))
    return ReadRows(tuple(rows), tuple(skipped))


def _row(place: str, raw: object) -> QuestionRow:
    fields = fields_of(raw)
    question, answer, image = need(fields, "question"), need(fields, "answer"), need(fields, "image_name")
    if plain(answer) in _NO_ANSWER:
        raise RowError(f"the answer {plain(answer)!r} settles nothing")
    kinds = kinds_of(text_of(fields, "question_type"))
    closed = yes_or_no(answer)
    own = text_of(fields, "qid")
    return QuestionRow(
        place=place,
        id=case_id("vqa-rad", own, image, question),
        group=image,
        question=question,
        answer=closed or answer,
        kind=kinds[0],
        choices=YES_NO if closed else (),
        image=image,
        modality="OT",
        organ=_ORGANS.get(text_of(fields, "image_organ").upper(), text_of(fields, "image_organ").lower()),
        tags=("vqa-rad", *kinds, "closed" if closed else "open"),
        reference=f"VQA-RAD (Lau et al. 2018), question {own or 'without id'} on {image}",
        url=text_of(fields, "image_case_url"),
        linked=text_of(fields, "qid_linked_id"),
    )


def kinds_of(types: str) -> tuple[str, ...]:
    """Return the question types in words; "PRES, ATRIB" gives presence and attribute, what is not known is other."""
    found = []
    for part in types.upper().replace(";", ",").split(","):
        near = get_close_matches(part.strip(), KINDS, n=1, cutoff=0.7)
        found.append(KINDS[near[0]] if near else "other")
    return tuple(dict.fromkeys(found))
