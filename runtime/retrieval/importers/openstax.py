"""OpenStax modules as JSONL: module, title, paragraphs[{section, text}], one module a line."""

from itertools import groupby

from pydantic import BaseModel, ConfigDict, Field

from runtime.contracts.json_types import JsonObject
from runtime.retrieval.chunk import Span
from runtime.retrieval.citation import document_id
from runtime.retrieval.importers.document import Document, Section, clean_document, one_line

KEYS = frozenset({"module", "paragraphs"})
BETWEEN = "\n\n"


class Paragraph(BaseModel):
    """One paragraph; `section` is the path of headings above it."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    section: str = ""
    text: str


class OpenStaxRow(BaseModel):
    """One module."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    module: str = Field(min_length=1)
    title: str = ""
    paragraphs: tuple[Paragraph, ...] = Field(min_length=1)


def read_openstax(value: JsonObject, name: str, line: int) -> Document:
    """Return the module as a document: its paragraphs with a blank line between, which offsets count in.

    Neighbouring paragraphs of one section are one section. Raises: pydantic.ValidationError.
    """
    row = OpenStaxRow.model_validate(value)
    texts: list[str] = []
    sections: list[Section] = []
    at = 0
    for path, group in groupby(row.paragraphs, key=lambda paragraph: one_line(paragraph.section)):
        body = BETWEEN.join(clean_document(paragraph.text) for paragraph in group)
        sections.append(Section(path, Span(at, at + len(body))))
        texts.append(body)
        at += len(body) + len(BETWEEN)
    return Document(
        id=document_id(row.module),
        title=one_line(row.title),
        text=BETWEEN.join(texts),
        sections=tuple(sections),
        source=f"OpenStax module {one_line(row.module)}, {name}",
        line=line,
    )
