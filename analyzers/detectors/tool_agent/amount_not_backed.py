"""An amount of money that no source gives."""

import re
from functools import lru_cache

from analyzers.detectors.reading import About, finding_at
from analyzers.detectors.tool_agent.dialogue import Turn, dialogue_of
from analyzers.finding import Finding
from runtime.contracts.trace_event import Episode

ABOUT = About("amount_not_backed", "verification", "minor")
_AMOUNT = re.compile(r"[$€£]\s?(\d[\d,]*(?:\.\d+)?)")
_NUMBER = re.compile(r"\d+\.\d\d?\b|\d+")
# A party that only shows what a tool gave, and a page as a browsing tool prints it: nobody's own words.
_SHOWS = re.compile(r"terminal|executor|interpreter|search_?(?:engine|tool)|browser|surfer", re.IGNORECASE)
_PAGE = re.compile(r"\s*address: .*\n(?:.*\n){0,3}?viewport position:")
MAX_TERMS = 5
MAX_FACTOR = 9
# With more known numbers than this some two of them differ by nearly any amount; with more text than this (in
# characters, instructions aside) there are more.
MAX_KNOWN = 400
MAX_READ = 5000


def detect(episode: Episode) -> list[Finding]:
    """Find amounts with a currency sign that stand nowhere before and follow from no simple sum.

    A page or a run's output that is shown as it came is no statement of the agent.
    Simple: sums and differences of the other amounts in the message, of any two known numbers, or one times up to 9.
    Bucket: verification. Severity: minor (longer sums are not followed). Remedy: a tool that calculates.
    """
    dialogue = dialogue_of(episode)
    stated: set[str] = set()
    asked = _numbers(episode.header.question)
    known: set[int] = set(asked)
    read = 0
    found = []
    for place, turn in enumerate(dialogue.turns):
        if turn.kind != "agent" or turn.step is None or not ("$" in turn.text or "€" in turn.text or "£" in turn.text):
            continue
        texts = list(dict.fromkeys(_AMOUNT.findall(turn.text)))
        unasked = [text for text in texts if text not in stated and _cents(text) not in asked]
        new = [text for text in unasked if not dialogue.stands_before(_plain(text), place)]
        stated.update(texts)
        if new:
            if not dialogue.is_short(place, MAX_READ):
                break
            for one in dialogue.turns[read:place]:
                known |= _system_numbers(one.text) if one.kind == "system" else _numbers(one.text)
            read = place
            if not _is_shown(turn) and _is_unbacked(new, texts, known):
                found.append(finding_at(episode, turn.step, ABOUT, "an amount that no source gives", turn.text))
    return found


def _is_shown(turn: Turn) -> bool:
    return _SHOWS.search(turn.speaker) is not None or _PAGE.match(turn.low) is not None


def _plain(text: str) -> str:
    plain = text.replace(",", "")
    return plain.rstrip("0").rstrip(".") if "." in plain else plain


def _numbers(text: str) -> frozenset[int]:
    return frozenset([round(float(number) * 100) for number in set(_NUMBER.findall(text))])


@lru_cache(maxsize=16)
def _system_numbers(text: str) -> frozenset[int]:
    return _numbers(text)


def _is_unbacked(new: list[str], texts: list[str], known: set[int]) -> bool:
    if len(known) > MAX_KNOWN:
        return False
    stated = [_cents(text) for text in texts]
    return any(not _follows(_cents(text), stated, known) for text in new)


def _cents(text: str) -> int:
    return round(float(text.replace(",", "")) * 100)


def _follows(amount: int, stated: list[int], known: set[int]) -> bool:
    others = [one for one in stated if one != amount][:MAX_TERMS]
    sums = {0}
    for one in others:
        sums |= {total + one for total in sums} | {total - one for total in sums}
    bases = known.union(others)
    return (
        amount in sums
        or any(amount % factor == 0 and amount // factor in bases for factor in range(2, MAX_FACTOR + 1))
        or any(amount - one in bases or one - amount in bases for one in bases)
    )
