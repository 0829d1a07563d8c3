"""One failure as often as it was seen: what a rule may be drafted from."""

from dataclasses import dataclass

from analyzers.finding import SEVERITY_WEIGHT, Bucket, Finding, Severity
from analyzers.signatures import Signature
from runtime.contracts.json_types import JsonObject

# Fewer than these is an anecdote: nothing is drafted from it.
BORN_EPISODES = 3
BORN_SAMPLES = 2


@dataclass(frozen=True)
class Cluster:
    """One failure as often as it was seen.

    `failures` counts findings; `episodes`, `samples`, `cases` and `sources` are distinct and sorted;
    `largest_source_share` is the share (0-1) of the failing episodes that came from one source.
    """

    id: str
    signature: Signature
    name: str
    detector: str
    severity: Severity
    bucket: Bucket
    failures: int
    episodes: tuple[str, ...]
    samples: tuple[str, ...]
    cases: tuple[str, ...]
    sources: tuple[str, ...]
    largest_source_share: float
    findings: tuple[Finding, ...]

    @property
    def is_born(self) -> bool:
        """True when a rule may be drafted from it: at least 3 failing episodes from at least 2 samples."""
        return len(self.episodes) >= BORN_EPISODES and len(self.samples) >= BORN_SAMPLES

    @property
    def rank(self) -> int:
        """Failures x samples x severity weight (minor 1, major 3, critical 9); higher comes first."""
        return self.failures * len(self.samples) * SEVERITY_WEIGHT[self.severity]

    def to_json(self) -> JsonObject:
        """Return the cluster as a JSON object with its findings."""
        return {
            "id": self.id,
            "signature": self.signature._asdict(),
            "name": self.name,
            "detector": self.detector,
            "severity": self.severity,
            "bucket": self.bucket,
            "failures": self.failures,
            "episodes": list(self.episodes),
            "samples": list(self.samples),
            "cases": list(self.cases),
            "sources": list(self.sources),
            "largest_source_share": self.largest_source_share,
            "is_born": self.is_born,
            "rank": self.rank,
            "findings": [finding.to_json() for finding in self.findings],
        }
