"""Which tool result answers which call. Pure."""

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from runtime.traces.formats.transcript import TranscriptMessage


class CallPlace(NamedTuple):
    """A call: the index of its message, and which of the message's calls it is, both from 0."""

    message: int
    call: int


@dataclass(frozen=True)
class Pairing:
    """`answers` maps calls to the index of the message that answers them; the rest has no counterpart.

    `early`: results (indexes of messages) that were recorded before the call they answer.
    """

    answers: dict[CallPlace, int]
    unanswered: tuple[CallPlace, ...]
    unpaired: tuple[int, ...]
    early: frozenset[int] = frozenset()


@dataclass
class _Open:
    """The calls no result has answered yet, under each name a result may give for them."""

    groups: dict[tuple[str, str], list[CallPlace]] = field(default_factory=dict)
    answered: set[CallPlace] = field(default_factory=set)

    def add(self, place: CallPlace, call_id: str, name: str) -> None:
        keys = [("id", call_id)] if call_id else [("no id", name), ("no id", "")]
        for key in (*keys, ("name", name), ("name", "")):
            self.groups.setdefault(key, []).append(place)

    def take_latest(self, key: tuple[str, str]) -> CallPlace | None:
        """Return the latest open call."""
        places = self._still_open(key)
        return self._took(places.pop()) if places else None

    def take_in_order(self, key: tuple[str, str]) -> CallPlace | None:
        """Return the first open call of the latest message that has one."""
        places = self._still_open(key)
        if not places:
            return None
        first = len(places) - 1
        while first > 0 and places[first - 1].message == places[-1].message:
            first -= 1
        while places[first] in self.answered:
            first += 1
        return self._took(places.pop(first))

    def _still_open(self, key: tuple[str, str]) -> list[CallPlace]:
        places = self.groups.get(key, [])
        while places and places[-1] in self.answered:
            places.pop()
        return places

    def _took(self, place: CallPlace) -> CallPlace:
        self.answered.add(place)
        return place


def pair_results(messages: Sequence[TranscriptMessage]) -> Pairing:
    """Return which messages of role tool answer which calls.

    By id: an id used again is that of the latest call still open. A result without an id, or with one no call has,
    answers by name and order: the first open call of the latest message that has one. A result that stands before its
    call is found by its id.
    """
    still_open, answers, unpaired = _Open(), dict[CallPlace, int](), list[int]()
    for index, message in enumerate(messages):
        for number, call in enumerate(message.calls):
            still_open.add(CallPlace(index, number), call.call_id, call.name)
        if message.role == "tool":
            place = _answered_by(message, still_open)
            if place is None:
                unpaired.append(index)
            else:
                answers[place] = index
    early = _pair_early(messages, still_open, unpaired, answers)
    every = (CallPlace(index, number) for index, one in enumerate(messages) for number in range(len(one.calls)))
    return Pairing(
        answers,
        tuple(place for place in every if place not in answers),
        tuple(index for index in unpaired if index not in early),
        early,
    )


def _answered_by(message: TranscriptMessage, still_open: _Open) -> CallPlace | None:
    if message.call_id:
        found = still_open.take_latest(("id", message.call_id))
        # A call that has an id of its own is not answered by another one.
        return found or still_open.take_in_order(("no id", message.name))
    return still_open.take_in_order(("name", message.name))


def _pair_early(
    messages: Sequence[TranscriptMessage], still_open: _Open, unpaired: Sequence[int], answers: dict[CallPlace, int]
) -> frozenset[int]:
    early = set()
    waiting: dict[str, deque[CallPlace]] = {}
    for index in unpaired:
        call_id = messages[index].call_id
        if not call_id:
            continue
        if call_id not in waiting:
            places = still_open.groups.get(("id", call_id), [])
            waiting[call_id] = deque(place for place in places if place not in still_open.answered)
        later = waiting[call_id]
        while later and later[0].message < index:
            later.popleft()
        if later:
            answers[later.popleft()] = index
            early.add(index)
    return frozenset(early)
