"""Markdown: one document a file, its headings as section paths."""

import re
from pathlib import Path

from runtime.retrieval.chunk import Span
from runtime.retrieval.citation import slug
from runtime.retrieval.importers.document import Document, Section, clean_document, one_line

_HEADING = re.compile(r" {0,3}(#{1,6})[ \t]+(.*?)[ \t]*#*[ \t]*$")
_FENCE = re.compile(r" {0,3}(```+|~~~+)")
_FRONT = re.compile(r"\A---[ \t]*\n.*?\n---[ \t]*(?:\n|\Z)", re.DOTALL)
PATH_SEPARATOR = " > "


def read_markdown(path: Path, name: str, text: str) -> Document:
    """Return the file as a document. `name` is its path from the knowledge folder.

    The title is the first heading of level 1, else the file's name. A section's path is the headings above it, the
    title left out. Front matter is not text. Offsets count characters of the file.
    """
    text = clean_document(text)
    start = match.end() if (match := _FRONT.match(text)) else 0
    title = ""
    open_headings: list[tuple[int, str]] = []
    sections: list[Section] = []
    begin, fence, at = start, "", start
    for line in text[start:].splitlines(keepends=True):
        fence = _fence_after(line, fence)
        heading = None if fence else _HEADING.match(line.rstrip("\n"))
        if heading:
            sections.append(Section(_path(open_headings), Span(begin, at)))
            level, words = len(heading[1]), one_line(heading[2])
            open_headings = [item for item in open_headings if item[0] < level]
            if level == 1 and not title:
                title = words
            elif words:
                open_headings.append((level, words))
            begin = at + len(line)
        at += len(line)
    sections.append(Section(_path(open_headings), Span(begin, len(text))))
    return Document(
        id=slug(name.removesuffix(path.suffix)),
        title=title or one_line(path.stem),
        text=text,
        sections=tuple(section for section in sections if section.span.start < section.span.end),
        source=name,
        line=1,
    )


def _path(headings: list[tuple[int, str]]) -> str:
    return PATH_SEPARATOR.join(words for _, words in headings)


def _fence_after(line: str, fence: str) -> str:
    """Return the mark of the code block that is open after `line`; a heading in code is no heading."""
    match = _FENCE.match(line)
    if not match:
        return fence
    if not fence:
        return match[1]
    return "" if match[1].startswith(fence) else fence
