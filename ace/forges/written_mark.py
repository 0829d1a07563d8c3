"""What we wrote last, in a hidden line of the request itself, so that what a person changed is left alone. Pure."""

import hashlib
import re
from typing import NamedTuple

_LINE = re.compile(
    r"\n*<!-- ace:written title=([0-9a-f]{12}) body=([0-9a-f]{12}) base=([0-9a-f]{12}) draft=(yes|no) -->\s*\Z"
)


class WrittenMark(NamedTuple):
    """Hashes of the title, body and base branch as they were written, and whether it was made a draft."""

    title: str
    body: str
    base: str
    draft: bool


class MarkedBody(NamedTuple):
    """A description without its hidden line, and what that line says; None where it is gone."""

    text: str
    mark: WrittenMark | None


def text_hash(text: str) -> str:
    """Return 12 hex digits of `text` as it is compared: forges change line ends and blanks at the end of lines."""
    return hashlib.sha256(plain_lines(text).encode("utf-8", "surrogatepass")).hexdigest()[:12]


def plain_lines(text: str) -> str:
    """Return `text` with line feeds only, and nothing blank at the end of a line or of the whole."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return "\n".join(line.rstrip() for line in lines).strip()


def with_mark(text: str, mark: WrittenMark) -> str:
    """Return a description that ends in the hidden line."""
    draft = "yes" if mark.draft else "no"
    line = f"<!-- ace:written title={mark.title} body={mark.body} base={mark.base} draft={draft} -->"
    return f"{plain_lines(text)}\n\n{line}"


def read_mark(description: str) -> MarkedBody:
    """Return the description without its hidden line, and the line."""
    text = description.replace("\r\n", "\n")
    match = _LINE.search(text)
    if match is None:
        return MarkedBody(text, None)
    return MarkedBody(text[: match.start()], WrittenMark(match[1], match[2], match[3], match[4] == "yes"))
