"""A text as sentences, units and spans: enough grammar to see what a "not" or a "before" belongs to.

A sentence ends at . ! or ?; a unit also at ; and :. A unit is made of spans: main ones, and those that a word such as
before, until, unless, without, when or after opens. A comma ends a span, except inside a list of names; so does a
command that begins ("when the student asks tell ..."), and "and" or "but" before a command.
"""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ace.curator.wording.words_of import WORD, listed, undone

_TOKEN = re.compile(rf"[A-Za-z][A-Za-z0-9]*(?:[_.][A-Za-z0-9_]+)+|{WORD.pattern}|\d+|[.!?;:,()]|[–—]|(?<=\s)-(?=\s)")
_OPENERS = {
    word: word
    for word in [
        "before",
        "until",
        "unless",
        "without",
        "except",
        "after",
        "once",
        "when",
        "if",
        "while",
        "because",
        "since",
        "although",
        "though",
    ]
} | {"till": "until", "whenever": "when", "unlike": "without", "where": "when"}
_OPENING_PHRASES = {
    ("prior", "to"): "before",
    ("instead", "of"): "instead",
    ("rather", "than"): "instead",
    ("so", "that"): "so",
    ("as", "soon", "as"): "when",
    ("as", "long", "as"): "when",
    ("ahead", "of"): "before",
    ("provided", "that"): "if",
}
_COMMANDS = listed(
    """use call give reveal tell show say write ask teach go run let do make begin put add provide explain describe
    read choose stop avoid never ensure wait keep talk confirm refuse refer disclose name offer share search
    query send continue start request gather find take skip try help praise visit measure point repeat reply
    respond answer hint open state present mention include return move pass jump raise turn look check mark test
    leave finish end"""
)
_PHRASE_STARTS = frozenset(phrase[0] for phrase in _OPENING_PHRASES)
# Also nouns: they begin a command only where a clause begins.
_FURTHER_COMMANDS = frozenset({"answer", "treat", "count", "claim"})
# Before one of these a word such as use or call is no command: it has a subject, or it is a noun.
_NO_COMMAND_AFTER = listed(
    """you they he she it we i to the a an any each every no its their his her your student students tutor agent
    person who which that must may can should will would could might not has have had been be being is are was
    were of tool first next last second another other this in on with for at by web local or previous same wrong
    right correct more both these those all some one two three real unsafe new partial own"""
)


def commands(word: str) -> bool:
    """Return True for a verb that may begin a command."""
    return word in _COMMANDS or word in _FURTHER_COMMANDS


class Span(NamedTuple):
    """Words in lower case. `marker`: the word that opens it, in one form; "" a main clause, "and" a further one."""

    marker: str
    words: tuple[str, ...]

    @property
    def is_main(self) -> bool:
        """True for a clause of its own."""
        return self.marker in {"", "and"}


class Unit(NamedTuple):
    """Spans between full stops, semicolons and colons."""

    spans: tuple[Span, ...]

    @property
    def words(self) -> tuple[str, ...]:
        """All words, openers included."""
        return tuple(word for span in self.spans for word in (*span.marker.split(), *span.words))


def sentences_of(text: str) -> list[tuple[Unit, ...]]:
    """Return the sentences of `text`, each as its units."""
    out: list[tuple[Unit, ...]] = []
    units: list[Unit] = []
    tokens: list[str] = []
    for token in [*_tokens(text), "."]:
        if token not in {".", "!", "?", ";", ":", "(", ")", "–", "—", "-"}:
            tokens.append(token)
            continue
        if tokens:
            units.append(Unit(tuple(_spans(tokens))))
            tokens = []
        if token in {".", "!", "?"} and units:
            out.append(tuple(units))
            units = []
    return out


def split_sentences(text: str) -> list[str]:
    """Return the sentences of `text` as they are written, for comparing two texts."""
    return [part for part in re.split(r"(?<=[.!?])\s+", " ".join(text.split())) if part]


def _tokens(text: str) -> Iterator[str]:
    for match in _TOKEN.finditer(text.replace("`", "")):
        token = match.group().lower()
        if token.endswith(("'s", "’s")) and token not in {"it's", "let's", "that's", "there's", "what's"}:
            yield token.replace("’", "'")
        else:
            yield from undone(token) if token[0].isalpha() and "_" not in token else (token,)


def _spans(tokens: Sequence[str]) -> Iterator[Span]:
    marker, words, index = "", list[str](), 0
    while index < len(tokens):
        opener, length = _opener(tokens, index)
        breaks, joined = _breaks(tokens, index, marker, words)
        if opener or breaks:
            if words:
                yield Span(marker, tuple(words))
            marker, words = opener or ("and" if joined else ""), []
            index += length
            while breaks and tokens[index] in {",", "and", "but", "then"}:
                marker = marker or ("" if tokens[index] == "," else "and")
                breaks, index = tokens[index] == ",", index + 1
            continue
        if tokens[index] != ",":
            words.append(tokens[index])
        index += 1
    if words:
        yield Span(marker, tuple(words))


def _opener(tokens: Sequence[str], index: int) -> tuple[str, int]:
    """Return the opening word at `index` in one form with its length in tokens; "", 0 when none is there."""
    word = tokens[index]
    for phrase, marker in _OPENING_PHRASES.items() if word in _PHRASE_STARTS else ():
        if tuple(tokens[index : index + len(phrase)]) == phrase:
            return marker, len(phrase)
    if word == "over" and {"prioritise", "prioritize", "prefer", "favour", "favor", "choose"} & set(tokens[:index]):
        return "instead", 1
    if word == "once" and not _opens_a_clause(tokens, index):
        return "", 0
    if word == "after" and index + 1 < len(tokens) and tokens[index + 1] == "all":
        return "", 0
    return (_OPENERS[word], 1) if word in _OPENERS else ("", 0)


def _opens_a_clause(tokens: Sequence[str], index: int) -> bool:
    after = tokens[index + 1] if index + 1 < len(tokens) else ""
    return after in {"the", "you", "they", "it", "a", "an", "all", "at", "its", "their", "there", "no", "one"}


def _breaks(tokens: Sequence[str], index: int, marker: str, words: Sequence[str]) -> tuple[bool, bool]:
    """Return whether a span ends before the token at `index`, and whether it goes on as a further command."""
    token, after = tokens[index], tokens[index + 1] if index + 1 < len(tokens) else ""
    if token == ",":
        is_list = (after == "or" or (after == "and" and marker in {"", "and"})) and not _commands(tokens, index + 2)
        is_name = "_" in after and bool(words) and ("_" in words[-1] or words[-1] in {"hint", "quiz", "microlesson"})
        listed = bool(words) and index + 2 < len(tokens) and tokens[index + 2] in {"or", ","} and len(words) > 1
        return not (is_list or is_name or (listed and not _commands(tokens, index + 1))), False
    if token in {"and", "but", "then"} and bool(words) and _commands(tokens, index + 1):
        return True, True
    is_inside = marker not in {"", "and"} and bool(words)
    if is_inside and token in {"may", "can", "should", "must"} and after == "you":
        return True, False
    if token == "but" and words and marker in {"", "and"}:
        return True, True
    return is_inside and token in _COMMANDS and tokens[index - 1] not in _NO_COMMAND_AFTER, False


def _commands(tokens: Sequence[str], index: int) -> bool:
    """Return True when a command begins at `index`, perhaps after then, please, just."""
    while index < len(tokens) and tokens[index] in {"then", "please", "just", "simply"}:
        index += 1
    return index < len(tokens) and (commands(tokens[index]) or "_" in tokens[index])
