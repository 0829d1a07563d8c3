"""SLAKE: questions about CT, MR and X-ray images, some of which ask for knowledge as well (Liu et al. 2021)."""

import re
from collections.abc import Mapping
from pathlib import Path

from ace.sample_import.answers import yes_or_no
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
    slug_of,
    text_of,
)

_MODALITIES: Mapping[str, str] = {"ct": "CT", "mri": "MR", "mr": "MR", "x-ray": "XR", "xray": "XR"}
# What only the image shows: where something lies, how it looks, what there is at all.
_LOOKS = re.compile(
    r"\b(left|right|cent(er|re)|top|bottom|upper|lower|leftmost|rightmost|black|white|gr[ae]y|dark|bright|colou?r|largest"
    r"|smallest|pairs|most|diseases?|abnormal\w*|contain|any|some|are there|tissue)\b",
    re.IGNORECASE,
)
_KINDS: Mapping[str, str] = {"kg": "knowledge", "color": "colour"}


def read_slake(folder: Path) -> ReadRows:
    """Return the English questions in `folder`. Raises: AceError when it holds no such data set."""
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
    question = need(fields, "question")
    language = text_of(fields, "q_lang") or ("en" if question.isascii() else "unknown")
    if language != "en":
        raise RowError(f"the question is not in English ({language})")
    answer, image = need(fields, "answer"), need(fields, "img_name")
    kind = text_of(fields, "content_type").lower()
    is_knowledge = text_of(fields, "base_type") == "kvqa"
    closed = yes_or_no(answer)
    own = text_of(fields, "qid")
    return QuestionRow(
        place=place,
        id=case_id("slake", own, image, question),
        group=image,
        question=question,
        answer=closed or answer,
        kind=_kind(kind, is_knowledge, fields),
        choices=YES_NO if closed else (),
        image=image,
        modality=_MODALITIES.get(text_of(fields, "modality").lower(), "OT"),
        organ=text_of(fields, "location").replace("_", " ").lower(),
        tags=("slake", _KINDS.get(kind, slug_of(kind) or "other"), "closed" if closed else "open"),
        reference=f"SLAKE (Liu et al. 2021), question {own or 'without id'} on {image}",
        url="https://www.med-vqa.com/slake/",
    )


def _kind(kind: str, is_knowledge: bool, raw: Mapping[str, object]) -> str:
    """The question's type; of a question for knowledge also the relation asked about: effect, treatment, cause ..."""
    if not is_knowledge:
        return _KINDS.get(kind, kind or "other")
    triple = raw.get("triple")
    relation = triple[1] if isinstance(triple, list) and len(triple) > 1 and isinstance(triple[1], str) else ""
    return f"knowledge {slug_of(relation)}".strip()


def needs_image(row: QuestionRow) -> bool:
    """Return whether a question cannot be answered from what kind of image of what region it was asked about."""
    return not row.kind.startswith("knowledge") or _LOOKS.search(row.question) is not None
