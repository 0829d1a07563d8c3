"""How often each failure happens, over the episodes that say something about the agent."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from analyzers.finding import Finding
from runtime.contracts.trace_event import Episode


class Rate(NamedTuple):
    """Episodes with at least one finding, of all that count."""

    episodes_with: int
    episodes_total: int


def finding_rates(
    episodes: Sequence[Episode], findings: Iterable[Finding], detectors: Iterable[str] = ()
) -> dict[str, Rate]:
    """Return the rate of every detector that found something, and of `detectors` even where they found nothing.

    Episodes that ended in an infrastructure error or were cut off count neither above nor below.
    """
    counted = _counted(episodes)
    with_finding: dict[str, set[str]] = defaultdict(set)
    for finding in findings:
        if finding.episode in counted:
            with_finding[finding.detector].add(finding.episode)
    names = sorted({*with_finding, *detectors})
    return {name: Rate(len(with_finding.get(name, ())), len(counted)) for name in names}


def failed_episodes(episodes: Sequence[Episode], findings: Iterable[Finding]) -> tuple[str, ...]:
    """Return the ids of the episodes with at least one major or critical finding, in the order of `episodes`."""
    counted = _counted(episodes)
    failed = {finding.episode for finding in findings if finding.severity != "minor"} & counted
    return tuple(episode.header.episode for episode in episodes if episode.header.episode in failed)


def _counted(episodes: Sequence[Episode]) -> frozenset[str]:
    return frozenset(episode.header.episode for episode in episodes if not episode.is_infrastructure_error)
