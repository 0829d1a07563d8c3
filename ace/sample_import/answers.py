"""Comparing short answers: are two the same, is one part of the other, could both be right?"""

import re
from functools import lru_cache
from typing import NamedTuple

from ace.sample_import.answer_words import OPPOSITES, SYNONYMS, WHOLES

_WORD = re.compile(r"[a-z]+\d*|\d+(?:\.\d+)?")
_EMPTY = frozenset(
    ["a", "an", "the", "of", "in", "on", "at", "is", "are", "and", "or", "with", "to", "it", "this", "that", "be", "by"]
)


class AnswerWords(NamedTuple):
    """An answer's own words, in the form they are compared in, and those with what they are part of."""

    own: frozenset[str]
    wide: frozenset[str]


def plain(answer: str) -> str:
    """Return an answer as it is compared: lower-case, one space, no stop at its end."""
    return " ".join(answer.casefold().split()).strip(" .;,!?\"'")


def yes_or_no(answer: str) -> str:
    """Return "Yes" or "No" where the answer is that, else an empty string."""
    return {"yes": "Yes", "no": "No"}.get(plain(answer), "")


def other_words(answer: str) -> tuple[str, ...]:
    """Return other words for the whole answer, from the table; usually none."""
    text = plain(answer)
    group = next((group for group in SYNONYMS if text in group), ())
    return tuple(word for word in group if word != text)


@lru_cache(maxsize=65536)
def words_of(answer: str) -> AnswerWords:
    """Return the words an answer is compared by."""
    text = f" {_spaced(plain(answer))} "
    for phrase, first in _PHRASES:
        text = text.replace(f" {phrase} ", f" {first} ")
    own = frozenset(_FIRST.get(word, word) for word in map(_singular, _WORD.findall(text)) if word not in _EMPTY)
    return AnswerWords(own, own.union(*(WHOLES.get(word, ()) for word in own)))


def may_both_be_right(one: str, other: str) -> bool:
    """Return whether a question answered by `one` might be answered by `other` too.

    So it is where they are the same, one contains the other or is part of it, or they share half of their words and do
    not contradict each other (left and right). Answers without a Latin word are told apart by spelling alone.
    """
    first, second = words_of(one), words_of(other)
    if not first.own or not second.own:
        return plain(one) == plain(other)
    if _contradict(first.own, second.own):
        return False
    if first.own <= second.wide or second.own <= first.wide:
        return True
    if 2 * len(first.own & second.own) >= min(len(first.own), len(second.own)):
        return True
    short, long = sorted((plain(one), plain(other)), key=len)
    return len(short) > 3 and short in long


def is_number(answer: str) -> bool:
    """True for an answer that is one number, in digits or as a word up to ten."""
    own = words_of(answer).own
    return len(own) == 1 and all(word.replace(".", "", 1).isdigit() or word == "none" for word in own)


def _contradict(one: frozenset[str], other: frozenset[str]) -> bool:
    for pair in OPPOSITES:
        side, opposite = pair & one, pair & other
        if len(side) == len(opposite) == 1 and side != opposite and one - side == other - opposite:
            return True
    return False


def _singular(word: str) -> str:
    """Crudely: both forms of a word must come out alike, what comes out need not be a word."""
    if len(word) < 4 or not word.endswith("s") or word.endswith(("ss", "us", "is", "as")):
        return word
    if word.endswith("ies"):
        return word[:-3] + "y"
    return word[:-2] if word.endswith(("sses", "xes", "ches", "shes", "zes")) else word[:-1]


def _spaced(text: str) -> str:
    return " ".join(re.sub(r"[-/_]", " ", text).split())


def _joined(text: str) -> str:
    return re.sub(r"[^a-z0-9]", "", text)


_FIRST = {
    _singular(_spaced(word)): _joined(group[0]) for group in SYNONYMS for word in group if " " not in _spaced(word)
}
_PHRASES = sorted(
    ((_spaced(phrase), _joined(group[0])) for group in SYNONYMS for phrase in group if " " in _spaced(phrase)),
    key=lambda pair: -len(pair[0]),
)
