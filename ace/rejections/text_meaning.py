"""Do two texts ask for the same thing in other words? Read word by word, and careful: in doubt they are two. Pure.

An embedding does not tell: of the texts tried, opposites and other numbers are more alike (cosine 0.9 and more) than
what people wrote as rewordings (0.7 to 0.95). So every word that says something must be answered by the same word, or
by one that is listed here as saying the same.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from ace.playbook.duplicates.meaning_marks import read_marks
from ace.playbook.duplicates.rule_text import normalised
from ace.playbook.duplicates.text_tokens import Token, read_tokens
from ace.rejections.wording_words import (
    BEGINS_ALIKE,
    BINDING,
    ENDINGS,
    IRREGULAR,
    LIGHT,
    NEUTRAL,
    NUMBERS,
    ORDERING,
    SAME,
)

_SHORTEST = 3
_WORD = re.compile(r"[^\W\d_]+")


class _Order(NamedTuple):
    """An ordering word with the words on either side of it, without those on both."""

    word: str
    before: frozenset[str]
    after: frozenset[str]


class _Said(NamedTuple):
    """What a text says: its numbers, what turns its meaning, and its other words."""

    numbers: frozenset[str]
    negations: int
    markers: frozenset[str]
    order: tuple[_Order, ...]
    words: frozenset[str]
    counts: Mapping[str, int]
    bound: Mapping[str, frozenset[str]]


def same_words(left: str, right: str) -> bool:
    """Return True for texts that are the same but for case, spacing and the punctuation around words.

    Two texts without a word would both be nothing, which is not the same.
    """
    return normalised(left) == normalised(right) != ""


def same_wording(left: str, right: str) -> bool:
    """Return True where both texts say the same, as far as their words tell.

    Numbers, "only", "at least", "more" ..., how often something is negated, and what comes before what must agree;
    every other word must be in both, or one that says the same. What a text has more than the other narrows it.
    """
    one, other = _read(left), _read(right)
    if not one.words or (one.numbers, one.negations, one.markers) != (other.numbers, other.negations, other.markers):
        return False
    if not (_is_ordered_alike(one, other) and _is_bound_alike(one, other) and _is_told_as_often(one, other)):
        return False
    return not _unanswered(one, other) and not _unanswered(other, one)


def _read(text: str) -> _Said:
    # Some forms are words of their own to the readers of marks, which list what a form is regularly made of.
    plain = _WORD.sub(lambda match: IRREGULAR.get(match[0].casefold(), match[0]), text)
    marks = read_marks(plain)
    tokens = read_tokens(plain)
    numbers = {token.number or NUMBERS.get(token.text, "") for token in tokens} - {""}
    markers = frozenset(marks.wording) - NEUTRAL
    negations = sum(token.negates for token in tokens)
    return _Said(
        frozenset(numbers), negations, markers, _order(tokens), _words(tokens), _counts(tokens), _bound(tokens)
    )


def _is_told(word: str) -> bool:
    """Return True for a word that says nothing here, or is told as a number or a marker already."""
    is_number = word in NUMBERS or bool(read_tokens(word)[0].number)
    return word in LIGHT or is_number or bool(read_marks(word).wording)


def _canonical(stem: str) -> str:
    return _KINDS.get(stem, stem)


def _kinds(listing: str) -> dict[str, str]:
    out: dict[str, str] = {}
    for group in listing.replace("\n", " ").split("|"):
        words = group.split()
        for word in words:
            forms = f"{word} {word}s {word}d {word.removesuffix('e')}ed {word.removesuffix('e')}ing"
            stems = [token.content for token in read_tokens(forms)]
            out |= {stem: words[0] for stem in (*stems, word) if stem is not None}
    return out


_KINDS: Mapping[str, str] = _kinds(SAME)


def _unanswered(one: _Said, other: _Said) -> list[str]:
    return [word for word in one.words if not _is_answered(word, other.words)]


def _is_answered(word: str, words: Iterable[str]) -> bool:
    begin = word[:BEGINS_ALIKE]
    if len(begin) == BEGINS_ALIKE and any(other[:BEGINS_ALIKE] == begin for other in words):
        return True
    forms = _forms(word)
    return any(forms & _forms(other) for other in words)


def _forms(word: str) -> set[str]:
    """Return what a short word may be a form of: used, uses, using -> use."""
    stems = {word.removesuffix(ending) for ending in ENDINGS if word.endswith(ending)}
    if word.endswith("ing"):
        stems.add(f"{word.removesuffix('ing')}e")
    return {stem for stem in stems if len(stem) >= _SHORTEST} | {word}


def _bound(tokens: Sequence[Token]) -> dict[str, frozenset[str]]:
    """Return for each binding word the first word that says something behind each of its places."""
    out: dict[str, frozenset[str]] = {}
    for at, token in enumerate(tokens):
        if token.text in BINDING:
            after = (one for one in tokens[at + 1 :] if one.content is not None and not _is_told(one.text))
            found = next(after, None)
            if found is not None and found.content is not None:
                out[token.text] = out.get(token.text, frozenset()) | {_canonical(found.content)}
    return out


def _is_bound_alike(one: _Said, other: _Said) -> bool:
    """Return True unless a binding word of both stands before other words, and these are in both texts."""
    for word in one.bound.keys() & other.bound.keys():
        left, right = one.bound[word], other.bound[word]
        if not (left & right) and left <= other.words and right <= one.words:
            return False
    return True


def _counts(tokens: Sequence[Token]) -> Counter[str]:
    """Return how often each word comes, its forms as one."""
    return Counter(
        _canonical(token.content)[:BEGINS_ALIKE]
        for token in tokens
        if token.content is not None and not _is_told(token.text)
    )


def _is_told_as_often(one: _Said, other: _Said) -> bool:
    """Return True unless one word comes more often in one and another in the other: then they changed places.

    A pronoun for a word makes it come less often, and no other word more.
    """
    changes = [other.counts[word] - count for word, count in one.counts.items() if word in other.counts]
    return not (min(changes, default=0) < 0 < max(changes, default=0))


def _is_ordered_alike(one: _Said, other: _Said) -> bool:
    """Return True unless something stands before a "before" in one and after it in the other, and the other way round.

    Of two things that change places both cross; a pronoun for one of them moves one word only.
    """
    if [order.word for order in one.order] != [order.word for order in other.order]:
        return False
    return not any(
        left.before & right.after and left.after & right.before
        for left, right in zip(one.order, other.order, strict=True)
    )


def _order(tokens: Sequence[Token]) -> tuple[_Order, ...]:
    """Return what stands before and after each ordering word; of "Before A, B" the second part stands before."""
    found = []
    for at, token in enumerate(tokens):
        if token.text not in ORDERING:
            continue
        start = max((place + 1 for place in range(at) if _ends_sentence(tokens[place])), default=0)
        end = next((place for place in range(at, len(tokens)) if _ends_sentence(tokens[place])), len(tokens))
        comma = next((place for place in range(at, end) if tokens[place].text == ","), end)
        is_first = not _words(tokens[start:at])
        before, after = _words(tokens[start:at]), _words(tokens[at + 1 : end])
        if is_first:
            before, after = _words(tokens[comma:end]), _words(tokens[at + 1 : comma])
        found.append(_Order(token.text, before - after, after - before))
    return tuple(sorted(found, key=lambda order: order.word))


def _ends_sentence(token: Token) -> bool:
    return token.kind == "stop" and token.text != ","


def _words(tokens: Sequence[Token]) -> frozenset[str]:
    return frozenset(
        _canonical(token.content) for token in tokens if token.content is not None and not _is_told(token.text)
    )
