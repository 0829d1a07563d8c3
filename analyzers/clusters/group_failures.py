"""A million failures into groups, one at a time: what is kept is bounded by the signatures, not by the failures."""

from bisect import insort
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from analyzers.clusters.distinct_count import DistinctCount, hash64
from analyzers.clusters.partition import Embed, PartitionSettings, partition
from analyzers.finding import Finding
from analyzers.signatures import Signature, signature

EXAMPLES = 3


class _Example(NamedTuple):
    """A finding and the place that its hash gives it, so that the same few are kept in any order."""

    place: int
    step: int
    message: str
    finding: Finding


@dataclass(frozen=True)
class FailureGroup:
    """One failure as often as it was seen.

    `episodes`, `samples` and `sources` count different ones: exact up to 256, beyond that an estimate (about 6%) and
    `is_exact` is False. `examples`: up to three findings, a random but repeatable choice.
    """

    medoid: Signature
    members: tuple[Signature, ...]
    failures: int
    episodes: int
    samples: int
    sources: int
    is_exact: bool
    examples: tuple[Finding, ...]


class _Tally:
    """What is kept of one signature."""

    __slots__ = ("episodes", "examples", "failures", "samples", "sources")

    def __init__(self) -> None:
        self.failures = 0
        self.episodes = DistinctCount()
        self.samples = DistinctCount()
        self.sources = DistinctCount()
        self.examples: list[_Example] = []

    def add(self, finding: Finding) -> None:
        """Count one failure."""
        self.failures += 1
        place = hash64(finding.episode)
        self.episodes.add(place)
        self.samples.add(hash64(finding.sample))
        self.sources.add(hash64(finding.source))
        if len(self.examples) < EXAMPLES or place <= self.examples[-1].place:
            insort(self.examples, _Example(place, finding.step, finding.message, finding), key=lambda item: item[:3])
            del self.examples[EXAMPLES:]


def group_failures(
    findings: Iterable[Finding], embed: Embed | None, settings: PartitionSettings | None = None
) -> tuple[FailureGroup, ...]:
    """Return the groups of `findings`, most failures first, equal ones by medoid; the order they come in is no matter.

    Units: memory by the number of unique signatures (about 50 kB each at most). Raises: as `partition`.
    """
    tallies: dict[Signature, _Tally] = {}
    for finding in findings:
        key = signature(finding)
        if (tally := tallies.get(key)) is None:
            tally = tallies[key] = _Tally()
        tally.add(finding)
    counted = {key: tally.failures for key, tally in tallies.items()}
    groups = [
        _group(group.medoid, group.members, [tallies[member] for member in group.members])
        for group in partition(counted, embed, settings)
    ]
    return tuple(sorted(groups, key=lambda group: (-group.failures, group.medoid)))


def _group(medoid: Signature, members: tuple[Signature, ...], tallies: Sequence[_Tally]) -> FailureGroup:
    counts = [DistinctCount.union(getattr(tally, name) for tally in tallies) for name in _COUNTED]
    examples = sorted((item for tally in tallies for item in tally.examples), key=lambda item: item[:3])
    return FailureGroup(
        medoid=medoid,
        members=members,
        failures=sum(tally.failures for tally in tallies),
        episodes=counts[0].count,
        samples=counts[1].count,
        sources=counts[2].count,
        is_exact=all(count.is_exact for count in counts),
        examples=tuple(item.finding for item in examples[:EXAMPLES]),
    )


_COUNTED = ("episodes", "samples", "sources")
