"""A search found nothing, and the answer speaks as if it had."""

from dataclasses import replace

from analyzers.detectors.reading import About, finding_at
from analyzers.detectors.tool_agent.dialogue import Call, dialogue_of
from analyzers.detectors.tool_agent.wording import denies
from analyzers.finding import Finding
from runtime.contracts.trace_event import Episode

ABOUT = About("empty_result_then_claim", "verification", "major")
_EMPTY = frozenset({"[]", "{}", "null", "none", '""', "no results", "no results found", "0 results", "not found"})


def detect(episode: Episode) -> list[Finding]:
    """Find a message right after an empty result that neither says that nothing was found nor asks anything.

    Bucket: verification. Severity: major. Remedy: have tools say in words that they found nothing, and where to look.
    """
    found = []
    empty: Call | None = None
    for turn in dialogue_of(episode).turns:
        if turn.call is not None:
            empty = turn.call if turn.call.effect == "read" and turn.text.strip().lower() in _EMPTY else None
        elif turn.kind == "agent" and turn.step is not None:
            if empty is not None and not denies(turn.low) and "?" not in turn.low:
                finding = finding_at(episode, turn.step, ABOUT, "a claim right after an empty result", turn.text)
                found.append(replace(finding, tool=empty.tool, error_class="empty_result"))
            empty = None
    return found
