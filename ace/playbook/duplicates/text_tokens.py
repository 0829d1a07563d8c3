"""The words, numbers, names and signs of a text, each with what it is; a text is read once for all that is compared."""

import re
from collections.abc import Mapping
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
    ORDERING,
    PHRASES,
    UNITS,
)

_CODE = r"""(?P<code>`[^`\n]+`|"[^"\n]{1,80}"|“[^”\n]{1,80}”|(?:https?://|www\.)\S+|\w+(?:[_./@]\w+)*_\w+(?:\.\w+)*
        |\w+\.\w+\(|\b\w+\() |"""
# No two begin with the same character; the most frequent comes first.
_PROSE = r"""(?P<word>[^\W\d_]+(?:['’][^\W\d_]+)?\d*)
    | (?P<number>[-+−]?\d+(?:[.,:/]\d+)*)
    | (?P<sign>[<>≤≥=≠±%$€£]=?|[→↑↓])
    | (?P<stop>[.;:!?\n]|,)
    """
_TOKEN = re.compile(_CODE + _PROSE, re.VERBOSE)
# Most rules hold no code; what cannot match is not tried at every word.
_PROSE_TOKEN = re.compile(_PROSE, re.VERBOSE)
_MAY_HOLD_CODE = re.compile(r"[`\"“_(]|://|www\.")
PHRASE_STARTS = frozenset(first for first, *_ in PHRASES)
_DRUG_ENDINGS = tuple(DRUG_ENDINGS)
_THOUSANDS = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")


class Token(NamedTuple):
    """One word, number, sign, piece of code or stop of a text.

    `text` is `raw` without case. `content`: its stem where it says something by itself (of a number the number); None
    for fillers, negations, signs and stops. `number` and `unit` are empty where it is none; `is_name`: by its capitals.
    `may_mark`: it is a mark by itself or may begin a phrase that is one; most words do neither.
    """

    kind: str
    text: str
    raw: str
    content: str | None
    number: str
    unit: str
    negates: bool
    is_drug: bool
    is_name: bool
    may_mark: bool


def read_tokens(text: str) -> list[Token]:
    """Return the tokens of a text in order."""
    is_start = True
    pattern = _TOKEN if _MAY_HOLD_CODE.search(text) else _PROSE_TOKEN
    tokens = []
    for match in pattern.finditer(text):
        kind, raw = str(match.lastgroup), match.group()
        tokens.append(_token(kind, raw, is_start))
        is_start = kind == "stop" and raw != ","
    return tokens


# Rules share their words; what a word is, is worked out once.
@lru_cache(maxsize=1 << 15)
def _token(kind: str, raw: str, is_start: bool) -> Token:
    text = raw.casefold().replace("’", "'")
    is_word = kind == "word"
    negates = is_word and (text in NEGATIONS or text.endswith(CONTRACTION))
    is_content = kind == "code" or (is_word and text not in FILLERS and text not in NEGATIONS)
    number = _number(kind, text)
    unit = UNITS.get(text, "") if is_word or kind == "sign" else ""
    is_drug = is_word and _is_drug(text)
    is_name = is_word and _is_name(text, raw, is_content, is_start)
    is_listed = text in MARKERS or text in ORDERING or text in PHRASE_STARTS
    return Token(
        kind,
        text,
        raw,
        content=_stem(kind, text) if is_content or kind == "number" else None,
        number=number,
        unit=unit,
        negates=negates,
        is_drug=is_drug,
        is_name=is_name,
        may_mark=bool(number or unit or negates or is_drug or is_name or is_listed or kind in ("code", "sign")),
    )


def _number(kind: str, text: str) -> str:
    if kind != "number":
        return NUMBER_WORDS.get(text, "") if kind == "word" else ""
    return _THOUSANDS.sub("", text.replace("−", "-").removeprefix("+"))


def _is_name(text: str, raw: str, is_content: bool, is_start: bool) -> bool:
    if raw.islower():
        return False
    if len(raw) > 1 and not raw[1:].islower() and text not in MARKERS:
        return text not in NEGATIONS and text not in FILLERS
    return raw[0].isupper() and not is_start and len(raw) > 1 and is_content


def _is_drug(word: str) -> bool:
    return word in DRUGS or (len(word) > 6 and word.removesuffix("s").endswith(_DRUG_ENDINGS))


# Tried one after the other: findings, finding, find.
_ENDINGS: Mapping[str, str] = {"ies": "y", "es": "", "s": "", "ing": "", "ed": ""}


def _stem(kind: str, text: str) -> str:
    if kind != "word":
        return text.strip('`"“”(').removesuffix("'s")
    word = UNITS.get(text, text).removesuffix("'s")
    for ending, instead in _ENDINGS.items():
        if word.endswith(ending) and len(word) - len(ending) >= 4 and not word.endswith("ss"):
            word = word.removesuffix(ending) + instead
    return word
