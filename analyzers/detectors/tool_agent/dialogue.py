"""One reading of an imported episode that all detectors of this folder share: who said what, in order."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import accumulate
from typing import Literal, NamedTuple, TypeAlias, TypeVar

from analyzers.detectors.tool_agent.tool_effect import Effect, effect_of
from runtime.contracts.json_types import JsonObject
from runtime.contracts.trace_event import Episode, Said, Step

# "other": a tool message without a call, a notice, another party.
TurnKind: TypeAlias = Literal["system", "user", "agent", "call", "other"]
Read = TypeVar("Read")


class Call(NamedTuple):
    """One tool request with its result. `ok` is None where no result was recorded; `result` is the whole text."""

    tool: str
    arguments: JsonObject
    effect: Effect
    ok: bool | None
    result: str
    data: JsonObject
    error_class: str


class Turn(NamedTuple):
    """One thing said or done, in order. `step` is None for what came before the first decision.

    `text`: the words; of a call, its result. `low`: the words in small letters; of a call, empty. `speaker` is the
    agent's name where there are several.
    """

    kind: TurnKind
    text: str
    low: str
    step: Step | None
    call: Call | None
    speaker: str


@dataclass(frozen=True)
class Dialogue:
    """An episode as turns. Derived readings are made once and kept: `kept(build)`."""

    episode: Episode
    turns: tuple[Turn, ...]

    @cached_property
    def system(self) -> str:
        """Return all that system and developer messages say before the first decision."""
        return "\n".join(said.text for said in self.episode.header.opening if said.role in ("system", "developer"))

    @cached_property
    def calls(self) -> tuple[Turn, ...]:
        """Return the tool requests alone."""
        return tuple(turn for turn in self.turns if turn.call is not None)

    @cached_property
    def _whole(self) -> str:
        return "\n".join([turn.text for turn in self.turns])

    @cached_property
    def _whole_low(self) -> str:
        return self._whole.lower()

    @cached_property
    def _starts(self) -> tuple[int, ...]:
        return (0, *accumulate(len(turn.text) + 1 for turn in self.turns))

    def stands_before(self, words: str, place: int) -> bool:
        """Return True when the words or results of the turns before number `place` hold `words`."""
        return self._whole.rfind(words, 0, self._starts[place]) >= 0

    def stands_in_any_case(self, words: str, place: int) -> bool:
        """Return the same, capitals and small letters aside; dear the first time."""
        # Small letters may be more than capitals were; a few characters more or less do not matter here.
        return self._whole_low.rfind(words.lower(), 0, self._starts[place]) >= 0

    def text_before(self, place: int) -> str:
        """Return the words and results of the turns before number `place`, a line break between them."""
        return self._whole[: self._starts[place]]

    def is_short(self, place: int, length: int) -> bool:
        """Return True when the turns before number `place`, instructions aside, have at most `length` characters."""
        return self._starts[place] - len(self.system) <= length

    @cached_property
    def _kept(self) -> dict[object, object]:
        return {}

    def kept(self, build: "Callable[[Dialogue], Read]") -> Read:
        """Return `build(self)`, computed the first time; `build` is a module's function and pure."""
        if build not in self._kept:
            self._kept[build] = build(self)
        return self._kept[build]  # type: ignore[return-value]


_KINDS: dict[str, TurnKind] = {
    "system": "system",
    "developer": "system",
    "user": "user",
    "human": "user",
    "assistant": "agent",
}
_PEOPLE = frozenset({"user", "human", "customer", "student", "user_proxy"})


class _Same:
    """An episode compared by identity: comparing by value would read it whole."""

    __slots__ = ("episode",)

    def __init__(self, episode: Episode) -> None:
        self.episode = episode

    def __hash__(self) -> int:
        return id(self.episode)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and other.episode is self.episode


def dialogue_of(episode: Episode) -> Dialogue:
    """Return the episode's reading; the last few are kept, so that every detector shares one."""
    return _dialogue_of(_Same(episode))


@lru_cache(maxsize=4)
def _dialogue_of(same: _Same) -> Dialogue:
    episode = same.episode
    turns = [_heard(said, None) for said in episode.header.opening]
    for step in episode.steps:
        turns += _decided(step)
        turns += [_heard(said, step) for said in step.heard]
    return Dialogue(episode, tuple(turns))


def _heard(said: Said, step: Step | None) -> Turn:
    kind = _KINDS.get(said.role, "other")
    if kind == "user" and said.name and step is not None and step.speaker and said.name.lower() not in _PEOPLE:
        kind = "other"  # among several agents a party with a name of its own is the environment
    return Turn(kind, said.text, said.text.lower(), step, None, said.name)


def _decided(step: Step) -> list[Turn]:
    proposed = step.proposed or {}
    text = proposed.get("text")
    turns = []
    if isinstance(text, str) and text.strip():
        turns.append(Turn("agent", text, text.lower(), step, None, step.speaker))
    tool = proposed.get("tool")
    if isinstance(tool, str) and tool:
        arguments = proposed.get("arguments")
        call = _call(tool, arguments if isinstance(arguments, dict) else {}, step)
        turns.append(Turn("call", call.result, "", step, call, step.speaker))
    return turns


def _call(tool: str, arguments: JsonObject, step: Step) -> Call:
    card = step.card
    if card is None:
        return Call(tool, arguments, effect_of(tool), None, step.shown, {}, "")
    error = "" if card.ok else str(card.error_class or "failed")
    return Call(tool, arguments, effect_of(tool), card.ok, step.shown or card.summary, card.data, error)
