"""A count that no list gives."""

import re
from collections.abc import Iterator

from analyzers.detectors.reading import About, finding_at
from analyzers.detectors.tool_agent.counts import counts_of
from analyzers.detectors.tool_agent.dialogue import dialogue_of
from analyzers.finding import Finding
from runtime.contracts.trace_event import Episode

ABOUT = About("miscounted", "verification", "major")
_OPENINGS = (
    "there are ",
    "we have ",
    "we currently have ",
    "you have ",
    "you currently have ",
    "i found ",
    "i've found ",
)
_WORDS = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_COUNT = re.compile(
    r"(?:currently |a total of |in total |exactly |now |only )*"
    r"(\d{1,3}|" + "|".join(_WORDS) + r")(?![\d.,:/%$€£-]) +[a-z]"
)


def detect(episode: Episode) -> list[Finding]:
    """Find "there are 11 ..." where no list in the results has 11 entries, none has 11 alike, and nobody said 11.

    Bucket: verification. Severity: major. Remedy: a tool that counts; counting in code, not by reading.
    """
    dialogue = dialogue_of(episode)
    counts: set[int] = set()
    read = 0
    found = []
    for place, turn in enumerate(dialogue.turns):
        if turn.kind != "agent" or turn.step is None:
            continue
        for number in _counted(turn.low):
            if _is_said(number, dialogue.text_before(place)):
                continue
            for one in dialogue.turns[read:place]:
                if one.call is not None:
                    counts |= counts_of(one.call.data)
            read = place
            if counts and number not in counts:
                message = f"counts {number}, and no list in the results gives that"
                found.append(finding_at(episode, turn.step, ABOUT, message, turn.text))
    return found


def _counted(low: str) -> Iterator[int]:
    for opening in _OPENINGS:
        place = low.find(opening)
        while place >= 0:
            match = _COUNT.match(low, place + len(opening))
            if match:
                text = match.group(1)
                number = int(text) if text.isdigit() else _WORDS.index(text) + 2
                if number > 1:
                    yield number
            place = low.find(opening, place + 1)


def _is_said(number: int, text: str) -> bool:
    return re.search(rf"(?<![\w.]){number}(?![\w.]*\d)", text) is not None
