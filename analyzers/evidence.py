"""Does a trace show what a finding quotes? Checked by bytes, so that evidence cannot be made up."""

from collections.abc import Iterator

from analyzers.detectors.reading import words_of
from analyzers.finding import Finding, quotable
from runtime.contracts.trace_event import Episode
from runtime.traces.event_json import event_to_json


def is_shown(finding: Finding, episode: Episode) -> bool:
    """Return True when `episode` is the one named, and the quote stands verbatim at the named step or in the outcome.

    An empty quote shows nothing.
    """
    header = episode.header
    if (finding.episode, finding.sample) != (header.episode, header.sample) or not finding.quote:
        return False
    return any(finding.quote in quotable(text) for text in texts_of(episode, finding.step))


def texts_of(episode: Episode, number: int | None = None) -> Iterator[str]:
    """Yield every text of step `number` (None: of all steps) and of the outcome, the model's own words first."""
    for step in episode.steps:
        if number is None or step.step == number:
            yield words_of(step)
            yield from _strings(event_to_json(step))
    if episode.outcome is not None:
        yield from _strings(event_to_json(episode.outcome))


def _strings(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for item in value.values():
            yield from _strings(item)
    elif isinstance(value, list):
        for item in value:
            yield from _strings(item)
