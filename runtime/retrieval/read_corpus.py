"""Knowledge folders to passages: teaching cards (*.yaml), Markdown (*.md) and JSONL (*.jsonl)."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from pydantic import ValidationError

from runtime.contracts.errors import SampleError
from runtime.contracts.json_types import content_hash
from runtime.retrieval.cards import card_passage, read_card_file
from runtime.retrieval.corpus_files import corpus_files
from runtime.retrieval.errors import IndexEmptyError
from runtime.retrieval.importers.document import Document, Unusable, passages
from runtime.retrieval.importers.json_lines import Line, read_json_lines
from runtime.retrieval.importers.markdown import read_markdown
from runtime.retrieval.importers.registry import LineFormat, known_formats, line_format
from runtime.retrieval.passage import Passage

CARDS, MARKDOWN, LINES = ".yaml", ".md", ".jsonl"
READ = (CARDS, MARKDOWN, LINES)
MAX_MARKDOWN_BYTES = 16 * 1024 * 1024


@dataclass(frozen=True)
class Corpus:
    """Passages sorted by citation, and every line or file that gave nothing."""

    passages: tuple[Passage, ...]
    unusable: tuple[Unusable, ...] = ()


def read_corpus(folders: Sequence[Path]) -> Corpus:
    """Return what can be searched in `folders` and below them, whatever the order of folders, files and lines.

    A wrong line, and a file that cannot be one, is listed and the rest goes on. A file that two folders hold is read
    once. Of two passages cited alike the one with the smaller hash is kept.
    Raises: SampleError for a folder that does not exist, a file that cannot be read, a wrong teaching card, and two
        cards with one id (citations must mean the same in every run); IndexEmptyError for a folder with nothing usable.
    """
    found: dict[str, _Read] = {}
    unusable: list[Unusable] = []
    seen: set[Path] = set()
    for folder in sorted(set(folders), key=lambda folder: (folder.resolve(), folder)):
        wrong, is_empty = len(unusable), True
        for path, problem in corpus_files(folder):
            if not problem and path.resolve() in seen:
                is_empty = False
                continue
            items = iter([Unusable(path, 0, problem)]) if problem else _read_file(folder, path)
            for item in items:
                if isinstance(item, Unusable):
                    unusable.append(item)
                    continue
                is_empty = False
                seen.add(path.resolve())
                if (dropped := _keep(item, found)) is not None:
                    unusable.append(dropped)
        if is_empty:
            raise IndexEmptyError(_empty(folder, unusable[wrong:]))
    ordered = tuple(found[citation].passage for citation in sorted(found))
    return Corpus(ordered, tuple(unusable))


@dataclass(frozen=True)
class _Read:
    """One passage and its place."""

    passage: Passage
    path: Path
    line: int

    @property
    def place(self) -> str:
        """File and line."""
        return f"{self.path}:{self.line}" if self.line else str(self.path)


def _read_file(folder: Path, path: Path) -> Iterator[_Read | Unusable]:
    name = path.relative_to(folder).as_posix()
    if path.suffix == CARDS:
        return (_Read(card_passage(card), path, 0) for card in read_card_file(path))
    if path.suffix == MARKDOWN:
        return _as_read(path, _markdown(path, name))
    if path.suffix == LINES:
        return _as_read(path, _lines(path, name))
    return iter([Unusable(path, 0, f"is not read; knowledge is in {', '.join(f'*{end}' for end in READ)}")])


def _as_read(path: Path, items: Iterator[Document | Unusable]) -> Iterator[_Read | Unusable]:
    for item in items:
        if isinstance(item, Unusable):
            yield item
            continue
        made = [_Read(passage, path, document.line) for document, passage in passages([item])]
        yield from made
        if not made:
            yield Unusable(path, item.line, "holds no text")


def _markdown(path: Path, name: str) -> Iterator[Document | Unusable]:
    try:
        with path.open("rb") as file:
            data = file.read(MAX_MARKDOWN_BYTES + 1)
    except OSError as exc:
        raise SampleError(f"{path}: cannot be read ({exc.strerror}); check its permissions") from exc
    if len(data) > MAX_MARKDOWN_BYTES:
        yield Unusable(path, 0, f"is larger than {MAX_MARKDOWN_BYTES} bytes; split it")
        return
    try:
        yield read_markdown(path, name, data.decode("utf-8-sig"))
    except UnicodeDecodeError as exc:
        yield Unusable(path, 0, f"is not UTF-8 (byte {exc.start})")


def _lines(path: Path, name: str) -> Iterator[Document | Unusable]:
    chosen: LineFormat | None = None
    for item in read_json_lines(path):
        if isinstance(item, Unusable):
            yield item
            continue
        chosen = chosen or line_format(item.value)
        yield _document(path, name, item, chosen)


def _document(path: Path, name: str, line: Line, chosen: LineFormat | None) -> Document | Unusable:
    if chosen is None:
        keys = ", ".join(sorted(map(str, line.value)))[:80] or "none"
        return Unusable(path, line.number, f"is in no format that is read: keys {keys}; known: {known_formats()}")
    try:
        return chosen.read(line.value, name, line.number)
    except ValidationError as exc:
        first = exc.errors(include_url=False, include_input=False)[0]
        where = ".".join(map(str, first["loc"])) or "line"
        return Unusable(path, line.number, f"{chosen.name}: {where}: {first['msg']}")


def _keep(item: _Read, found: dict[str, _Read]) -> Unusable | None:
    """Put the passage in `found`; return the one that is not kept when the citation is already taken.

    Raises: SampleError when either is a teaching card.
    """
    citation = item.passage.citation
    other = found.setdefault(citation, item)
    if other is item:
        return None
    if CARDS in (item.path.suffix, other.path.suffix):
        raise SampleError(
            f"{item.path}: two cards share an id, {citation!r}, here and in {other.path}; rename or remove one"
        )
    # By content and not by place: whichever order they come in, the citation means the same.
    kept, dropped = sorted((other, item), key=lambda read: _rank(read.passage))
    found[citation] = kept
    is_same = kept.passage.text == dropped.passage.text
    same = "the same passage" if is_same else f"another passage cited as {citation!r}"
    return Unusable(dropped.path, dropped.line, f"{same} is in {kept.place}, and that one is kept")


def _rank(passage: Passage) -> tuple[str, str]:
    """What says which of two passages is kept: what they say, and only then where they come from."""
    said = [passage.title, passage.section, passage.text, list(passage.tags)]
    return content_hash(said), content_hash(asdict(passage))


def _empty(folder: Path, unusable: Sequence[Unusable]) -> str:
    if not unusable:
        return f"{folder}: no words to index; add teaching cards (*.yaml), *.md or *.jsonl"
    return f"{folder}: no words to index; {len(unusable)} lines or files cannot be used, the first: {unusable[0]}"
