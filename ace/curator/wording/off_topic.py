"""What a text says besides: words, commands and conditions that its rule's condition does not look at."""

import re
from collections.abc import Sequence

from ace.curator.wording.clauses import Span, commands
from ace.curator.wording.manner import targets_of
from ace.curator.wording.reading import Reading
from ace.curator.wording.restraint_words import ASKING, CONDITIONS, GLUE, NEGATORS, SAYING, holding, is_form_of
from ace.curator.wording.words_of import listed

_SHORT = 3
_LETTING = frozenset({"until", "unless", "except"})
_DONE_BY_AGENT = re.compile(
    r"\byou (?:have |had )?(?:\w+ )?(?:chosen|choose|tried|try|attempted|attempt|picked|pick|guessed|guess)\b"
)
# "do not use it before that": what was said in the clause before.
_ANAPHORA = listed("that this then it they has have had is been done")
_CLAIM = re.compile(
    r"\b(?<!not )(?<!never )(?:say|tell|claim|treat|count|state) (?!what|so)(?:\w+ ){0,3}?"
    r"(?:that|which|is|as|they|correct|right)\b"
)


def why_off_topic(reading: Reading) -> str:
    """Return what a unit says that has nothing to do with the condition, "" when all of it has."""
    return _stray(reading) or next((why for span in reading.unit.spans if (why := _loose(span, reading))), "")


def _stray(reading: Reading) -> str:
    for span in reading.unit.spans:
        is_more = commands(span.words[0]) or reading.foreign(span.words, GLUE)
        if span.marker == "and" and is_more and not reading.is_on_topic(span.words) and not _forbids(span.words):
            return f"also asks for something its condition does not look at ({' '.join(span.words)[:40]!r})"
    words, named = reading.unit.words, reading.says.named | reading.restrained
    for span in reading.unit.spans:
        # Where no action is named nothing else shows what is meant, so every word must be a plain one.
        is_silent = not reading.names(span.words if span.is_main else words, named)
        foreign = (
            reading.foreign(span.words, GLUE | ASKING | NEGATORS | SAYING | targets_of(reading)) if is_silent else ""
        )
        if foreign and not _forbids(span.words):
            return f"says something its condition does not look at ({foreign!r})"
    if claim := _CLAIM.search(reading.said):
        return f"has the agent say how things are ({claim.group()!r})"
    if not reading.is_on_topic(words) and reading.foreign(words, GLUE | ASKING):
        return f"says something its condition does not look at ({reading.said[:40]!r})"
    return ""


def _forbids(words: Sequence[str]) -> bool:
    """Return True for a short command not to do something ("and do not guess"): it only narrows."""
    return words[:2] == ("do", "not") and len(words) <= _SHORT and holding(words) == (1, 0)


def _loose(span: Span, reading: Reading) -> str:
    """Return what is wrong with a condition in the text: "unless it helps", "after one word", "until it is wrong"."""
    is_letting = span.marker in _LETTING
    is_plain = span.marker == "without" and not reading.names(span.words, reading.restrained)
    if span.marker not in CONDITIONS | _LETTING | {"before"} and not is_plain:
        return ""
    if set(span.words) <= _ANAPHORA and any(reading.looks_at(one.words) for one in reading.earlier):
        return ""
    also = reading.says.restrained
    if span.marker == "before":
        also |= reading.says.asked | reading.says.kindred
    for part in " ".join(span.words).split(" or "):
        words = part.split()
        is_target = any(is_form_of(word, targets_of(reading)) for word in words)
        is_known = (
            is_target or reading.looks_at(words, also) or any(is_form_of(word, reading.says.closed) for word in words)
        )
        if not is_known or (is_letting and reading.foreign(words, GLUE)):
            return f"has a condition that the rule's own does not look at ({span.marker} {part[:40]!r})"
    if "attempt" in reading.says.concepts and _DONE_BY_AGENT.search(" ".join(span.words)):
        return "lets the agent do what the student must have done"
    first = " ".join(span.words).split(" and ")[0].split()
    if is_letting and (holding(first)[0] or reading.is_turned(first)):
        return f"has an exception that turns it round ({span.marker} {' '.join(span.words)[:40]!r})"
    return ""
