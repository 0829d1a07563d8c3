"""A tool was asked something else, and said what was known already."""

from analyzers.detectors.reading import About, count, finding_at, proposed_tool
from analyzers.detectors.results import are_same, found_ids
from analyzers.finding import Finding
from runtime.contracts.tool_call import ToolCard
from runtime.contracts.trace_event import Episode

ABOUT = About("busy_work", "design", "minor")


def detect(episode: Episode) -> list[Finding]:
    """Find calls that worked and brought nothing new: passages or pictures already there, or an equal result.

    The same question asked again is repeated_call, and a call that a gate put in the place of another is not the
    model's. Bucket: design. Severity: minor. Remedy: go on with what is known, or ask about something else.
    """
    found = []
    seen_ids: set[str] = set()
    earlier: list[ToolCard] = []
    for step in episode.steps:
        card = step.card
        if card is None or not card.ok:
            continue
        ids = found_ids(card)
        is_known = ids <= seen_ids if ids else any(are_same(card, one) for one in earlier)
        if is_known and proposed_tool(step) == card.name and not count(step, "action.repeats"):
            found.append(finding_at(episode, step, ABOUT, "the call brought nothing that was not already there"))
        seen_ids |= ids
        earlier.append(card)
    return found
