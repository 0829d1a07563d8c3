"""The clusters known of one agent, and the runs they were seen in: frozen data and what can be asked of it. Pure."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from analyzers.clusters.cluster import BORN_EPISODES, BORN_SAMPLES
from analyzers.clusters.seen_run import SeenRun, Traits
from analyzers.clusters.text_vectors import TextVectors
from analyzers.finding import SEVERITY_WEIGHT, Bucket, Severity
from analyzers.signatures import ALGORITHM_VERSION, Signature, signature_id
from runtime.contracts.json_types import content_hash

# How signatures become clusters with ids; a registry of another version is made again from its runs.
REGISTRY_VERSION = f"clusters-1/{ALGORITHM_VERSION}"
# So many episodes are remembered; beyond them the oldest runs are forgotten, their clusters and ids are not.
KEPT_EPISODES = 200_000


@dataclass(frozen=True)
class KnownCluster:
    """One cluster that has an id.

    `members` are sorted; `born` is the run that made it large enough to draft from, empty while it waits in the pool;
    `first_seen` the run it was founded by. A retired one has no members any more; `retired` says in which run it went,
    `merged_into` where its members are, if most of them are in one place. `vector`: the medoid's, as float32 bytes.
    `model_name` is what a model called it, `namer` which one; `name_problem` why its answer could not be used.
    """

    id: str
    medoid: Signature
    members: tuple[Signature, ...]
    first_seen: str = ""
    born: str = ""
    split_from: str = ""
    merged_into: str = ""
    retired: str = ""
    vector: bytes = b""
    model_name: str = ""
    namer: str = ""
    name_problem: str = ""

    @property
    def is_active(self) -> bool:
        """True when new failures may still join."""
        return not self.retired

    @property
    def block(self) -> tuple[str, str, str]:
        """Detector, tool and rule: only signatures that agree in these may share a cluster."""
        return block_of(self.medoid)


@dataclass(frozen=True)
class Registry:
    """All clusters of `agent`, by id, and the runs they were seen in, by time.

    `embedder` names the model that compared them, empty while they were told apart by signature alone; `pool_after` is
    how many signatures waited in the pool after the last re-clustering.
    """

    agent: str
    clusters: tuple[KnownCluster, ...] = ()
    runs: tuple[SeenRun, ...] = ()
    traits: Mapping[Signature, Traits] = field(default_factory=dict)
    embedder: str = ""
    pool_after: int = 0

    @cached_property
    def places(self) -> dict[Signature, KnownCluster]:
        """Where every known signature is."""
        return {member: cluster for cluster in self.clusters for member in cluster.members}

    @property
    def active(self) -> Iterator[KnownCluster]:
        """The clusters that are not retired, by id."""
        return (cluster for cluster in self.clusters if cluster.is_active)

    @property
    def pool_size(self) -> int:
        """How many signatures are in clusters that are not born yet."""
        return sum(len(cluster.members) for cluster in self.active if not cluster.born)

    @cached_property
    def weights(self) -> dict[Signature, int]:
        """Failures of every known signature in all runs that are remembered; at least 1."""
        out = dict.fromkeys(self.places, 0)
        for run in self.runs:
            for key, sightings in run.failures.items():
                out[key] = out.get(key, 0) + sum(item.failures for item in sightings)
        return {key: max(count, 1) for key, count in out.items()}

    def find(self, cluster_id: str) -> KnownCluster | None:
        """Return the cluster with this id."""
        return next((cluster for cluster in self.clusters if cluster.id == cluster_id), None)

    def split_into(self, cluster_id: str) -> tuple[str, ...]:
        """Return the ids of the clusters that were split off this one."""
        return tuple(cluster.id for cluster in self.clusters if cluster.split_from == cluster_id)


def block_of(key: Signature) -> tuple[str, str, str]:
    """Return the detector, tool and rule of a signature."""
    return key.detector, key.tool, key.rule


def severity_of(registry: Registry, cluster: KnownCluster) -> Severity:
    """Return the worst severity that was seen among the members."""
    found = [registry.traits[key].severity for key in _described(registry, cluster)]
    return max(found, key=lambda severity: SEVERITY_WEIGHT[severity], default="minor")


def bucket_of(registry: Registry, cluster: KnownCluster) -> Bucket:
    """Return the bucket of the member with the worst severity, the medoid's where they are equal."""
    keys = sorted(_described(registry, cluster), key=lambda key: key != cluster.medoid)
    worst = max(keys, key=lambda key: SEVERITY_WEIGHT[registry.traits[key].severity], default=None)
    return registry.traits[worst].bucket if worst is not None else "design"


def _described(registry: Registry, cluster: KnownCluster) -> list[Signature]:
    return [key for key in cluster.members or (cluster.medoid,) if key in registry.traits]


def is_large_enough(registry: Registry, cluster: KnownCluster) -> bool:
    """Return True when at least 3 episodes of at least 2 samples showed it, over all runs that are remembered."""
    episodes: set[tuple[str, int]] = set()
    samples: set[str] = set()
    for run in registry.runs:
        for key in cluster.members:
            for sighting in run.failures.get(key, ()):
                episodes.add((run.run, sighting.episode))
                samples.add(run.episodes[sighting.episode].sample)
    return len(episodes) >= BORN_EPISODES and len(samples) >= BORN_SAMPLES


def fresh_id(founder: Signature, used: set[str]) -> str:
    """Return the id of a cluster that `founder` founds: c- and 8 hex digits of its hash.

    Where that was used before, a number is hashed with it: the same one for the same `used`.
    """
    name, number = f"c-{signature_id(founder)}", 0
    while name in used:
        number += 1
        name = f"c-{content_hash([ALGORITHM_VERSION, *founder, number], 8)}"
    return name


def with_births(registry: Registry, run: str) -> Registry:
    """Return `registry` with `run` as the birth of every cluster that is large enough now and was not before."""
    clusters = [
        replace(cluster, born=run)
        if cluster.is_active and not cluster.born and is_large_enough(registry, cluster)
        else cluster
        for cluster in registry.clusters
    ]
    return replace(registry, clusters=tuple(clusters))


def with_vectors(registry: Registry, vectors: TextVectors, embedder: str) -> Registry:
    """Return `registry` with the vectors of the active medoids that were needed, and who made them.

    Vectors of another embedder are dropped; they are made again when they are needed.
    """
    clusters = [
        replace(cluster, vector=vectors.bytes_of(cluster.medoid) if cluster.is_active else b"")
        for cluster in registry.clusters
    ]
    return replace(registry, clusters=tuple(clusters), embedder=embedder)
