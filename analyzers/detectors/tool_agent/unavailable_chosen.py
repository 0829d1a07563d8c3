"""A thing that the results said is not to be had."""

from dataclasses import replace

from analyzers.detectors.reading import About, finding_at
from analyzers.detectors.tool_agent.dialogue import Dialogue, dialogue_of
from analyzers.detectors.tool_agent.mentions import ids_given
from analyzers.detectors.tool_agent.records import records_of
from analyzers.finding import Finding
from runtime.contracts.trace_event import Episode

ABOUT = About("unavailable_chosen", "verification", "major")
_FLAGS = ("available", "in_stock", "is_available", "inStock", "isAvailable", "enabled", "active")


def detect(episode: Episode) -> list[Finding]:
    """Find changes that use an id whose every record says `available: false`, `in_stock: false` or the like.

    An id that also stands in a record without such a word may be the thing the user already has, and is not found.
    Bucket: verification. Severity: major, minor when the tool turned it down. Remedy: leave what is not to be had
    out of results, or have tools refuse it.
    """
    dialogue = dialogue_of(episode)
    if not any(_has_flag(turn.text) for turn in dialogue.calls):
        return []
    found = []
    for place, given in dialogue.kept(ids_given).items():
        call, step = dialogue.turns[place].call, dialogue.turns[place].step
        if call is None or step is None or call.effect != "write":
            continue
        names = [one.name for one in given if _is_gone(one.value, dialogue, place)]
        if names:
            finding = finding_at(episode, step, ABOUT, f"`{names[0]}` is what the results call unavailable")
            found.append(replace(finding, severity="minor") if call.ok is False else finding)
    return found


def _has_flag(result: str) -> bool:
    return "alse" in result and any(flag in result for flag in _FLAGS)


def _is_gone(value: str, dialogue: Dialogue, place: int) -> bool:
    results = [turn.text for turn in dialogue.turns[:place] if turn.call is not None and value in turn.text]
    if not results or not all(_has_flag(text) for text in results):
        return False
    verdicts = [any(record.get(flag) is False for flag in _FLAGS) for record in records_of(dialogue, value, place)]
    return bool(verdicts) and all(verdicts)
