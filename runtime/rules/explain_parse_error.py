"""Say in plain words why a CEL condition does not parse. The parser's own words name its grammar, not the mistake."""

import re
from collections.abc import Iterator, Sequence

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


def explain_parse_error(source: str, parser_text: str) -> str:
    """Return what is wrong near which text of `source`, with a remedy; `parser_text` is what the CEL parser said."""
    tokens = list(tokens_of(source))
    if not tokens:
        return "it is empty; write an expression such as `state.retrieval.queried`, or delete the field"
    # An open quote swallows what follows, so nothing behind it can be told.
    said = [*_quotes(source, tokens)][:1] or [*_signs(source, tokens), *_brackets(source, tokens)]
    said = [*(said or [_where(source, tokens, parser_text)]), *_constants(source, tokens)]
    return "; ".join(list(dict.fromkeys(said))[:_MAX_SAID])


def _quotes(source: str, tokens: Sequence[Token]) -> Iterator[str]:
    for index, token in enumerate(tokens):
        if token.text in _CURLY:
            yield f"`{token.text}` near {_near(source, tokens, index)} is a typographic quote; write \" or '"
        elif token.text in {'"', "'"}:
            rest = " ".join(source[token.start :].split())
            yield f"a quote is open at `{rest[:30]}`; each {token.text} needs a second one on the same line"


def _signs(source: str, tokens: Sequence[Token]) -> Iterator[str]:
    for index, token in enumerate(tokens):
        before, after = text_at(tokens, index - 1), text_at(tokens, index + 1)
        remedy = _SIGNS.get(token.text) or _WORDS.get(token.text, "")
        if token.text == "=" and index and before in {"==", "!="} and tokens[index - 1].end == token.start:
            yield f"`{before}=` near {_near(source, tokens, index)}: did you mean `{before}`?"
        elif token.text == "=" and after == ">":
            yield f"`=>` near {_near(source, tokens, index)}: did you mean `>=`?"
        elif token.text == "<" and after == ">":
            yield f"`<>` near {_near(source, tokens, index)}: did you mean `!=`?"
        elif token.text == "not" and after == "in":
            yield f"`not in` near {_near(source, tokens, index)}: did you mean `!(... in ...)`?"
        elif remedy and before != ".":
            yield f"`{token.text}` near {_near(source, tokens, index)}: did you mean `{remedy}`?"


def _constants(source: str, tokens: Sequence[Token]) -> Iterator[str]:
    for index, token in enumerate(tokens):
        if token.text in _CONSTANTS and text_at(tokens, index - 1) != ".":
            yield f"`{token.text}` near {_near(source, tokens, index)}: did you mean `{_CONSTANTS[token.text]}`?"


def _brackets(source: str, tokens: Sequence[Token]) -> Iterator[str]:
    opened: list[int] = []
    for index, token in enumerate(tokens):
        if token.text in _CLOSING:
            opened.append(index)
        elif token.text in _CLOSING.values():
            if not opened or _CLOSING[tokens[opened[-1]].text] != token.text:
                opening = next(key for key, value in _CLOSING.items() if value == token.text)
                yield f"`{token.text}` near {_near(source, tokens, index)} closes nothing; delete it or add `{opening}`"
                return
            opened.pop()
    if opened:
        first = tokens[opened[0]].text
        yield f"`{first}` near {_near(source, tokens, opened[0])} is never closed; add `{_CLOSING[first]}`"


def _where(source: str, tokens: Sequence[Token], parser_text: str) -> str:
    found = [match.groups() for match in _ERROR.finditer(parser_text) if "Incomplete" not in match[3]]
    if not found:
        return f"it cannot be read; simplify `{source[:60]}`"
    line, column, said = found[0]
    lines = source.splitlines(keepends=True)
    offset = sum(len(text) for text in lines[: int(line) - 1]) + int(column) - 1
    index = next((number for number, token in enumerate(tokens) if token.end > offset), len(tokens))
    known = next((text for start, text in _PARSER_SAYS.items() if said.startswith(start)), "")
    if known:
        return f"near {_near(source, tokens, index)}: {known}"
    if index >= len(tokens):
        missing = "; `? :` needs both values" if "?" in {token.text for token in tokens} else ""
        return f"it ends too early, something is missing behind `{tokens[-1].text}`{missing}"
    place = f"`{tokens[index].text}` near {_near(source, tokens, index)}"
    if said.startswith("Syntax error: token recognition"):
        return f"{place} is no sign of a condition; delete it"
    return f"{place} is not expected there; an operator or value is missing"


def _near(source: str, tokens: Sequence[Token], index: int) -> str:
    """Return the token with its two neighbours as they stand in the source."""
    first, last = tokens[max(index - 1, 0)], tokens[min(index + 1, len(tokens) - 1)]
    return f"`{' '.join(source[first.start : last.end].split())[:60]}`"
