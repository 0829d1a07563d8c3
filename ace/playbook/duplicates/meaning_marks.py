"""What in two texts must agree before they may be called the same rule: negations, numbers, names, order.

An embedding hardly sees a "not", a zero more in a dose, or which of two things comes first. These marks are read word
by word and are careful, not clever: a pair whose marks differ is shown to a person as kept apart, never merged.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from ace.playbook.duplicates.marker_words import (
    CONTRACTION,
    DRUG_ENDINGS,
    DRUGS,
    FILLERS,
    MARKERS,
    NEGATIONS,
    NUMBER_WORDS,
    ONLY_AFTER_NUMBER,
    ORDERING,
    PHRASES,
    UNITS,
)

_CODE = r"""(?P<code>`[^`\n]+`|"[^"\n]{1,80}"|“[^”\n]{1,80}”|(?:https?://|www\.)\S+|\w+(?:[_./@]\w+)*_\w+(?:\.\w+)*
        |\w+\.\w+\(|\b\w+\() |"""
_PROSE = r"""(?P<number>[-+−]?\d+(?:[.,:/]\d+)*)
    | (?P<sign>[<>≤≥=≠±%$€£]=?|[→↑↓])
    | (?P<word>[^\W\d_]+(?:['’][^\W\d_]+)?\d*)
    | (?P<stop>[.;:!?\n]|,)
    """
_TOKEN = re.compile(_CODE + _PROSE, re.VERBOSE)
# Most rules hold no code; what cannot match is not tried at every word.
_PROSE_TOKEN = re.compile(_PROSE, re.VERBOSE)
_MAY_HOLD_CODE = re.compile(r"[`\"“_(]|://|www\.")
_PHRASES_BY_FIRST: Mapping[str, Sequence[tuple[str, ...]]] = {
    first: tuple(phrase for phrase in PHRASES if phrase[0] == first) for first, *_ in PHRASES
}
_DRUG_ENDINGS = tuple(DRUG_ENDINGS)
_THOUSANDS = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")
_SCOPE_WORDS = 4
_SIDE_WORDS = 3


class Marks(NamedTuple):
    """The marks of one text. Each field must agree; `differing` names those of two texts that do not."""

    negation: tuple[tuple[str, ...], ...]
    numbers: tuple[str, ...]
    wording: tuple[str, ...]
    order: tuple[tuple[str, ...], ...]
    names: tuple[str, ...]


class _Token(NamedTuple):
    kind: str
    text: str
    raw: str
    starts_sentence: bool


def read_marks(text: str) -> Marks:
    """Return the marks of a text.

    negation: each negating word as "not" with the next content words of its clause; numbers: values in order, with
    their units; wording: always, only, at least, left, more ... sorted; order: before, after, than ... with
    the content words on either side; names: code, quoted words, acronyms, capitalised words, drugs.
    """
    tokens = list(_tokens(text))
    return Marks(
        negation=tuple(sorted(_negations(tokens))),
        numbers=tuple(_numbers(tokens)),
        wording=tuple(sorted(_wording(tokens))),
        order=tuple(sorted(_order(tokens))),
        names=tuple(_names(tokens)),
    )


def differing(left: Marks, right: Marks) -> tuple[str, ...]:
    """Return what differs, each as `field: left | right`; empty when all marks agree."""
    return tuple(
        f"{name}: {_only_in(one, other)} | {_only_in(other, one)}"
        for name, one, other in zip(Marks._fields, left, right, strict=True)
        if one != other
    )


def content_words(text: str) -> tuple[str, ...]:
    """Return the stems of a text's words in order, without fillers; names, code and numbers among them."""
    return tuple(_stem(token) for token in _tokens(text) if _is_content(token) or token.kind == "number")


def _tokens(text: str) -> Iterator[_Token]:
    is_start = True
    pattern = _TOKEN if _MAY_HOLD_CODE.search(text) else _PROSE_TOKEN
    for match in pattern.finditer(text):
        kind, raw = str(match.lastgroup), match.group()
        yield _Token(kind, raw.casefold().replace("’", "'"), raw, is_start)
        is_start = kind == "stop" and raw != ","


def _negations(tokens: Sequence[_Token]) -> Iterator[tuple[str, ...]]:
    for index, token in enumerate(tokens):
        if token.kind == "word" and (token.text in NEGATIONS or token.text.endswith(CONTRACTION)):
            scope = _nearest(tokens[index + 1 :], _SCOPE_WORDS)
            yield ("not", *scope)


def _numbers(tokens: Sequence[_Token]) -> Iterator[str]:
    after_number = False
    for index, token in enumerate(tokens):
        text, value = token.text, _number(token)
        is_unit = text in UNITS and (after_number or text not in ONLY_AFTER_NUMBER)
        if value:
            yield value
        elif (token.kind == "sign" and token.text in UNITS) or (token.kind == "word" and is_unit):
            slash = "per " if index and tokens[index - 1].text == "per" else ""
            yield slash + UNITS[text]
        elif token.kind == "sign":
            yield token.text
        after_number = bool(value)


def _number(token: _Token) -> str:
    if token.kind != "number":
        return NUMBER_WORDS.get(token.text, "") if token.kind == "word" else ""
    text = token.text.replace("−", "-").removeprefix("+")
    return _THOUSANDS.sub("", text)


def _wording(tokens: Sequence[_Token]) -> Iterator[str]:
    words = [token.text for token in tokens]
    index = 0
    while index < len(words):
        word = words[index]
        phrases = _PHRASES_BY_FIRST.get(word, ())
        phrase = next((item for item in phrases if tuple(words[index : index + len(item)]) == item), None)
        if phrase:
            yield PHRASES[phrase]
            index += len(phrase)
            continue
        if word in MARKERS:
            yield MARKERS[word]
        index += 1


def _order(tokens: Sequence[_Token]) -> Iterator[tuple[str, ...]]:
    for index, token in enumerate(tokens):
        if token.kind == "word" and token.text in ORDERING:
            before = _nearest(tokens[:index][::-1], _SIDE_WORDS)
            after = _nearest(tokens[index + 1 :], _SIDE_WORDS)
            yield (*sorted(before), token.text, *sorted(after))


def _names(tokens: Sequence[_Token]) -> Iterator[str]:
    # In a text written in capitals throughout they mark no name; `word_difference` still sees each word.
    words = [token.raw for token in tokens if token.kind == "word"]
    is_shouted = 2 * sum(word.isupper() for word in words) > len(words)
    for token in tokens:
        if token.kind == "code":
            yield token.text.strip('`"“”(')
        elif token.kind == "word" and (_is_drug(token.text) or (not is_shouted and _is_name(token))):
            yield token.text


def _is_name(token: _Token) -> bool:
    raw = token.raw
    if raw.islower():
        return False
    if len(raw) > 1 and not raw[1:].islower() and token.text not in MARKERS:
        return token.text not in NEGATIONS and token.text not in FILLERS
    return raw[0].isupper() and not token.starts_sentence and len(raw) > 1 and _is_content(token)


@lru_cache(maxsize=1 << 15)
def _is_drug(word: str) -> bool:
    return word in DRUGS or (len(word) > 6 and word.removesuffix("s").endswith(_DRUG_ENDINGS))


def _nearest(tokens: Sequence[_Token], most: int) -> list[str]:
    found: list[str] = []
    for token in tokens:
        if len(found) == most or token.kind == "stop":
            break
        if _is_content(token):
            found.append(_stem(token))
    return found


def _is_content(token: _Token) -> bool:
    if token.kind == "code":
        return True
    return token.kind == "word" and token.text not in FILLERS and token.text not in NEGATIONS


# Tried one after the other: findings, finding, find.
_ENDINGS: Mapping[str, str] = {"ies": "y", "es": "", "s": "", "ing": "", "ed": ""}


def _stem(token: _Token) -> str:
    return _word_stem(token.text) if token.kind == "word" else token.text.strip('`"“”(').removesuffix("'s")


# Rules share their words; what a word is, is worked out once.
@lru_cache(maxsize=1 << 15)
def _word_stem(word: str) -> str:
    text = UNITS.get(word, word).removesuffix("'s")
    for ending, instead in _ENDINGS.items():
        if text.endswith(ending) and len(text) - len(ending) >= 4 and not text.endswith("ss"):
            text = text.removesuffix(ending) + instead
    return text


def _only_in(value: Sequence[object], other: Sequence[object]) -> str:
    """Return what `value` has and `other` lacks; all of it where only the order differs."""
    spare = list(other)
    more: list[object] = []
    for item in value:
        if item in spare:
            spare.remove(item)
        else:
            more.append(item)
    shown = more if more or spare else value
    return ", ".join(" ".join(map(str, item)) if isinstance(item, tuple) else str(item) for item in shown) or "-"
