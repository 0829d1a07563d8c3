"""Say in plain words why a CEL condition does not parse. The parser's own words name its grammar, not the mistake."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from runtime.rules.condition_tokens import Token, text_at, tokens_of

_ERROR = re.compile(r"ERROR: <input>:(\d+):(\d+): ([^\n]*)")
_MAX_SAID = 3
_SIGNS = {"=": "==", "&": "&&", "|": "||"}
_WORDS = {"and": "&&", "or": "||", "not": "!", "is": "=="}
_CONSTANTS = {"True": "true", "False": "false", "None": "null"}
_CURLY = frozenset("“”„‘’‚«»")
_CLOSING = {"(": ")", "[": "]", "{": "}"}
_PARSER_SAYS = {
    "reserved identifier": "this word is reserved and cannot be a name; put a text in quotes",
    "invalid argument to has()": "`has(...)` takes a field, for example `has(action.arguments.query)`",
    "argument must be a simple name": "a list macro starts with a name for the element, for example `exists(x, x > 1)`",
}


class Explained(NamedTuple):
    """What is wrong, and where in the condition (characters from its start) the first of it stands."""

    text: str
    offset: int


def explain_parse_error(source: str, parser_text: str) -> Explained:
    """Return what is wrong near which text of `source`, with a remedy; `parser_text` is what the CEL parser said."""
    tokens = list(tokens_of(source))
    if not tokens:
        return Explained("it is empty; write an expression such as `state.retrieval.queried`, or delete the field", 0)
    # An open quote swallows what follows, so nothing behind it can be told.
    said = [*_quotes(source, tokens)][:1] or [*_signs(source, tokens), *_brackets(source, tokens)]
    said = [*(said or [_where(source, tokens, parser_text)]), *_constants(source, tokens)]
    texts = dict.fromkeys(one.text for one in said)
    return Explained("; ".join(list(texts)[:_MAX_SAID]), said[0].offset)


def _quotes(source: str, tokens: Sequence[Token]) -> Iterator[Explained]:
    for index, token in enumerate(tokens):
        if token.text in _CURLY:
            said = f"`{token.text}` near {_near(source, tokens, index)} is a typographic quote; write \" or '"
            yield Explained(said, token.start)
        elif token.text in {'"', "'"}:
            rest = " ".join(source[token.start :].split())
            said = f"a quote is open at `{rest[:30]}`; each {token.text} needs a second one on the same line"
            yield Explained(said, token.start)


def _signs(source: str, tokens: Sequence[Token]) -> Iterator[Explained]:
    for index, token in enumerate(tokens):
        before, after = text_at(tokens, index - 1), text_at(tokens, index + 1)
        remedy = _SIGNS.get(token.text) or _WORDS.get(token.text, "")
        if token.text == "=" and index and before in {"==", "!="} and tokens[index - 1].end == token.start:
            yield _said(source, tokens, index, f"{before}=", before)
        elif token.text == "=" and after == ">":
            yield _said(source, tokens, index, "=>", ">=")
        elif token.text == "<" and after == ">":
            yield _said(source, tokens, index, "<>", "!=")
        elif token.text == "not" and after == "in":
            yield _said(source, tokens, index, "not in", "!(... in ...)")
        elif remedy and before != ".":
            yield _said(source, tokens, index, token.text, remedy)


def _said(source: str, tokens: Sequence[Token], index: int, written: str, meant: str) -> Explained:
    said = f"`{written}` near {_near(source, tokens, index)}: did you mean `{meant}`?"
    return Explained(said, tokens[index].start)


def _constants(source: str, tokens: Sequence[Token]) -> Iterator[Explained]:
    for index, token in enumerate(tokens):
        if token.text in _CONSTANTS and text_at(tokens, index - 1) != ".":
            yield _said(source, tokens, index, token.text, _CONSTANTS[token.text])


def _brackets(source: str, tokens: Sequence[Token]) -> Iterator[Explained]:
    opened: list[int] = []
    for index, token in enumerate(tokens):
        if token.text in _CLOSING:
            opened.append(index)
        elif token.text in _CLOSING.values():
            if not opened or _CLOSING[tokens[opened[-1]].text] != token.text:
                opening = next(key for key, value in _CLOSING.items() if value == token.text)
                said = (
                    f"`{token.text}` near {_near(source, tokens, index)} closes nothing; delete it or add `{opening}`"
                )
                yield Explained(said, token.start)
                return
            opened.pop()
    if opened:
        first = tokens[opened[0]].text
        said = f"`{first}` near {_near(source, tokens, opened[0])} is never closed; add `{_CLOSING[first]}`"
        yield Explained(said, tokens[opened[0]].start)


def _where(source: str, tokens: Sequence[Token], parser_text: str) -> Explained:
    found = [match.groups() for match in _ERROR.finditer(parser_text) if "Incomplete" not in match[3]]
    if not found:
        return Explained(f"it cannot be read; simplify `{source[:60]}`", 0)
    line, column, said = found[0]
    lines = source.splitlines(keepends=True)
    offset = sum(len(text) for text in lines[: int(line) - 1]) + int(column) - 1
    index = next((number for number, token in enumerate(tokens) if token.end > offset), len(tokens))
    known = next((text for start, text in _PARSER_SAYS.items() if said.startswith(start)), "")
    start = tokens[index].start if index < len(tokens) else len(source)
    if known:
        return Explained(f"near {_near(source, tokens, index)}: {known}", start)
    if index >= len(tokens):
        missing = "; `? :` needs both values" if "?" in {token.text for token in tokens} else ""
        return Explained(f"it ends too early, something is missing behind `{tokens[-1].text}`{missing}", start)
    place = f"`{tokens[index].text}` near {_near(source, tokens, index)}"
    if said.startswith("Syntax error: token recognition"):
        return Explained(f"{place} is no sign of a condition; delete it", start)
    return Explained(f"{place} is not expected there; an operator or value is missing", start)


def _near(source: str, tokens: Sequence[Token], index: int) -> str:
    """Return the token with its two neighbours as they stand in the source."""
    first, last = tokens[max(index - 1, 0)], tokens[min(index + 1, len(tokens) - 1)]
    return f"`{' '.join(source[first.start : last.end].split())[:60]}`"
