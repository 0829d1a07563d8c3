"""The claims an episode makes: the sentences of its answer, and of what it taught. Pure."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

from runtime.contracts.json_types import JsonObject
from runtime.contracts.trace_event import Episode
from runtime.words.leak import content_words

Source: TypeAlias = Literal["answer", "teaching"]
# A full stop inside a number or after a single letter ("B. ", "e.g. ") ends no sentence.
_END = re.compile(r"(?<=[.!?])(?<!\b[A-Za-z]\.)\s+|;\s+|\n+")
_INLINE = re.compile(r"\[([A-Za-z0-9][\w.:/-]{1,80})\]")
_TAUGHT = frozenset({"HINT", "MICROLESSON", "ASK_PROBE", "QUIZ"})


@dataclass(frozen=True)
class Claim:
    """One statement. `cited` are the ids given for it; `is_own` when they stand in the sentence itself.

    `step` is the step it was made at; evidence of later steps cannot back it.
    """

    source: Source
    step: int
    kind: str
    text: str
    cited: tuple[str, ...] = ()
    is_own: bool = False


def claims_of(episode: Episode) -> tuple[Claim, ...]:
    """Return the claims of the answer, then those of hints, lessons and probes; questions state nothing."""
    return (*_answer_claims(episode), *_taught_claims(episode))


def sentences(text: str) -> list[str]:
    """Return the sentences and clauses of `text`, in order."""
    return [part.strip() for part in _END.split(text) if part and part.strip()]


def strings(value: object) -> tuple[str, ...]:
    """Return the strings in a JSON list; nothing for what is no list."""
    return tuple(str(item) for item in value) if isinstance(value, list | tuple) else ()


def _answer_claims(episode: Episode) -> Iterator[Claim]:
    answer: JsonObject = episode.outcome.answer if episode.outcome is not None else {}
    if answer.get("status", "answer") != "answer":
        return
    cited = (*strings(answer.get("citations")), *strings(answer.get("invented")))
    last = episode.steps[-1].step if episode.steps else 0
    for text in _statements(str(answer.get("text", ""))):
        own = tuple(_INLINE.findall(text))
        yield Claim("answer", last, "answer", text, own or cited, bool(own))


def _taught_claims(episode: Episode) -> Iterator[Claim]:
    for step in episode.steps:
        taken = step.taken or {}
        if taken.get("action") not in _TAUGHT:
            continue
        for text in _statements(str(taken.get("text", ""))):
            own = tuple(_INLINE.findall(text))
            yield Claim("teaching", step.step, str(taken["action"]), text, own, bool(own))


def _statements(text: str) -> list[str]:
    return [part for part in sentences(text) if not part.endswith("?") and len(content_words(part)) > 1]
