"""Words for what a condition looks at: a text under it must speak of these, and of nothing far from them."""

import re
from collections.abc import Iterable, Mapping

from ace.curator.wording.words_of import listed, words_of
from runtime.contracts.condition_context import ContextField

# A part of a field's path, and what people call it. Fields of other agents bring the words of path and documentation.
_CALLED: Mapping[str, str] = {
    "attempts": "attempt try tried choose chose chosen choice pick picked commit guess option answer answered own",
    "answer_open": "open right correct correctly hint hints level levels attempt try tried solved answer answered",
    "performance": "none",
    "consecutive_wrong": "wrong incorrect row mistake",
    "hint_level": "hint level step skip jump raise increase higher",
    "misconceptions": "misconception belief idea wrong",
    "level": "novice medium expert beginner level",
    "retrieval": "search query index database local passage hit found nothing result results retrieve returned missing"
    " source web evidence empty",
    "hits": "hit found nothing passage result returned empty missing evidence claim cite find none",
    "confidence": "confidence confident sure certain low",
    "image": "image picture finding look see visible measure observe describe examine view evidence seen looked cite",
    "tools": "tool call result results request use",
    "last_ok": "fail failure error work worked another different again",
    "last_error": "fail failure error",
    "failed": "fail failure error another different",
    "last": "last again another different same",
    "called": "tool call result",
    "errors": "error mistake fail",
    "repeats": "response argument arguments repeat again twice same once already new another different result earlier"
    " previous",
    "leaks_answer": "answer option letter word solution contain finding away give",
    "names_option": "option name diagnosis right wrong mention",
    "unsafe_request": "real patient dose dosing emergency urgent symptom unsafe care message refer team request person",
    "step": "step turn decision late early",
    "text": "text word say said write",
    "arguments": "argument query call",
}
# Values of a field that say the opposite of another.
ANTAGONISTS: Mapping[str, tuple[str, ...]] = {
    "correct": ("wrong", "incorrect", "partial", "none"),
    "wrong": ("right", "correct"),
}
# A part of a required field's path, and words for its not being so.
_CLOSED: Mapping[str, str] = {
    "answer_open": "wrong incorrect partial closed none mistaken 1 2 one two first second",
    "queried": "nothing empty missing none",
    "hits": "nothing empty missing none",
    "last_ok": "fail failure error",
}
_VALUES: Mapping[str, str] = {
    "correct": "correct correctly right solved confirm",
    "wrong": "wrong incorrect mistaken mistake",
    "partial": "partial partly half incomplete",
}
_EMPTY = listed(
    """a an and are as at be been before by do does else for from given gives had has have in is it its last let
    lets names no not of on one ones only or out over part row same so such than that the them then there they
    this through to up was were what when which while with would you your far case student sample id 0 1 ascii
    none end any"""
)
_PIECES = re.compile(r"[._]")


def closed_words(path: str) -> tuple[str, ...]:
    """Return words for the opposite of what a required field at `path` says."""
    return tuple(word for part in path.split(".") for word in _CLOSED.get(part, "").split())


def concepts_of(paths: Iterable[str], literals: Iterable[str], fields: Mapping[str, ContextField]) -> frozenset[str]:
    """Return lower-case words for the fields at `paths` and for the values they are compared with (`literals`)."""
    found: set[str] = set()
    for path in paths:
        parts = path.split(".")[1:]
        called = [_CALLED[part] for part in parts if part in _CALLED]
        found.update(word for text in called for word in text.split())
        if path not in {"action.kind", "action.name"}:
            found.update(word for word in _PIECES.split(path) if word not in {"action", "state", "episode", "student"})
        if path in fields and not called and path not in {"action.kind", "action.name"}:
            found.update(words_of(fields[path].doc))
    for text in literals:
        found.update(_VALUES.get(text, "").split())
    return frozenset(found - _EMPTY)
