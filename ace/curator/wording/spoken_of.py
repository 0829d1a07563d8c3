"""Which actions and tools a text speaks of: by name, by a part of the name, or as people call them."""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from ace.curator.wording.words_of import bases, listed

# What people call an action, and the parts of names that mean it. An agent without such a name has no such alias.
_TOOL_PARTS = "TOOL"
_ALIASES: Mapping[str, tuple[str, ...]] = {
    word: tuple(parts.split())
    for words, parts in (
        ("reveal disclose solution uncover diagnosis", "REVEAL SOLUTION"),
        ("hint clue", "HINT"),
        ("probe", "PROBE"),
        ("talk", "PROBE HINT"),
        ("quiz", "QUIZ"),
        ("lesson lecture teach taught", "LESSON LECTURE TEACH"),
        ("refuse refusal refer decline", "REFUSE"),
        ("web internet browser browse online", "WEB BROWSER BROWSE"),
        ("retrieve retrieval index database local passage lookup", "RETRIEVE RETRIEVAL SEARCH INDEX"),
        ("search", "RETRIEVE SEARCH"),
        ("image picture", "IMAGE ZOOM ENHANCE SEGMENT OCR VISION"),
        ("zoom crop magnify enlarge", "ZOOM CROP"),
        ("enhance sharpen", "ENHANCE"),
        ("segment outline", "SEGMENT"),
    )
    for word in words.split()
}
# Parts of names that are ordinary words: alone they name nothing.
_COMMON = listed(
    """ask answer request tool image findings finding safety action get set find make do run text data result read
    write check open list name call use give show tell say candidate candidates measure"""
)
# What makes "answer" the answer of the case, and what makes it somebody's.
_THE = listed("the right correct true full final whole actual real")
_NAMING = listed("""reveal give tell show share provide state say write offer disclose supply name withhold leak""")
_SOMEBODYS = listed("""wrong partial last student's their own first next new another his her incorrect previous no""")
_KEYS = frozenset(["option", "choice", "letter"])
REVEALING = ("REVEAL", "SOLUTION")


class Mention(NamedTuple):
    """Actions or tools (any of `names`) spoken of at word `at`; `is_name`: by the name itself."""

    at: int
    names: frozenset[str]
    is_name: bool


def mentions_of(words: Sequence[str], actions: frozenset[str]) -> tuple[Mention, ...]:
    """Return what `words` (lower case, names whole) speak of, in order; none for an alias of no action here."""
    return _mentions_of(tuple(words), actions)


# One clause is looked at from several sides.
@lru_cache(maxsize=1024)
def _mentions_of(words: tuple[str, ...], actions: frozenset[str]) -> tuple[Mention, ...]:
    by_name, by_alias = _tables(actions)
    found = []
    for index, word in enumerate(words):
        if word in by_name and (not word.isalpha() or word not in _COMMON):
            found.append(Mention(index, by_name[word], True))
            continue
        names = next((by_alias[form] for form in (word, *bases(word)) if form in by_alias), frozenset())
        if word in {"search", "searching", "searches"} and _about_web(words, index):
            names = frozenset()
        if names and word == "teaching" and words[index + 1 : index + 2] in (("card",), ("cards",)):
            names = frozenset()
        if word in {"tool", "tools"} and words[max(0, index - 1) : index] == ("image",):
            names = frozenset()
        if not names and _is_the_answer(words, index):
            names = by_alias.get("reveal", frozenset())
        if names:
            found.append(Mention(index, names, False))
    return tuple(found)


def named_like(parts: Iterable[str], actions: frozenset[str]) -> frozenset[str]:
    """Return the actions whose names have one of `parts` (upper case) between underscores, or a part that ends
    so (MICROLESSON, LESSON)."""
    return _named_like(tuple(parts), actions)


@lru_cache(maxsize=256)
def _named_like(parts: tuple[str, ...], actions: frozenset[str]) -> frozenset[str]:
    return frozenset(name for name in actions if any(part.endswith(parts) for part in name.upper().split("_")))


@lru_cache(maxsize=16)
def _tables(actions: frozenset[str]) -> tuple[Mapping[str, frozenset[str]], Mapping[str, frozenset[str]]]:
    by_name = {name.lower(): frozenset({name}) for name in actions}
    by_alias: dict[str, frozenset[str]] = {}
    for word, parts in _ALIASES.items():
        if names := named_like(parts, actions):
            by_alias[word] = names
    for name in actions:
        for part in name.lower().split("_"):
            if len(part) > 2 and part not in _COMMON and part not in _ALIASES:
                by_alias[part] = by_alias.get(part, frozenset()) | {name}
    tools = named_like((_TOOL_PARTS,), actions)
    if tools:
        by_alias["tool"] = tools
    return by_name, by_alias


def _about_web(words: Sequence[str], index: int) -> bool:
    return bool({"web", "internet", "online"} & set(words[index + 1 : index + 4]))


def _is_the_answer(words: Sequence[str], index: int) -> bool:
    """Return True when the word at `index` is the case's answer: "the answer", "the right option", not "an answer"."""
    word = words[index].removesuffix("'s")
    before = list(words[max(0, index - 3) : index])
    if word in {"option", "choice", "one", "answer"} and before[-1:] == ["which"] and "ask" not in words[:index]:
        return bool({"right", "correct", "true", "best", "choose", "pick"} & set(words[index + 1 : index + 5]))
    if word in {"option", "options", "choice", "choices", "one", "letter"}:
        return bool(before) and before[-1] in {"right", "correct", "true"} and before[-2:-1] != ["or"]
    if (
        word not in {"answer", "answers"}
        or not before
        or before[-1] in _SOMEBODYS
        or set(before) & {"student's", "wrong"}
    ):
        return False
    if "open" in words[index + 1 : index + 4]:
        return False
    naming = any(form in _NAMING for form in (before[-1], *bases(before[-1])))
    return before[-1] in _THE or naming
