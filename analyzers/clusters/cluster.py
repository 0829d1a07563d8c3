"""One failure as often as it was seen: what a rule may be drafted from."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from analyzers.finding import SEVERITY_WEIGHT, Bucket, Finding, Severity
from analyzers.signatures import Signature
from runtime.contracts.json_types import JsonObject

# Fewer than these is an anecdote: nothing is drafted from it.
BORN_EPISODES = 3
BORN_SAMPLES = 2
NamedBy: TypeAlias = Literal["template", "model"]


@dataclass(frozen=True)
class Cluster:
    """One failure as often as it was seen in one run, or in some files.

    `failures` counts findings; `episodes`, `samples`, `cases` and `sources` are distinct and sorted;
    `largest_source_share` is the share (0-1) of the failing episodes that came from one source. `signature` is the
    medoid, `signatures` are all that were seen here, all of one detector, tool and rule. `name` is what a model called
    it when `named_by` says so (then `namer` says which), else `template_name`. `born`, `split_from` and `merged_into`
    are what the registry knows of it: the run it was born in, and the clusters it came from and went to.
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
    signatures: tuple[Signature, ...] = ()
    named_by: NamedBy = "template"
    template_name: str = ""
    namer: str = ""
    born: str = ""
    split_from: str = ""
    merged_into: str = ""

    @property
    def is_born(self) -> bool:
        """True when a rule may be drafted from it: at least 3 failing episodes from at least 2 samples."""
        return len(self.episodes) >= BORN_EPISODES and len(self.samples) >= BORN_SAMPLES

    @property
    def rank(self) -> int:
        """Failures x samples x severity weight (minor 1, major 3, critical 9); higher comes first."""
        return self.failures * len(self.samples) * SEVERITY_WEIGHT[self.severity]

    def to_json(self) -> JsonObject:
        """Return the cluster as a JSON object.

        `signatures` (with `signature`, the medoid, among them) and `findings` are lists of objects; `born` is a run id,
        and null, like `split_from`, `merged_into` and `namer`, where there is none.
        """
        return {
            "id": self.id,
            "signature": self.signature._asdict(),
            "signatures": [item._asdict() for item in self.signatures or (self.signature,)],
            "name": self.name,
            "named_by": self.named_by,
            "template_name": self.template_name or self.name,
            "namer": self.namer or None,
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
            "born": self.born or None,
            "split_from": self.split_from or None,
            "merged_into": self.merged_into or None,
            "rank": self.rank,
            "findings": [finding.to_json() for finding in self.findings],
        }
