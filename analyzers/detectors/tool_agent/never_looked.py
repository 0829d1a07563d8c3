"""Answers without a single call."""

import re
from functools import lru_cache

from analyzers.detectors.reading import About, ending_finding
from analyzers.detectors.tool_agent.dialogue import dialogue_of
from analyzers.finding import Finding
from runtime.contracts.trace_event import Episode

ABOUT = About("never_looked", "verification", "major")
ENOUGH = 2
_TOOLS = re.compile(r"\b(?:tools?|apis?|functions?|databases?)\b")


def detect(episode: Episode) -> list[Finding]:
    """Find conversations of two answers and more without any call, where the instructions speak of tools or an API.

    Bucket: verification. Severity: major. Remedy: say which questions need a look-up; let the first move be one.
    """
    dialogue = dialogue_of(episode)
    if dialogue.calls or not _has_tools(dialogue.system):
        return []
    answers = [turn for turn in dialogue.turns if turn.kind == "agent" and turn.step is not None]
    if len(answers) < ENOUGH:
        return []
    return [ending_finding(episode, ABOUT, "the conversation ended without a single call", answers[-1].text)]


@lru_cache(maxsize=64)
def _has_tools(system: str) -> bool:
    return _TOOLS.search(system.lower()) is not None
