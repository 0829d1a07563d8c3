"""PubMedQA: yes/no/maybe questions that a paper's abstract answers (Jin et al. 2019)."""

from pathlib import Path

from ace.sample_import.read_json import Pairs, data_files, read_entries
from ace.sample_import.row import (
    YES_NO_MAYBE,
    QuestionRow,
    ReadRows,
    RowError,
    SkippedRow,
    case_id,
    checked,
    fields_of,
    need,
)

MAX_FINDINGS = 4
_FINDING_CHARS = 400
_EXPLANATION_CHARS = 1900


def read_pubmedqa(folder: Path) -> ReadRows:
    """Return the labelled questions in `folder`. Raises: AceError when it holds no such data set."""
    rows, skipped = [], []
    for path in data_files(folder):
        for place, key, raw in read_entries(path):
            try:
                rows.append(_row(place, checked("its id", " ".join(key.split())), raw))
            except RowError as exc:
                skipped.append(SkippedRow(place, str(exc)))
    return ReadRows(tuple(rows), tuple(skipped))


def _row(place: str, key: str, raw: object) -> QuestionRow:
    fields = fields_of(raw)
    question, answer = need(fields, "QUESTION"), need(fields, "final_decision").capitalize()
    if answer not in YES_NO_MAYBE:
        raise RowError(f"final_decision {answer.lower()[:40]!r} is not yes, no or maybe")
    contexts = fields.get("CONTEXTS")
    if not isinstance(contexts, list) or isinstance(contexts, Pairs) or not all(isinstance(c, str) for c in contexts):
        raise RowError("CONTEXTS is not a list of texts")
    return QuestionRow(
        place=place,
        id=case_id("pubmedqa", key, question),
        group=key,
        question=question,
        answer=answer,
        kind="abstract",
        choices=YES_NO_MAYBE,
        modality="TXT",
        organ="none",
        tags=("pubmedqa", "abstract", "closed"),
        findings=tuple(shortened(part, _FINDING_CHARS) for part in contexts[:MAX_FINDINGS] if part.strip()),
        explanation=shortened(need(fields, "LONG_ANSWER"), _EXPLANATION_CHARS),
        reference=f"PubMedQA (Jin et al. 2019), PMID {key}",
        url=f"https://pubmed.ncbi.nlm.nih.gov/{key}/" if key.isascii() and key.isdigit() else "",
    )


def shortened(text: str, limit: int) -> str:
    """Return `text` on one line, cut after the last whole sentence within `limit` characters, or after a word."""
    line = " ".join(text.split())
    if len(line) <= limit:
        return line
    head = line[:limit]
    end = max(head.rfind(mark) for mark in (". ", "? ", "! "))
    return head[: end + 1] if end > limit // 3 else f"{head.rsplit(' ', 1)[0]} ..."
