"""Does a text give away an answer that has no options: a number, or a few words of its own?"""

import re
from fractions import Fraction
from typing import Literal, TypeAlias

from runtime.words.numbers import Number, numbers_in

# Where the answer's number has been read before.
_Known: TypeAlias = Literal["given", "said", "new"]

# How sure one mention of the number makes it that the answer was given away, 0-1.
STATED, NEW, NEW_ASKED, ASKED, GIVEN, DENIED = 0.95, 0.8, 0.6, 0.4, 0.3, 0.1
_SENTENCE = re.compile(r"[^.?!\n]*(?:\.(?=\d)[^.?!\n]*)*[.?!\n]?")
_NUMERIC = re.compile(r"[$\u20ac\u00a3]?\s?[-\u2212]?[\d.,/]+(?:\s?%)?(?:\s+[^\W\d]+){0,3}\W*")
# What stands before a result: an equals sign, or a verb that states one.
_STATES = re.compile(
    r"(?:=|\b(?:equals?|is|are|was|were|be|been|becomes?|makes?|gives?|gets?|got|have|has|had|total(?:s|ing)?|leaves?|"
    r"answer|result|to|of)\b)\W*(?:\b(?:actually|indeed|simply|just|only|exactly|now|still|really|a|an|the|total|of|"
    r"us|you|about|around|at|cost(?:s|ing)?|equal|to|be|by|approximately)\b\W*)*\Z",
    re.IGNORECASE,
)
# What makes even a number that was in the question a result: a conclusion, a named total, a finished sum.
_STRONG = re.compile(
    r"(?:=|\bequals?|\banswer\b[^.?!]{0,20}|\b(?:total|result|sum|product|profit|cost|price|difference|remainder|"
    r"number|amount|value|quotient)\b[^.?!=]{0,40}\b(?:is|was|be|are|becomes?)|"
    r"\b(?:should|must|would|will) (?:\w+ )?(?:be|have|get|equal)|"
    r"\b(?:must|should) have (?:\w+ )?(?:done|had|been)|\bactually|\b(?:therefore|thus|hence|so)\b|"
    r"\b(?:total|result|sum|product|profit|cost|price|difference)\b[^.?!=,]{0,15},|"
    r"\b(?:so|therefore|thus|hence)\b[^.?!,;]{0,40}\b(?:has|have|is|are|was|needs?|gets?|had|be)|"
    r"\b(?:times|plus|minus|divided by|multiplied by|subtract\w*|add\w*)\b[^.?!,]{0,25}\b(?:is|makes?|gives?|gets?)|"
    r"\b(?:left with|leaving|leaves|comes (?:out )?to|ends? up with|adds up to)|"
    r"\b(?:were|are|is) (?:correct|right)\b[^.?!]{0,25}|\A\W*(?:yes|correct|right|exactly))\W*"
    r"(?:\b(?:actually|indeed|simply|just|only|exactly|a|an|the|of|about|us|you|total|in|to|be)\b\W*)*\Z",
    re.IGNORECASE,
)
_AFTER = re.compile(
    r"\A\W{0,2}(?:[\w$]+\s+){0,5}?(?:is|was|would be|should be) (?:(?:the|our|your|a|indeed|actually|final|required|"
    r"right|correct)\s+)*(?:answer|result|total|correct|right)\b|\A,? (?:and )?not\b",
    re.IGNORECASE,
)
_RESULT = re.compile(r"(?:=|\bequals?|\banswer (?:is|was))\s*\Z", re.IGNORECASE)
_CONFIRMS = re.compile(r"\b(?:were|are|was|is) (?:correct|right)\b[^.?!]{0,25}\Z", re.IGNORECASE)
_DENIES = re.compile(
    r"\b(?:not|isn['\u2019]t|wasn['\u2019]t|instead of|rather than|never|no longer|than)\W*(?:\b(?:a|an|the|just|only|"
    r"by|be|equal|to|really|actually)\b\W*)*\Z",
    re.IGNORECASE,
)
_QUOTES_STUDENT = re.compile(
    r"\byou(?:['\u2019]ve| have| had)? (?:\w+ )?(?:calculated|said|found|got|get|wrote|subtracted|added|divided|"
    r"multiplied|used|took|counted|equated|chose|answered|needed?|thought|think|assumed|did|started|mentioned|identified)\b"
    r"|\byour (?:\w+ )?(?:answer|calculation|result|total|solution|equation)\b[^,;]{0,30}\Z",
    re.IGNORECASE,
)
_OPERATOR_AFTER = re.compile(r"\A\s?(?:[a-z]{1,3}\s)?[*x\u00d7\u00f7/+\u2212^!-]\s?[$(]?\d")
_OPERATOR_BEFORE = re.compile(r"[\d)%a-z]\s?[*\u00d7\u00f7/+\u2212^-]\s?[$(]?\Z|\d\s?x\s?\Z")


def is_numeric(answer: str) -> bool:
    """True when a free answer is a number with at most a unit: "2,000", "$15", "1/2", "50%", "5 months"."""
    return _NUMERIC.fullmatch(answer.strip()) is not None and bool(numbers_in(answer))


def number_score(text: str, answer: str, given: str = "", said: str = "") -> float:
    """Return how surely `text` gives the number `answer` away, 0-1: the highest of its mentions.

    A number that the question (`given`) holds tells nothing by being there, only by being stated as a result; one that
    has come up since (`said`) also by a plain statement that does not quote the student. A part of a calculation, a
    number denied and one asked about are no result.
    """
    wanted = numbers_in(answer)[0].values
    known: _Known = "given" if _holds(given, wanted) else "said" if _holds(said, wanted) else "new"
    best = 0.0
    for sentence in _SENTENCE.finditer(text):
        part = sentence.group(0)
        for number in numbers_in(part):
            if wanted & number.values:
                best = max(best, _mention(part, number, known))
    return best


def _holds(text: str, wanted: frozenset[Fraction]) -> bool:
    return any(wanted & number.values for number in numbers_in(text))


def _mention(sentence: str, number: Number, known: _Known) -> float:
    before, after = sentence[: number.start].rstrip("$\u20ac\u00a3( "), sentence[number.end :]
    if _DENIES.search(before):
        return DENIED
    if re.search(r"\b(?:equation|expression|formula)\b[^,;]*\Z", before, re.IGNORECASE):
        return GIVEN
    is_result = _RESULT.search(before) is not None
    if not is_result and (_OPERATOR_AFTER.match(after) or _OPERATOR_BEFORE.search(sentence[: number.start])):
        return GIVEN
    is_strong = _STRONG.search(before) is not None or _AFTER.match(after) is not None
    # "3 times 4 is actually 12, so could you look again?" states first and asks afterwards.
    if sentence.rstrip().endswith("?") and not (is_strong and re.match(r"[^,;]{0,20}[,;]", after)):
        return NEW_ASKED if known == "new" and not number.is_word else ASKED
    if known != "new" and _is_quoted(before) and not _CONFIRMS.search(before):
        return GIVEN
    is_stated = is_strong or (known != "given" and _STATES.search(before) is not None)
    if is_stated:
        return STATED
    return NEW if known == "new" and not number.is_word else GIVEN


def _is_quoted(before: str) -> bool:
    clause = re.split(r"[,;:]|\bbut\b|\bso\b", before)[-1]
    return _QUOTES_STUDENT.search(clause) is not None
