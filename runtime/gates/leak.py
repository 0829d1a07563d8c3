"""Does a text give the answer away? By option letter, by the answer's words, or by a close paraphrase."""

import re
from collections.abc import Mapping, Sequence

_WORD = re.compile(r"[a-z0-9]+")
_LETTER = r"\b(?:answer|option|choice|choose|pick|select|correct)\b[^.?!\n]{{0,24}}?\b{letter}\b(?!\w)"
_STOP = frozenset(
    (
        *(
            "a",
            "an",
            "and",
            "are",
            "as",
            "at",
            "be",
            "because",
            "been",
            "but",
            "by",
            "can",
            "for",
            "from",
            "has",
            "have",
        ),
        *(
            "in",
            "into",
            "is",
            "it",
            "its",
            "more",
            "most",
            "no",
            "not",
            "of",
            "on",
            "or",
            "other",
            "seen",
            "so",
            "such",
        ),
        *("than", "that", "the", "their", "then", "there", "these", "this", "to", "was", "which", "while", "with"),
    )
)
PARAPHRASE_COVER = 0.8


def content_words(text: str) -> tuple[str, ...]:
    """Return the words of `text` that carry meaning, lower-case, crudely stemmed, in order."""
    return tuple(_stem(word) for word in _WORD.findall(text.lower()) if word not in _STOP)


def _stem(word: str) -> str:
    for ending in ("ing", "ed", "es", "s"):
        if word.endswith(ending) and len(word) - len(ending) >= 4:
            return word[: -len(ending)]
    return word


def leak_reason(text: str, answer: str, options: Mapping[str, str], accepted: Sequence[str] = ()) -> str:
    """Return how `text` gives the answer away, or an empty string.

    A text that names several options (a probe that sets them side by side) does not give one of them away. Words that
    the question's other options share with the answer do not count.
    """
    if (
        answer
        and re.search(_LETTER.format(letter=re.escape(answer)), text)
        and not _names_others(text, answer, options)
    ):
        return f"names option {answer} as the answer"
    words = set(content_words(text))
    shared = {word for letter, other in options.items() if letter != answer for word in content_words(other)}
    for phrase in (options.get(answer, ""), *accepted):
        telling = set(content_words(phrase)) - shared
        if not telling or not _says(phrase, text, words, telling):
            continue
        if _covered_others(words, answer, options):
            return ""
        return f"says the answer: {phrase!r}"
    return ""


def _says(phrase: str, text: str, words: set[str], telling: set[str]) -> bool:
    if len(telling) == 1 and len(content_words(phrase)) > 2:
        return _flat(phrase) in _flat(text)
    return len(telling & words) / len(telling) >= PARAPHRASE_COVER


def _flat(text: str) -> str:
    return " ".join(_WORD.findall(text.lower()))


def _covered_others(words: set[str], answer: str, options: Mapping[str, str]) -> bool:
    for letter, other in options.items():
        own = set(content_words(other)) - set(content_words(options.get(answer, "")))
        if letter != answer and own and len(own & words) / len(own) >= PARAPHRASE_COVER:
            return True
    return False


def _names_others(text: str, answer: str, options: Mapping[str, str]) -> bool:
    return any(letter != answer and re.search(rf"\b{re.escape(letter)}\b", text) for letter in options if letter != "A")
