"""JSONL of texts: {"text": ..., "title"?: ..., "id"?: ..., "source"?: ...}, one document a line."""

from pydantic import BaseModel, ConfigDict, Field

from runtime.contracts.json_types import JsonObject, content_hash
from runtime.retrieval.citation import document_id, slug
from runtime.retrieval.importers.document import Document, clean_document, one_line, whole

KEYS = frozenset({"text"})


class PlainRow(BaseModel):
    """What is read of a line; other fields are left alone."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    text: str = Field(min_length=1)
    title: str = ""
    id: str | int = ""
    source: str = ""


def read_plain(value: JsonObject, name: str, line: int) -> Document:
    """Return the line as a document, cited by its id when it has one. Raises: pydantic.ValidationError."""
    row = PlainRow.model_validate(value)
    text = clean_document(row.text)
    title = one_line(row.title)
    given = str(row.id).strip()
    return Document(
        id=document_id(given) if given else f"{slug(name.rsplit('.', 1)[0])}.{content_hash([title, text], 6)}",
        title=title,
        text=text,
        sections=whole(text),
        source=one_line(row.source) or name,
        line=line,
        is_named=bool(given),
    )
