"""A number or code in the agent's words that came from nowhere."""

from analyzers.detectors.reading import About, finding_at
from analyzers.detectors.tool_agent.dialogue import dialogue_of
from analyzers.detectors.tool_agent.mentions import unseen_values
from analyzers.finding import Finding
from runtime.contracts.trace_event import Episode

ABOUT = About("invented_reference", "verification", "major")


def detect(episode: Episode) -> list[Finding]:
    """Find codes, ids and long numbers the agent states that no message, result or call had before.

    Bucket: verification. Severity: major. Remedy: quote results; check codes in an answer against them.
    """
    return [
        finding_at(
            episode, turn.step, ABOUT, f"states {len(references)} codes or numbers that stand nowhere before", turn.text
        )
        for turn, _, references in dialogue_of(episode).kept(unseen_values)
        if references and turn.step is not None
    ]
