"""Where values were seen: ids as calls and messages carry them, and whether anything before had them."""

import re
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from analyzers.detectors.tool_agent.dialogue import Dialogue, Turn

# A field's name and a value that is no object or list.
Leaf: TypeAlias = tuple[str, object]
MAX_DEPTH = 12
# Values looked for in one episode: each is one pass over the text before it.
MAX_VALUES = 500
_DATE = re.compile(r"\d{1,4}[-/.]\d{1,2}(?:[-/.]\d{1,4})?(?:[T ].*)?\Z|\d{1,2}:\d{2}")
_ID_NAME = re.compile(
    r"(?:^|_)(?:id|ids|number|numbers|code|codes|ref|reference|references|token|email|zip|phone|account|sku|uuid)\Z"
    r"|[a-z](?:Id|Ids|ID|IDs|Number|Code|Ref|Token|Email)\Z"
)
_DIGIT = re.compile(r"\d")
_DIGITS = re.compile(r"\d\w+")
# In free text only what can be nothing else: codes in capitals, names with a number behind, long runs of digits.
_REFERENCE = re.compile(r"(?=\w*\d\w*\d)(?=\w*[A-Z])[A-Z0-9_]{5,}\Z|[a-z]+(?:_[a-z]+)*_\d{3,}\Z|\d{6,}\Z")


class IdArgument(NamedTuple):
    """An argument that names one thing: the field's name, the value as given, and without a sign around it."""

    name: str
    value: str
    bare: str


class Unseen(NamedTuple):
    """Values that nothing before the turn had."""

    turn: Turn
    arguments: tuple[IdArgument, ...]
    references: tuple[str, ...]


def arguments_given(dialogue: Dialogue) -> dict[int, list[Leaf]]:
    """Return the arguments of every call as leaves, by the number of the turn."""
    return {place: leaves(turn.call.arguments) for place, turn in enumerate(dialogue.turns) if turn.call is not None}


def ids_given(dialogue: Dialogue) -> dict[int, list[IdArgument]]:
    """Return the arguments that look like an id, by the number of the turn; calls without any are left out.

    An id is one word of 4 characters or more with a digit, under a name that ids have; a date is none.
    """
    found: dict[int, list[IdArgument]] = {}
    for place, given in dialogue.kept(arguments_given).items():
        for name, value in given:
            if isinstance(value, str) and len(value) >= 4 and _is_id_name(name) and _DIGIT.search(value):
                bare = value.strip("#.- ")
                if " " not in bare and not _DATE.match(bare):
                    found.setdefault(place, []).append(IdArgument(name, value, bare))
    return found


@lru_cache(maxsize=4096)
def _is_id_name(name: str) -> bool:
    return _ID_NAME.search(name) is not None


def leaves(value: object) -> list[Leaf]:
    """Return (field name, value) for all in a JSON value that is no object or list; a list's items share its name."""
    found: list[Leaf] = []
    _collect(value, "", found, 0)
    return found


def _collect(value: object, name: str, found: list[Leaf], depth: int) -> None:
    if isinstance(value, dict):
        for key, item in value.items():
            if not isinstance(item, (dict, list)):
                found.append((key, item))
            elif depth < MAX_DEPTH:
                _collect(item, key, found, depth + 1)
    elif isinstance(value, list):
        for item in value:
            if not isinstance(item, (dict, list)):
                found.append((name, item))
            elif depth < MAX_DEPTH:
                _collect(item, name, found, depth + 1)
    else:
        found.append((name, value))


def references_in(text: str) -> list[str]:
    """Return the codes, ids and long numbers in a free text, in order, each once."""
    found: dict[str, None] = {}
    for match in _DIGITS.finditer(text):
        start, end = match.span()
        if end - start < 6 and (not start or text[start - 1] in " $.,:-/\n"):
            continue  # a number or a part of a date, most often
        while start and (text[start - 1].isalnum() or text[start - 1] == "_"):
            start -= 1
        if end - start >= 5 and _REFERENCE.match(text, start, end):
            found[text[start:end]] = None
    return list(found)


def references_stated(dialogue: Dialogue) -> dict[int, list[str]]:
    """Return the references in the agent's words, by the number of the turn."""
    return {place: references_in(turn.text) for place, turn in enumerate(dialogue.turns) if turn.kind == "agent"}


def unseen_values(dialogue: Dialogue) -> tuple[Unseen, ...]:
    """Return, in order, the turns with an id that stands nowhere before: no message, no result, no earlier call."""
    seen: set[str] = set()
    found = []
    stated_by_turn = dialogue.kept(references_stated)
    ids = dialogue.kept(ids_given)
    for place, turn in enumerate(dialogue.turns):
        if turn.step is None or len(seen) > MAX_VALUES:
            continue
        if turn.call is not None:
            given = [one for one in ids.get(place, ()) if one.bare not in seen]
            if given:
                new = tuple([one for one in given if not _stands(dialogue, place, one.bare)])
                seen.update([one.bare for one in given])
                if new:
                    found.append(Unseen(turn, new, ()))
        elif turn.kind == "agent":
            stated = [one for one in stated_by_turn[place] if one not in seen]
            if stated:
                unknown = tuple([one for one in stated if not _stands(dialogue, place, one)])
                seen.update(stated)
                if unknown:
                    found.append(Unseen(turn, (), unknown))
    return tuple(found)


def _stands(dialogue: Dialogue, place: int, value: str) -> bool:
    return dialogue.stands_before(value, place) or dialogue.stands_in_any_case(value, place)
