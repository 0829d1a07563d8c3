"""MedQuAD as JSONL: health questions answered by public sites, one a line: q, a, focus, qtype, url, src.

The passage is the answer under its subject. The question is not searched: it was written from the subject, and an index
that held it would find itself.
"""

from pydantic import BaseModel, ConfigDict, Field

from runtime.contracts.json_types import JsonObject
from runtime.retrieval.chunk import Span
from runtime.retrieval.citation import slug
from runtime.retrieval.importers.document import Document, Section, clean_document, one_line

KEYS = frozenset({"q", "a"})


class MedQuadRow(BaseModel):
    """One answered question."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    q: str = Field(min_length=1)
    a: str = Field(min_length=1)
    focus: str = ""
    qtype: str = ""
    url: str = ""
    src: str = ""


def read_medquad(value: JsonObject, name: str, line: int) -> Document:
    """Return the answer as a document: the focus is its title, the kind of question its section.

    Raises: pydantic.ValidationError.
    """
    row = MedQuadRow.model_validate(value)
    text = clean_document(row.a)
    subject = one_line(row.focus)
    kind = one_line(row.qtype)
    return Document(
        id=f"{slug(subject, 40)}.{slug(kind, 24)}",
        title=subject,
        text=text,
        sections=(Section(kind, Span(0, len(text))),),
        source=" ".join(part for part in (one_line(row.src), one_line(row.url)) if part) or name,
        line=line,
    )
