"""Words of a text, and the forms English gives them: what a list of plain words need not repeat."""

import re
from collections.abc import Collection, Iterator
from functools import lru_cache

WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
_CONTRACTIONS = {"won't": ("will", "not"), "can't": ("can", "not"), "shan't": ("shall", "not"), "let's": ("let",)}
_ENDINGS = ("'s", "'re", "'ve", "'ll", "'d", "'m", "'")
_SHORTEST_BASE = 3
_HISSING = ("s", "x", "z", "ch", "sh")
_VOWELS = frozenset("aeiou")


def listed(text: str) -> frozenset[str]:
    """Return the words of a list written as text."""
    return frozenset(text.split())


def words_of(text: str) -> Iterator[str]:
    """Yield the words of `text` in lower case, contractions undone: "Don't" gives do, not; "student's" student."""
    for match in WORD.finditer(text):
        yield from undone(match.group())


@lru_cache(maxsize=4096)
def undone(word: str) -> tuple[str, ...]:
    """Return the words a contraction stands for, in lower case; a plain word alone."""
    word = word.lower().replace("’", "'")
    if "'" not in word:
        return (word,)
    if word in _CONTRACTIONS:
        return _CONTRACTIONS[word]
    if word.endswith("n't"):
        return (word[:-3], "not")
    ending = next((ending for ending in _ENDINGS if word.endswith(ending)), "")
    return (word.removesuffix(ending),)


def is_known(word: str, words: Collection[str]) -> bool:
    """Return True when `word` (lower case) or a base form of it is one of `words`."""
    return word in words or any(base in words for base in bases(word))


@lru_cache(maxsize=4096)
def bases(word: str) -> tuple[str, ...]:
    """Return the words that `word` may be a form of: plural, third person, -ed, -ing, -er, -est, with a doubled
    consonant, a dropped e or y turned to i. A candidate need not be a word: it counts only when it is in a list."""
    found: list[str] = []
    if word.endswith("s") and not word.endswith("ss"):
        found += [] if word[:-1].endswith(_HISSING) else [word[:-1]]
        if word.endswith("ies"):
            found.append(word[:-3] + "y")
        elif word.endswith("zzes"):
            found.append(word[:-3])
        elif word.endswith(("ses", "xes", "zes", "ches", "shes", "oes")):
            found.append(word[:-2])
    for ending in ("ed", "ing", "er", "est"):
        if word.endswith(ending):
            found += _without(word.removesuffix(ending), ending)
    return tuple(base for base in dict.fromkeys(found) if len(base) >= _SHORTEST_BASE or base in {"do", "go", "be"})


def _without(stem: str, ending: str) -> list[str]:
    """Return the bases of stem + ending: stopp-ed, stop; us-ing, use; tri-ed, try; ask-ed, ask."""
    if not any(letter in _VOWELS or letter == "y" for letter in stem):
        return []
    is_odd = (ending == "ing" and stem[-1] == "e" and stem[-2:] not in {"ee", "ye", "oe"}) or (
        ending != "ing" and stem[-1] == "y" and stem[-2:-1] not in _VOWELS
    )
    found = [stem + "e"] if is_odd else [stem, stem + "e"]
    if stem.endswith("i") and ending != "ing":
        found.append(stem[:-1] + "y")
    if len(stem) > _SHORTEST_BASE and stem[-1] == stem[-2] and stem[-1] not in _VOWELS:
        found.append(stem[:-1])
    return found
