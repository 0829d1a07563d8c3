"""Edit one field of a rule file and leave every other byte as it was: comments, quoting, order, line endings."""

import json
import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

import yaml

from ace.playbook.write_rule import FIELD_ORDER, plain_value
from ace.playbook.yaml_text import FieldText, field_text, flow
from runtime.contracts.errors import RuleError
from runtime.contracts.json_types import JsonObject, canonical_json
from runtime.rules.problem import RuleFileError, did_you_mean
from runtime.rules.read_yaml import LOADER, read_yaml

_COLON = re.compile(r"[ \t]*:")
_BLOCK_HEADER_COMMENT = re.compile(r"[|>][-+0-9]*([ \t]+#[^\r\n]*)?")
_GAP_LINE = re.compile(r"([ \t]*)(#[^\r\n]*)?(?:\r\n|\n)")
_LINE_END = re.compile(r"\r\n|\n|\r|$")


class _Span(NamedTuple):
    """Where one top-level field stands, as offsets in the text.

    key: its name; colon: just after the colon; value: first character; end: after the last character of the content
    (comments and blank lines that follow are not part of it).
    """

    key: int
    colon: int
    value: int
    end: int
    column: int
    is_block: bool


def edit_field(source: bytes, field: str, value: object, path: str = "rule.yaml") -> bytes:
    """Return `source` with the top-level `field` set to `value`, added in its place, or removed when `value` is None.

    Raises: RuleError when the file cannot be read, the field is unknown, or the edit would change anything else.
    """
    if field not in FIELD_ORDER:
        raise RuleError(f"{path}: unknown field `{field}`; {did_you_mean(field, FIELD_ORDER)}")
    before = read_yaml(source, path)
    wanted = plain_value(value)
    expected = {name: item for name, item in {**before, field: wanted}.items() if item is not None or name != field}
    if _same(before, expected):
        return source
    text = source.decode("utf-8")
    for edited in _ways(text, _spans(text, path), field, wanted):
        result = edited.encode("utf-8")
        if _reads_as(result, path, expected):
            return result
    raise RuleError(f"{path}: setting `{field}` would change other fields too; edit the file by hand")


def _ways(text: str, spans: Mapping[str, _Span], field: str, value: object) -> Iterator[str]:
    """Yield the file with the field set, the way a person would write it first; what stands around may forbid it."""
    if value is None:
        yield _removed(text, spans[field])
        # A text in lines before it would take what follows for its own: blank lines, and comments deeper than the name.
        yield _removed(text, spans[field], with_gap=True)
        return
    for new in _layouts(field, value):
        if field not in spans:
            yield _added(text, spans, field, new)
            # Behind lines that end with the file, without a line break, nothing can be added without giving them one.
            yield _added(text, spans, field, new, at_top=True)
        elif not new.body and _is_scalar_or_flow(text, spans[field]):
            yield text[: spans[field].value] + new.head + text[spans[field].end :]
        else:
            yield _replaced(text, spans[field], new)


def _layouts(field: str, value: object) -> Iterator[FieldText]:
    """Yield the value as it is best read, on one line, and in quotes that nothing around it can reach into."""
    yield field_text(field, value)
    yield FieldText(flow(value, in_flow=False))
    yield FieldText(flow(value) if not isinstance(value, str) else json.dumps(value, ensure_ascii=False))


def _reads_as(result: bytes, path: str, expected: JsonObject) -> bool:
    try:
        return _same(read_yaml(result, path), expected)
    except RuleFileError as exc:
        # What the field itself may not hold is no matter of layout.
        if all(problem.code == "yaml-syntax" for problem in exc.problems):
            return False
        raise


def _same(left: JsonObject, right: JsonObject) -> bool:
    try:
        return canonical_json(left) == canonical_json(right)
    except (TypeError, ValueError) as exc:
        raise RuleError(f"a rule file cannot hold this value: {exc}; use text, numbers, lists and mappings") from exc


def _replaced(text: str, span: _Span, new: FieldText) -> str:
    line_end = _line_end(text, span.end)
    is_inline = "\n" not in text[span.colon : span.value] and text[span.value] not in "|>"
    gap = text[span.colon : span.value] if is_inline else " "
    comment = _trailing(text, span, line_end) if is_inline else _key_line_comment(text, span)
    first = (f"{text[span.key : span.colon]}{gap}{new.head}" if new.head else text[span.key : span.colon]) + comment
    lines = _joined(text, span.column, [first, *new.body])
    tail = text[line_end:]
    # A file that ends without a line break keeps doing so, unless lines of text follow the field's name.
    if not tail and not new.body and not text.endswith(("\n", "\r")):
        lines = lines.rstrip("\r\n")
    return text[: span.key] + lines + tail


def _added(text: str, spans: Mapping[str, _Span], field: str, new: FieldText, *, at_top: bool = False) -> str:
    earlier = [name for name in spans if FIELD_ORDER.index(name) < FIELD_ORDER.index(field)]
    column = next(iter(spans.values())).column
    lines = _joined(text, column, [f"{field}: {new.head}".rstrip(), *new.body])
    if earlier and not at_top:
        position = _line_end(text, spans[max(earlier, key=FIELD_ORDER.index)].end)
    else:
        position = min(span.key for span in spans.values()) - column
    before = text[:position]
    break_ = "" if not before or before.endswith(("\n", "\r")) else _newline(text)
    return before + break_ + " " * column + lines + text[position:]


def _removed(text: str, span: _Span, *, with_gap: bool = False) -> str:
    end = _line_end(text, span.end)
    while with_gap and (gap := _GAP_LINE.match(text, end)) and (not gap[2] or len(gap[1]) > span.column):
        end = gap.end()
    return text[: span.key - span.column] + text[end:]


def _is_scalar_or_flow(text: str, span: _Span) -> bool:
    """Return True when the value's own characters are one stretch that others can take the place of."""
    return text[span.value] not in "|>" and not span.is_block


def _joined(text: str, column: int, lines: list[str]) -> str:
    """Return the lines with the file's line ending; all but the first are indented to the file's column."""
    newline = _newline(text)
    first, *rest = lines
    return first + newline + "".join((" " * column + line if line else "") + newline for line in rest)


def _newline(text: str) -> str:
    match = _LINE_END.search(text)
    return match.group() if match and match.group() else "\n"


def _line_end(text: str, offset: int) -> int:
    """Return the offset after the line break that ends the line at `offset`."""
    if offset > 0 and text[offset - 1] in "\r\n":
        return offset
    match = _LINE_END.search(text, offset)
    assert match is not None
    return match.end()


def _trailing(text: str, span: _Span, line_end: int) -> str:
    return text[span.end : line_end].rstrip("\r\n")


def _key_line_comment(text: str, span: _Span) -> str:
    if text[span.value] in "|>":
        match = _BLOCK_HEADER_COMMENT.match(text, span.value)
        return (match.group(1) or "") if match else ""
    line = text[span.colon : _line_end(text, span.colon)].rstrip()
    return line if line.lstrip().startswith("#") else ""


def _spans(text: str, path: str) -> dict[str, _Span]:
    """Return the span of every top-level field, by the parser the file was read with; offsets count characters."""
    events = yaml.parse(text, Loader=LOADER)
    root = next(event for event in events if isinstance(event, yaml.MappingStartEvent))
    if root.flow_style:
        raise RuleError(f"{path}: the file is one `{{...}}`; write a field a line, then it can be edited")
    return dict(_fields(text, events, path))


def _fields(text: str, events: Iterator[yaml.Event], path: str) -> Iterator[tuple[str, _Span]]:
    for key in events:
        if not isinstance(key, yaml.ScalarEvent):
            return
        assert key.start_mark is not None
        assert key.end_mark is not None
        start, column = key.start_mark.index, key.start_mark.column
        colon = _COLON.match(text, key.end_mark.index)
        if colon is None or text[start - column : start].strip():
            raise RuleError(f"{path}: field `{key.value}` is not written as `name: value`; edit the file by hand")
        value, end, is_block = _value_offsets(text, events)
        yield key.value, _Span(start, colon.end(), value, end, column, is_block)


def _value_offsets(text: str, events: Iterator[yaml.Event]) -> tuple[int, int, bool]:
    """Return where the next value starts, where its content ends, and whether it is a list or mapping of lines."""
    start, end, depth, is_block = -1, -1, 0, False
    for event in events:
        assert event.start_mark is not None
        if start < 0:
            start = event.start_mark.index
            is_block = isinstance(event, yaml.CollectionStartEvent) and not event.flow_style
        depth += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)
        end = max(end, _content_end(text, event))
        if depth == 0:
            break
    return start, end, is_block


def _content_end(text: str, event: yaml.Event) -> int:
    """Return where an event's own characters end; block collections have none, their end mark is at what follows."""
    assert event.start_mark is not None
    assert event.end_mark is not None
    start, end = event.start_mark.index, event.end_mark.index
    if not isinstance(event, yaml.ScalarEvent) or event.style not in {"|", ">"}:
        return -1 if isinstance(event, yaml.CollectionEndEvent) and start == end else end
    raw = text[start:end]
    if "+" in raw.splitlines()[0].split("#")[0]:
        return end
    # Without `+`, blank lines after the text are not part of it.
    content = start + len(raw.rstrip())
    match = _LINE_END.search(text, content)
    assert match is not None
    return match.start()
