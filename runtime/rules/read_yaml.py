"""Read YAML strictly, event by event: what a person sees in the file is what is read, or it is refused.

PyYAML's own loaders are not used: with `safe_load` a 271-byte alias bomb expands to 43 million leaves, the last of two
equal keys wins, `12:30:45` becomes 45045 and nesting 500 ends in a RecursionError.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple, NoReturn, TypeAlias

import yaml

from runtime.contracts.json_types import JsonObject
from runtime.rules.allowed_characters import BadCharacter, find_forbidden
from runtime.rules.problem import Problem, RuleFileError
from runtime.rules.yaml_scalars import read_plain
from runtime.rules.yaml_tabs import Stretch, find_separating_tab

FieldPath: TypeAlias = tuple[str | int, ...]
MAX_BYTES = 64 * 1024
MAX_DEPTH = 6
# libyaml where PyYAML was built with it: it is ten times as fast. What only one of the two would read (tabs between
# values, `?` inside of plain text in brackets) is refused here, so that a file means the same everywhere.
LOADER: type[yaml.SafeLoader] | type[yaml.CSafeLoader] = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
DATE_KEYS = frozenset({"created", "modified", "date", "expires"})


class Mark(NamedTuple):
    """Where a field stands. `line` and `column` count from 1; `raw` is the scalar's text, `style` its quoting.

    `style` is "" for plain, "'", '"', "|" or ">"; for a mapping or list both are empty.
    """

    line: int
    column: int
    raw: str = ""
    style: str = ""


class YamlDocument(NamedTuple):
    """A document and, for every field path in it (the root is `()`), where its value stands."""

    value: JsonObject
    marks: Mapping[FieldPath, Mark]


def read_yaml(data: bytes, path: str, *, max_bytes: int = MAX_BYTES, max_depth: int = MAX_DEPTH) -> JsonObject:
    """Return the mapping in `data`: strings, ints, floats, booleans, None, lists and dicts only.

    Raises: RuleFileError (a RuleError) with `path:line:column: what, why, what to write instead`.
    """
    return read_yaml_with_marks(data, path, max_bytes=max_bytes, max_depth=max_depth).value


def read_yaml_with_marks(
    data: bytes, path: str, *, max_bytes: int = MAX_BYTES, max_depth: int = MAX_DEPTH
) -> YamlDocument:
    """Return what `read_yaml` does, with the place of every field.

    Units: max_bytes bytes; max_depth levels of mappings and lists, the root being the first.
    Raises: RuleFileError as `read_yaml`.
    """
    text = _decode(data, path, max_bytes)
    reader = _Reader(path, max_depth, _events(text), text)
    try:
        value = reader.read_document()
    except yaml.MarkedYAMLError as exc:
        mark = exc.problem_mark or exc.context_mark
        place = Mark(mark.line + 1, mark.column + 1) if mark else Mark(1, 1)
        what = exc.problem or exc.context or "cannot be parsed"
        _fail(path, place, "yaml-syntax", f"not valid YAML: {what}; check indentation, quotes and colons here")
    except yaml.YAMLError as exc:
        _fail(path, Mark(1, 1), "yaml-syntax", f"not valid YAML: {' '.join(str(exc).split())}")
    tab = find_separating_tab(text, reader.texts)
    if tab is not None:
        _fail(
            path, _mark_at(text, tab), "yaml-tab", "a tab between values is not read by every YAML reader; write spaces"
        )
    return YamlDocument(value, reader.marks)


def _events(text: str) -> Iterator[yaml.Event]:
    """Yield what `yaml.parse` does, without asking twice for each event."""
    loader = LOADER(text)
    try:
        while (event := loader.get_event()) is not None:
            yield event
    finally:
        loader.dispose()


@lru_cache(maxsize=1024)
def _is_name(text: str) -> bool:
    """Return True for plain text that every YAML reader takes for a name; the same few names are asked for again."""
    # `n` and `y` stay usable as names: only YAML 1.1 by the letter reads them as booleans, PyYAML does not.
    return text in {"n", "y", "N", "Y"} or read_plain(text).kind == "text"


def describe_bad(bad: BadCharacter) -> str:
    """Return the message for a character that may not be there."""
    return f"{bad.kind} {bad.code_point}, which a reviewer cannot see; delete it"


def _decode(data: bytes, path: str, max_bytes: int) -> str:
    if len(data) > max_bytes:
        _fail(path, Mark(1, 1), "too-large", f"the file has more than {max_bytes} bytes; split it")
    if data.startswith(b"\xef\xbb\xbf"):
        _fail(path, Mark(1, 1), "encoding", "the file starts with a byte order mark; save it as UTF-8 without one")
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as exc:
        line = data.count(b"\n", 0, exc.start) + 1
        column = exc.start - data.rfind(b"\n", 0, exc.start)
        message = f"byte 0x{data[exc.start]:02x} is not UTF-8; save the file as UTF-8"
        _fail(path, Mark(line, column), "encoding", message)
    bad = find_forbidden(text)
    if bad is not None:
        _fail(path, _mark_at(text, bad.offset), "character", describe_bad(bad))
    return text


def _mark_at(text: str, offset: int) -> Mark:
    return Mark(text.count("\n", 0, offset) + 1, offset - text.rfind("\n", 0, offset))


def _fail(path: str, mark: Mark, code: str, message: str) -> NoReturn:
    # `from None`: the parser's own text is already in the message.
    raise RuleFileError([Problem(path, mark.line, mark.column, code, "error", message)]) from None


@dataclass
class _Reader:
    """One pass over the events of one file. `texts`, where it has a tab: the texts in quotes and in lines."""

    path: str
    max_depth: int
    events: Iterator[yaml.Event]
    text: str

    def __post_init__(self) -> None:
        self.marks: dict[FieldPath, Mark] = {}
        self.texts: list[Stretch] = []
        self.brackets = 0
        self.has_tab = "\t" in self.text

    def read_document(self) -> JsonObject:
        next(self.events)  # stream start
        start = next(self.events)
        if isinstance(start, yaml.StreamEndEvent):
            self._fail(start, "empty", "the file has no content; write the fields, one `name: value` a line")
        if isinstance(start, yaml.DocumentStartEvent) and (start.version or start.tags):
            self._fail(start, "yaml-directive", "a `%` directive is not allowed; delete the line")
        first = next(self.events)
        if not isinstance(first, yaml.MappingStartEvent):
            self._fail(first, "not-a-mapping", "the file is not a mapping; write fields as `name: value`")
        value = self._mapping(first, (), 1)
        next(self.events)  # document end
        after = next(self.events)
        if not isinstance(after, yaml.StreamEndEvent):
            self._fail(after, "yaml-documents", "a second document starts here; one file holds one document")
        return value

    def _node(self, event: yaml.Event, where: FieldPath, depth: int) -> object:
        if isinstance(event, yaml.ScalarEvent):
            return self._scalar(event, where)
        if isinstance(event, yaml.MappingStartEvent):
            return self._mapping(event, where, depth)
        if not isinstance(event, yaml.SequenceStartEvent):
            self._fail(event, "yaml-alias", "an alias (`*name`) is not allowed; write the value out in full")
        return self._list(event, where, depth)

    def _mapping(self, event: yaml.MappingStartEvent, where: FieldPath, depth: int) -> JsonObject:
        self._enter(event, where, depth)
        out: JsonObject = {}
        while True:
            key_event = next(self.events)
            if isinstance(key_event, yaml.MappingEndEvent):
                self.brackets -= bool(event.flow_style)
                return out
            key = self._key(key_event)
            if key in out:
                self._fail(key_event, "yaml-duplicate-key", f"`{key}` is written twice; keep one of the two")
            value = next(self.events)
            out[key] = self._node(value, (*where, key), depth + 1)

    def _list(self, event: yaml.SequenceStartEvent, where: FieldPath, depth: int) -> list[object]:
        self._enter(event, where, depth)
        out: list[object] = []
        while True:
            item = next(self.events)
            if isinstance(item, yaml.SequenceEndEvent):
                self.brackets -= bool(event.flow_style)
                return out
            out.append(self._node(item, (*where, len(out)), depth + 1))

    def _enter(self, event: yaml.CollectionStartEvent, where: FieldPath, depth: int) -> None:
        self._refuse_names(event)
        if depth > self.max_depth:
            self._fail(event, "yaml-depth", f"nested deeper than {self.max_depth} levels; flatten the value")
        self.brackets += bool(event.flow_style)
        self.marks[where] = _mark(event)

    def _key(self, event: yaml.Event) -> str:
        if not isinstance(event, yaml.ScalarEvent):
            self._fail(event, "yaml-key", "a field name must be plain text, not a list, mapping or alias")
        self._refuse_names(event)
        text = self._checked(event)
        if event.style:
            return text
        if text == "<<":
            self._fail(event, "yaml-merge", "a merge key (`<<`) is not allowed; write the fields out in full")
        if not _is_name(text):
            self._fail(event, "yaml-ambiguous", f'the name `{text}` is not read as text; write "{text}" in quotes')
        return text

    def _scalar(self, event: yaml.ScalarEvent, where: FieldPath) -> object:
        self._refuse_names(event)
        text = self._checked(event)
        self.marks[where] = _mark(event, text, event.style or "")
        if event.style:
            return text
        kind, value = read_plain(text)
        if kind == "empty":
            self._fail(event, "yaml-empty", "no value is given; write one, or remove the field")
        if kind == "date" and where[-1] not in DATE_KEYS:
            self._fail(event, "yaml-ambiguous", f'`{text}` is read as a date; write "{text}" in quotes')
        if kind == "ambiguous":
            remedy = f'write "{text}" in quotes if it is text, else a decimal number, true, false or null'
            self._fail(event, "yaml-ambiguous", f"YAML readers do not agree on what `{text}` is; {remedy}")
        return value

    def _checked(self, event: yaml.ScalarEvent) -> str:
        """Return the scalar's text; escapes such as \\u202e can write what the file itself does not contain."""
        text: str = event.value
        if self.has_tab and event.style:
            self.texts.append(self._stretch(event))
        if self.brackets and not event.style and "?" in text:
            self._fail(event, "yaml-ambiguous", f'YAML readers differ on a `?` in brackets; write "{text}" in quotes')
        bad = find_forbidden(text) if event.style == '"' else None
        if bad is not None:
            self._fail(event, "character", f"an escape writes a {describe_bad(bad)}")
        return text

    def _stretch(self, event: yaml.ScalarEvent) -> Stretch:
        assert event.start_mark is not None
        assert event.end_mark is not None
        start = event.start_mark.index
        # Of a text in lines, the header is not its own text.
        return Stretch(self.text.find("\n", start) if event.style in {"|", ">"} else start, event.end_mark.index)

    def _refuse_names(self, event: yaml.ScalarEvent | yaml.CollectionStartEvent) -> None:
        if event.anchor is None and event.tag is None:
            return
        if event.anchor is not None:
            self._fail(event, "yaml-anchor", f"an anchor (`&{event.anchor}`) is not allowed; delete it")
        if event.tag is not None:
            self._fail(event, "yaml-tag", f"a tag (`{event.tag}`) is not allowed; delete it")

    def _fail(self, event: yaml.Event, code: str, message: str) -> NoReturn:
        _fail(self.path, _mark(event), code, message)


def _mark(event: yaml.Event, raw: str = "", style: str = "") -> Mark:
    mark = event.start_mark
    assert mark is not None
    return Mark(mark.line + 1, mark.column + 1, raw, style)
