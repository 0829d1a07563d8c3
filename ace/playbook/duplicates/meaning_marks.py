"""What in two texts must agree before they may be called the same rule: negations, numbers, names, order.

An embedding hardly sees a "not", a zero more in a dose, or which of two things comes first. These marks are read word
by word and are careful, not clever: a pair whose marks differ is shown to a person as kept apart, never merged.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from ace.playbook.duplicates.marker_words import MARKERS, ONLY_AFTER_NUMBER, ORDERING, PHRASES
from ace.playbook.duplicates.text_tokens import Token, read_tokens

_PHRASES_BY_FIRST: Mapping[str, Sequence[tuple[str, ...]]] = {
    first: tuple(phrase for phrase in PHRASES if phrase[0] == first) for first, *_ in PHRASES
}
_SCOPE_WORDS = 4
_SIDE_WORDS = 3


class Marks(NamedTuple):
    """The marks of one text. Each field must agree; `differing` names those of two texts that do not."""

    negation: tuple[tuple[str, ...], ...]
    numbers: tuple[str, ...]
    wording: tuple[str, ...]
    order: tuple[tuple[str, ...], ...]
    names: tuple[str, ...]


class TextReading(NamedTuple):
    """What is compared of one text: its marks, and the stems of its words as `content_words` gives them."""

    marks: Marks
    words: tuple[str, ...]


def read_marks(text: str) -> Marks:
    """Return the marks of a text.

    negation: each negating word as "not" with the next content words of its clause; numbers: values in order, with
    their units; wording: always, only, at least, left, more ... sorted; order: before, after, than ... with
    the content words on either side; names: code, quoted words, acronyms, capitalised words, drugs.
    """
    return _marks(read_tokens(text))


def content_words(text: str) -> tuple[str, ...]:
    """Return the stems of a text's words in order, without fillers; names, code and numbers among them."""
    return _words(read_tokens(text))


def read_text(text: str) -> TextReading:
    """Return the marks and the content words of a text, read once for both."""
    tokens = read_tokens(text)
    return TextReading(_marks(tokens), _words(tokens))


def differing(left: Marks, right: Marks) -> tuple[str, ...]:
    """Return what differs, each as `field: left | right`; empty when all marks agree."""
    return tuple(
        f"{name}: {_only_in(one, other)} | {_only_in(other, one)}"
        for name, one, other in zip(Marks._fields, left, right, strict=True)
        if one != other
    )


def _marks(tokens: Sequence[Token]) -> Marks:
    places = [place for place, token in enumerate(tokens) if token.may_mark]
    return Marks(
        negation=tuple(sorted(_negations(tokens, places))),
        numbers=tuple(_numbers(tokens, places)),
        wording=tuple(sorted(_wording(tokens, places))),
        order=tuple(sorted(_order(tokens, places))),
        names=tuple(_names(tokens, places)),
    )


def _words(tokens: Sequence[Token]) -> tuple[str, ...]:
    return tuple(token.content for token in tokens if token.content is not None)


def _negations(tokens: Sequence[Token], places: Sequence[int]) -> Iterator[tuple[str, ...]]:
    for index in places:
        token = tokens[index]
        if token.negates:
            yield ("not", *_nearest(tokens, range(index + 1, len(tokens)), _SCOPE_WORDS))


def _numbers(tokens: Sequence[Token], places: Sequence[int]) -> Iterator[str]:
    for index in places:
        token = tokens[index]
        if token.number:
            yield token.number
        elif token.unit and (
            token.kind == "sign" or (index and tokens[index - 1].number) or token.text not in ONLY_AFTER_NUMBER
        ):
            slash = "per " if index and tokens[index - 1].text == "per" else ""
            yield slash + token.unit
        elif token.kind == "sign":
            yield token.text


def _wording(tokens: Sequence[Token], places: Sequence[int]) -> Iterator[str]:
    end = 0
    for index in places:
        token = tokens[index]
        word = token.text
        if index < end or (word not in MARKERS and word not in _PHRASES_BY_FIRST):
            continue
        phrase = next((item for item in _PHRASES_BY_FIRST.get(word, ()) if _starts(tokens, index, item)), None)
        if phrase:
            yield PHRASES[phrase]
            end = index + len(phrase)
        elif word in MARKERS:
            yield MARKERS[word]


def _starts(tokens: Sequence[Token], index: int, phrase: tuple[str, ...]) -> bool:
    return tuple(token.text for token in tokens[index : index + len(phrase)]) == phrase


def _order(tokens: Sequence[Token], places: Sequence[int]) -> Iterator[tuple[str, ...]]:
    for index in places:
        token = tokens[index]
        if token.kind == "word" and token.text in ORDERING:
            before = _nearest(tokens, range(index - 1, -1, -1), _SIDE_WORDS)
            after = _nearest(tokens, range(index + 1, len(tokens)), _SIDE_WORDS)
            yield (*sorted(before), token.text, *sorted(after))


def _names(tokens: Sequence[Token], places: Sequence[int]) -> Iterator[str]:
    is_shouted = any(tokens[place].is_name for place in places) and _is_shouted(tokens)
    for token in (tokens[place] for place in places):
        if token.kind == "code":
            yield token.text.strip('`"“”(')
        elif token.is_drug or (token.is_name and not is_shouted):
            yield token.text


def _is_shouted(tokens: Sequence[Token]) -> bool:
    """In a text written in capitals throughout they mark no name; `word_difference` still sees each word."""
    words = [token.raw for token in tokens if token.kind == "word"]
    return 2 * sum(word.isupper() for word in words) > len(words)


def _nearest(tokens: Sequence[Token], places: Iterable[int], most: int) -> list[str]:
    found: list[str] = []
    for token in (tokens[place] for place in places):
        if len(found) == most or token.kind == "stop":
            break
        if token.content is not None and token.kind != "number":
            found.append(token.content)
    return found


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
