"""The episode just stopped."""

from dataclasses import replace

from analyzers.detectors.reading import About, ending_finding, words_of
from analyzers.finding import Finding
from runtime.contracts.trace_event import Episode, Step

ABOUT = About("no_coherent_ending", "verification", "major")


def detect(episode: Episode) -> list[Finding]:
    """Find episodes that ended because no answer could be read, and those without any recorded end.

    An infrastructure error is nobody's failure here. An episode that was cut off may be the run's fault and not the
    agent's, hence only minor.
    Bucket: verification. Severity: major, or minor when cut off. Remedy: simpler formats, an explicit last action.
    """
    if not episode.steps:
        return []
    last = episode.steps[-1]
    if episode.outcome is None:
        cut_off = ending_finding(episode, ABOUT, "the episode has no recorded end")
        return [replace(cut_off, severity="minor", error_class="cut_off")]
    if episode.outcome.terminal == "parse_failure":
        finding = ending_finding(episode, ABOUT, "no attempt gave a readable answer", _last_words(last))
        return [replace(finding, error_class="parse_failure")]
    return []


def _last_words(step: Step) -> str:
    return step.attempts[-1].raw if step.attempts and step.attempts[-1].raw else words_of(step)
