"""Numbers in a text by value: 0.5, 1/2, 50% and "half" are the same; each with its place."""

import re
from fractions import Fraction
from typing import NamedTuple


class Number(NamedTuple):
    """One number in a text: what it may mean (50% is 50 and 1/2), and from where to where it stands."""

    values: frozenset[Fraction]
    start: int
    end: int
    is_word: bool


_UNITS = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
    *("thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"),
)
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_WORDS = {word: value for value, word in enumerate(_UNITS)} | {
    word: 10 * (place + 2) for place, word in enumerate(_TENS)
}
_PARTS = {"half": Fraction(1, 2), "quarter": Fraction(1, 4)}
_SCALES = {"hundred": 100, "thousand": 1000, "million": 1_000_000}
_DIGITS = r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?|\.\d+"
_FIGURE = re.compile(
    rf"(?<![\w.,])(?P<sign>(?<![\w)\]]\s)(?<![\w)\]])[-\u2212])?[$\u20ac\u00a3]?\s?"
    rf"(?:(?P<whole>\d+)\s+)?(?P<first>{_DIGITS})(?:\s?/\s?(?P<under>\d+(?:\.\d+)?))?"
    r"(?:\s?(?P<percent>%|per\s?cent\b))?(?![\w]*\d)"
)
_WORD = re.compile(
    rf"\b(?:{'|'.join([*_WORDS, *_PARTS, *_SCALES])})(?:[-\s]+(?:and\s+)?(?:{'|'.join([*_WORDS, *_SCALES])}))*\b",
    re.IGNORECASE,
)
_MAX_DIGITS = 18


def numbers_in(text: str) -> tuple[Number, ...]:
    """Return the numbers of `text` in order: figures (with sign, thousands, fraction, per cent) and English words."""
    found = [number for match in _FIGURE.finditer(text) if (number := _figure(match)) is not None]
    found += [
        Number(frozenset({_spelled(match.group(0))}), match.start(), match.end(), is_word=True)
        for match in _WORD.finditer(text)
    ]
    return tuple(sorted(found, key=lambda number: number.start))


def _figure(match: re.Match[str]) -> Number | None:
    first = match["first"].replace(",", "")
    if len(first) > _MAX_DIGITS:
        return None
    value = Fraction(first)
    under = Fraction(match["under"]) if match["under"] else None
    if under is not None and under != 0:
        value /= under
        if match["whole"]:
            value += Fraction(match["whole"])
    start = match.start("whole") if match["whole"] and under is not None else match.start("first")
    if match["sign"]:
        value, start = -value, match.start("sign")
    values = {value, value / 100} if match["percent"] else {value}
    return Number(frozenset(values), start, match.end(), is_word=False)


def _spelled(words: str) -> Fraction:
    total, group = Fraction(0), Fraction(0)
    for word in re.split(r"[-\s]+", words.lower()):
        if word in _PARTS:
            group += _PARTS[word]
        elif word in _WORDS:
            group += _WORDS[word]
        elif word in _SCALES:
            group = (group or Fraction(1)) * _SCALES[word]
            if _SCALES[word] > 100:
                total, group = total + group, Fraction(0)
    return total + group
