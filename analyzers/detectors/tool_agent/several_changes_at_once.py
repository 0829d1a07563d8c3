"""Several changes on one yes."""

from dataclasses import replace

from analyzers.detectors.reading import About, finding_at
from analyzers.detectors.tool_agent.approval import must_ask
from analyzers.detectors.tool_agent.dialogue import dialogue_of
from analyzers.detectors.tool_agent.stretches import stretches_of
from analyzers.finding import Finding
from runtime.contracts.trace_event import Episode

ABOUT = About("several_changes_at_once", "design", "major")


def detect(episode: Episode) -> list[Finding]:
    """Find the second change between two words of the user: nobody could stop it after seeing the first.

    One change may make the next impossible, a failed one may be tried differently than agreed, and an error is made
    as often as there are objects.
    Bucket: design. Severity: major where the instructions want a confirmation first, else minor. Remedy: one change,
    its result to the user, then the next.
    """
    dialogue = dialogue_of(episode)
    severity = ABOUT.severity if must_ask(dialogue.system) else "minor"
    found = []
    for stretch in dialogue.kept(stretches_of):
        changes = stretch.changes
        if stretch.user is not None and len(changes) > 1 and changes[1].step is not None:
            message = "a second change before the user heard of the first"
            found.append(replace(finding_at(episode, changes[1].step, ABOUT, message), severity=severity))
    return found
