"""It ended at a limit, or with an error."""

from analyzers.detectors.reading import About, ending_finding
from analyzers.finding import Finding
from runtime.contracts.trace_event import Episode

ABOUT = About("step_limit", "verification", "major")


def detect(episode: Episode) -> list[Finding]:
    """Find records that say they were stopped at a limit of steps, tokens or time, or failed.

    Bucket: verification. Severity: major. Remedy: a shorter way, a larger limit, an answer before the limit.
    """
    if not episode.steps or episode.outcome is None or episode.outcome.terminal not in ("stopped", "failed"):
        return []
    how = "at a limit" if episode.outcome.terminal == "stopped" else "with an error"
    return [ending_finding(episode, ABOUT, f"ended {how}")]
