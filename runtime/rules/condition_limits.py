"""What a condition may cost, told from its text. CEL has no loops, but list macros multiply and patterns are compiled.

A step is about a quarter of a microsecond: one token evaluated once, one element copied. Inside a list macro every
token counts once an element, and a list field is taken to have TYPICAL_LIST elements.
"""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from runtime.contracts.errors import ConditionError
from runtime.rules.condition_tokens import MACROS, Token, closing, text_at, tokens_of
from runtime.rules.problem import did_you_mean

PLAIN_FUNCTIONS = frozenset(
    {"bool", "contains", "double", "dyn", "endsWith", "has", "int", "matches", "size", "startsWith", "string", "type"}
    | {"uint"}
)
MAX_MACROS = 2
MAX_PLUS = 10
MAX_STEPS = 100_000
MAX_LIST = 100
TYPICAL_LIST = 30
_MAX_PATTERN = 200
# Compiling a pattern: a word class or a letter beyond ASCII brings in the whole of Unicode.
_PATTERN_STEPS, _PATTERN_CHAR_STEPS, _UNICODE_STEPS = 100, 25, 2000
_UNICODE = re.compile(r"\\[wWdDsS]|[^\x00-\x7f]")
_REFUSED_IN_PATTERN = (
    (re.compile(r"\{"), "counts repetitions with `{`; repeat with `*` or `+`"),
    (re.compile(r"\\[pP]"), "uses `\\p`; list the letters"),
    (re.compile(r"\(\?(?!:|i\))"), "uses a `(?` other than `(?i)` and `(?:`; leave it out"),
)
_STRING = re.compile(r"(?P<raw>[rR]?)(?P<quote>[\"'])(?P<text>.*)[\"']", re.DOTALL)
_SIMPLE_ESCAPES = re.compile(r"\\([\\\"'])")
_LITERALS = frozenset({"true", "false", "null", "in"})


class ListMacro(NamedTuple):
    """One list macro of a condition: what it runs over and the tokens (start..end, exclusive) run once an element.

    `path` is the field it runs over, empty for a list written out; `length` how many elements it is taken to have;
    `element_steps` what using one element costs.
    """

    name: str
    path: tuple[str, ...]
    length: int
    element_steps: int
    start: int
    end: int


def refuse_before_parsing(source: str) -> None:
    """Return when `source` may be given to the CEL parser.

    Raises: ConditionError for line breaks and comments, which could hide a part of it from a reader or from the checks
    here, and for more than MAX_MACROS list macros or MAX_PLUS signs.
    """
    tokens = list(tokens_of(source, comments=True))
    if "\n" in source.strip() or "\r" in source.strip():
        raise _refused(source, "has a line break; write it on one line")
    if any(token.kind == "comment" for token in tokens):
        raise _refused(source, "has a comment; say it in `rationale`")
    # A method that is not known may be another list macro, such as CEL's newer `existsOne`.
    if sum(tokens[index].text not in PLAIN_FUNCTIONS for index in _methods(tokens)) > MAX_MACROS:
        raise _refused(source, f"has more than {MAX_MACROS} list macros; simplify it")
    if sum(token.text == "+" for token in tokens) > MAX_PLUS:
        raise _refused(source, f"has more than {MAX_PLUS} `+`; simplify it")


def list_macros(source: str) -> tuple[ListMacro, ...]:
    """Return the list macros of a condition that parses.

    Raises: ConditionError when it costs more than MAX_STEPS, a list macro runs over something whose length cannot be
    told, or a pattern is no short literal.
    """
    tokens = list(tokens_of(source))
    macros = tuple(_macros(source, tokens))
    steps = 0
    for index, token in enumerate(tokens):
        steps += _steps(source, tokens, index, macros) * _times(macros, index, token)
    if steps > MAX_STEPS:
        raise _refused(source, f"costs {steps} steps, more than {MAX_STEPS}; use fewer fields inside list macros")
    return macros


def _methods(tokens: Sequence[Token]) -> Iterator[int]:
    """Yield the index of each name between a dot and an opening bracket."""
    for index, token in enumerate(tokens):
        if token.kind == "name" and text_at(tokens, index - 1) == "." and _is_call(tokens, index):
            yield index


def _is_call(tokens: Sequence[Token], index: int) -> bool:
    return text_at(tokens, index + 1) == "("


def _macros(source: str, tokens: Sequence[Token]) -> Iterator[ListMacro]:
    binders = {text_at(tokens, index + 2) for index in _methods(tokens) if tokens[index].text in MACROS}
    for index in _methods(tokens):
        name = tokens[index].text
        if name in PLAIN_FUNCTIONS:
            continue
        if name not in MACROS:
            remedy = did_you_mean(name, PLAIN_FUNCTIONS | MACROS)
            raise _refused(source, f"calls an unknown function `{name}`; {remedy}")
        end = closing(tokens, index + 1)
        path, items = _field_before(tokens, index - 2), _list_before(tokens, index - 2)
        if path and path[0] not in binders:
            yield ListMacro(name, path, TYPICAL_LIST, 1, index + 2, end)
        elif items:
            length = 1 + sum(token.text == "," for token in items)
            is_plain = all(token.kind != "name" and token.text not in {"[", "{"} for token in items)
            yield ListMacro(name, (), length, 1 if is_plain else TYPICAL_LIST, index + 2, end)
        else:
            what = f"runs `{name}` over the result of something; run it over a field or a list written out"
            raise _refused(source, f"{what}, and join tests of one element with `&&`")


def _field_before(tokens: Sequence[Token], last: int) -> tuple[str, ...]:
    """Return the path (`state`, `tools`, `called`) that ends at token `last`, empty when none does."""
    parts: list[str] = []
    while last >= 0 and tokens[last].kind == "name":
        parts.append(tokens[last].text)
        if text_at(tokens, last - 1) != ".":
            return tuple(reversed(parts))
        last -= 2
    return ()


def _list_before(tokens: Sequence[Token], last: int) -> Sequence[Token]:
    """Return the tokens inside the list literal that ends at token `last`, none when no such literal does."""
    if text_at(tokens, last) != "]":
        return ()
    opening = next(index for index in range(last, -1, -1) if closing(tokens, index) == last)
    before = tokens[opening - 1] if opening else None
    is_index = before is not None and (before.kind != "sign" or before.text in {")", "]", "}"}) and before.text != "in"
    return () if is_index else tokens[opening + 1 : last]


def _times(macros: Sequence[ListMacro], index: int, token: Token) -> int:
    times = 1
    for macro in macros:
        if macro.start <= index < macro.end:
            # `map` copies what it has so far for each element.
            times *= max(macro.length, macro.length**2 // 2) if macro.name == "map" else macro.length
    return times


def _steps(source: str, tokens: Sequence[Token], index: int, macros: Sequence[ListMacro]) -> int:
    token = tokens[index]
    if token.text == "+":
        return TYPICAL_LIST
    if token.kind != "name":
        return 1
    if token.text == "matches" and _is_call(tokens, index):
        return _pattern_steps(source, tokens, index)
    if token.text == "filter" and _is_call(tokens, index):
        return sum(macro.length**2 // 2 for macro in macros if macro.start == index + 2)
    is_field = text_at(tokens, index - 1) != "." and not _is_call(tokens, index) and token.text not in _LITERALS
    inside = [macro for macro in macros if macro.start <= index < macro.end]
    elements = [macro.element_steps for macro in inside if text_at(tokens, macro.start) == token.text]
    # A field may be a list, which is copied or compared as a whole.
    return max(elements, default=TYPICAL_LIST) if is_field else 1


def _pattern_steps(source: str, tokens: Sequence[Token], index: int) -> int:
    end = closing(tokens, index + 1)
    literal = _STRING.fullmatch(text_at(tokens, end - 1))
    if literal is None or text_at(tokens, end - 2) not in {"(", ","}:
        raise _refused(source, "gives `matches` a pattern that is no text in quotes; write it out")
    pattern = literal["text"]
    if not literal["raw"]:
        if "\\" in _SIMPLE_ESCAPES.sub("", pattern):
            raise _refused(source, "gives `matches` a pattern with an escape of CEL's; write it as r'...'")
        pattern = _SIMPLE_ESCAPES.sub(r"\1", pattern)
    if len(pattern) > _MAX_PATTERN:
        raise _refused(source, f"gives `matches` a pattern of more than {_MAX_PATTERN} characters; shorten it")
    for refused, why in _REFUSED_IN_PATTERN:
        if refused.search(pattern):
            raise _refused(source, f"gives `matches` a pattern that {why}")
    unicode_steps = _UNICODE_STEPS * len(_UNICODE.findall(pattern))
    return _PATTERN_STEPS + _PATTERN_CHAR_STEPS * len(pattern) + unicode_steps


def _refused(source: str, why: str) -> ConditionError:
    return ConditionError(f"condition `{source}` {why}")
