"""Does a text give the answer away? By option letter, by the answer's words, or by a close paraphrase."""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from runtime.words.free_answer import is_numeric, number_score
from runtime.words.option_letters import denials, excludes_others, offers_letter
from runtime.words.plain_text import plain_text

# A sign belongs to its number: -40 HU is not 40 HU.
_WORD = re.compile(r"(?<![\w.])[-\u2212]\d+(?:\.\d+)*|\d+(?:\.\d+)+|[^\W_]+")
# A figure and its unit are two words, with a blank between them or not.
_UNIT = re.compile(r"(\d)(mm|cm|m|ml|l|mg|g|kg|hu|mhz|khz|hz|kv|ms|s|seconds?|minutes?|%)\b")
_SENTENCE_END = re.compile(r"[.?!]+(?:\s+|$)|\n+")


def _stem(word: str) -> str:
    for ending in ("ing", "ed", "es", "s", "e"):
        if word.endswith(ending) and len(word) - len(ending) >= 4:
            return word[: -len(ending)]
    return word


def _words_of(text: str) -> frozenset[str]:
    return frozenset(text.split())


_STOP = _words_of(
    """a an and are as at be because been but by can for from has have in into is it its more most no not of on or other
    seen so such than that the their then there these this to was which while with about around roughly approximately
    """
)
# Words every description of an image uses: one of them alone gives nothing away.
_PLAIN = _words_of(
    """left right up down upper lower top bottom front back middle centre center side near far inner outer white black
    grey gray dark bright darker brighter light red green blue brown pale yellow high low large small larger smaller big
    long short thick thin round flat sharp smooth fat water air bone fluid blood tissue skin image picture yes none one
    two three four five six seven eight nine ten
    """
)
_NEGATIONS = frozenset({"no", "not", "without", "none", "never", "absent", "lack", "lacks", "t"})
_PLAIN_STEMS = frozenset(map(_stem, _PLAIN))
PARAPHRASE_COVER = 0.8
# A score from here on is a leak; on a scale where a plain statement is 0.9 or more.
LEAK_AT = 0.5
_LETTER_OFFERED, _PHRASE_SAID, _SET_BESIDE, _PARTLY_SAID = 1.0, 0.9, 0.3, 0.4


class Known(NamedTuple):
    """What the student has before the text: the question as `given`, and what has been `said` since."""

    given: str = ""
    said: str = ""


NOTHING_KNOWN = Known()


class Leak(NamedTuple):
    """How surely a text gives the answer away, 0-1, and by what; the reason is empty at 0."""

    score: float
    reason: str


@lru_cache(maxsize=4096)
def content_words(text: str) -> tuple[str, ...]:
    """Return the words of `text` that carry meaning, plain, lower-case, crudely stemmed, in order."""
    return tuple(_stem(word) for word in _words(text) if word not in _STOP)


@lru_cache(maxsize=4096)
def _words(text: str) -> tuple[str, ...]:
    return tuple(_WORD.findall(_UNIT.sub(r"\1 \2", plain_text(text).lower())))


def leak_reason(
    text: str, answer: str, options: Mapping[str, str], accepted: Sequence[str] = (), known: Known = NOTHING_KNOWN
) -> str:
    """Return how `text` gives the answer away, or an empty string: the reason of a leak scored LEAK_AT or more."""
    found = judge_leak(text, answer, options, accepted, known)
    return found.reason if found.score >= LEAK_AT else ""


def leak_score(
    text: str, answer: str, options: Mapping[str, str], accepted: Sequence[str] = (), known: Known = NOTHING_KNOWN
) -> float:
    """Return how surely `text` gives the answer away, 0-1; a part of the answer's words scores under LEAK_AT."""
    return judge_leak(text, answer, options, accepted, known).score


def judge_leak(
    text: str, answer: str, options: Mapping[str, str], accepted: Sequence[str] = (), known: Known = NOTHING_KNOWN
) -> Leak:
    """Return how surely, and how, `text` gives the answer away.

    `answer` is a letter of `options`; without options it is the answer itself, in words or as a number. `known` is
    what the student has read or said before: a number in it gives nothing away by being there.

    A text that names several options (a probe that sets them side by side) does not give one of them away, unless it
    says which of them is right. Words that the question's other options share with the answer do not count. Nor does
    the dress of letters (plain_text).
    """
    # Only a free answer may be a number, which is all that is looked up in what is known.
    told = NOTHING_KNOWN if options else known
    return _judged(text, answer, tuple(options.items()), tuple(accepted), told)


@lru_cache(maxsize=2048)
def _judged(
    text: str, answer: str, choices: tuple[tuple[str, str], ...], accepted: tuple[str, ...], known: Known
) -> Leak:
    """Gates, conditions and detectors ask the same of one text several times over."""
    options = dict(choices)
    text = plain_text(text)
    if answer and answer in options:
        if offers_letter(text, answer, options):
            return Leak(_LETTER_OFFERED, f"names option {answer} as the answer")
        if excludes_others(text, answer, options) or _denies_others(text, answer, options):
            return Leak(_PHRASE_SAID, f"excludes every option but {answer}")
    own = options.get(answer, "") if options else answer
    if not options and is_numeric(own):
        score = number_score(text, own, known.given, known.said)
        return Leak(score, f"says the answer: {own!r}" if score else "")
    words = set(content_words(text))
    shared = _shared(answer, options)
    phrases = tuple(phrase for phrase in (own, *accepted) if phrase)
    if any(_flat(text) == _flat(phrase) for phrase in phrases):
        return Leak(_PHRASE_SAID, f"says the answer and nothing else: {own!r}")
    said = [phrase for phrase in phrases if _says(phrase, text, words, shared)]
    if not said:
        return _partly(phrases, words, shared)
    if _covered_others(words, answer, options) and not any(_offers(phrase, text, answer, options) for phrase in said):
        return Leak(_SET_BESIDE, f"sets the answer beside others: {said[0]!r}")
    return Leak(_PHRASE_SAID, f"says the answer: {said[0]!r}")


def named_options(text: str, options: Mapping[str, str]) -> tuple[str, ...]:
    """Return the letters of the options, right or wrong, that `text` names by their words."""
    return _named(text, tuple(options.items()))


@lru_cache(maxsize=2048)
def _named(text: str, choices: tuple[tuple[str, str], ...]) -> tuple[str, ...]:
    options = dict(choices)
    words = set(content_words(text))
    return tuple(letter for letter, phrase in options.items() if _says(phrase, text, words, _shared(letter, options)))


def _shared(answer: str, options: Mapping[str, str]) -> set[str]:
    return {word for letter, other in options.items() if letter != answer for word in content_words(other)}


def _partly(phrases: Sequence[str], words: set[str], shared: set[str]) -> Leak:
    """Score what part of the answer's own words was said, always under LEAK_AT."""
    best = Leak(0.0, "")
    for phrase in phrases:
        telling = set(content_words(phrase)) - shared
        score = _PARTLY_SAID * len(telling & words) / len(telling) if telling else 0.0
        if score > best.score:
            best = Leak(round(score, 4), f"says a part of the answer: {phrase!r}")
    return best


def _denies_others(text: str, answer: str, options: Mapping[str, str]) -> bool:
    """True when one statement denies every option but the answer by its words. Options that deny things are skipped."""
    mine = set(content_words(options[answer]))
    others = [set(content_words(other)) - mine for letter, other in options.items() if letter != answer]
    if len(others) < 2 or not all(others) or any(denials(other) for other in options.values()):
        return False
    for sentence in denials(text):
        words = set(content_words(sentence))
        is_covered = all(len(own & words) / len(own) >= PARAPHRASE_COVER for own in others)
        if is_covered and not _says(options[answer], sentence, words, _shared(answer, options)):
            return True
    return False


def _says(phrase: str, text: str, words: set[str], shared: set[str]) -> bool:
    """True when `text` has most of the words that only this phrase has.

    Where that is one word, a rare one ("pacemaker") says it alone; one that any description uses ("white", "4") says it
    only together with the rest of the phrase, or as a statement ("it is left").
    """
    own = content_words(phrase)
    telling = set(own) - shared
    if _is_negated(phrase) and not _is_negated(text):
        return False
    if not telling:
        return bool(own) and _has(phrase, text)
    if len(own) > 1 and _stem("".join(_words(phrase))) in words:
        return True
    if len(telling) > 1:
        return len(telling & words) / len(telling) >= PARAPHRASE_COVER
    (word,) = telling
    if len(own) > 2:
        return _has(phrase, text) or (_is_plain(word) and _in_one_sentence(set(own), text))
    if not _is_plain(word):
        return word in words
    if len(own) > 1:
        return _in_one_sentence(set(own), text)
    if len(_words(phrase)) > 1:
        return _has(phrase, text)
    stated = rf"\b(?:answer|it|this|that) (?:is|s|must be) (?:the )?{re.escape(_flat(phrase))}\b"
    return bool(re.search(stated, _flat(text)))


def _is_plain(word: str) -> bool:
    return word in _PLAIN_STEMS or word.isdigit()


def _is_negated(text: str) -> bool:
    return not _NEGATIONS.isdisjoint(_words(text))


def _in_one_sentence(wanted: set[str], text: str) -> bool:
    return any(wanted <= set(content_words(sentence)) for sentence in _SENTENCE_END.split(text))


def _has(phrase: str, text: str) -> bool:
    return f" {_flat(phrase)} " in f" {_flat(text)} "


def _flat(text: str) -> str:
    return " ".join(_words(text))


def _offers(phrase: str, text: str, answer: str, options: Mapping[str, str]) -> bool:
    """True when a sentence of its own says that `phrase` is the answer."""
    for sentence in _SENTENCE_END.split(text):
        words = set(content_words(sentence))
        is_said = _has(phrase, sentence) and re.search(r"\b(?:answer|correct|diagnosis)\b", sentence.lower())
        if is_said and not _covered_others(words, answer, options):
            return True
    return False


def _covered_others(words: set[str], answer: str, options: Mapping[str, str]) -> bool:
    for letter, other in options.items():
        own = set(content_words(other)) - set(content_words(options.get(answer, "")))
        if letter != answer and own and len(own & words) / len(own) >= PARAPHRASE_COVER:
            return True
    return False
