"""A registry of clusters as JSON, and back. Signatures and samples are written once and named by their place."""

from base64 import b64decode, b64encode
from typing import Annotated, Literal, TypeAlias

from pydantic import Field, ValidationError

from ace.clusters.soundness import check_once, check_sound
from analyzers.clusters.registry import REGISTRY_VERSION, KnownCluster, Registry
from analyzers.clusters.seen_run import SeenEpisode, SeenRun, Sighting, Traits
from analyzers.finding import Bucket, Severity
from analyzers.signatures import Signature
from runtime.contracts.json_types import JsonObject
from runtime.contracts.sample import Frozen

# What `from_record` raises for a record that is not sound.
REGISTRY_ERRORS = (ValidationError, ValueError, IndexError)
Place: TypeAlias = Annotated[int, Field(ge=0)]
ClusterId: TypeAlias = Annotated[str, Field(pattern=r"^c-[0-9a-f]{8}$")]
Count: TypeAlias = Annotated[int, Field(ge=1)]
Score: TypeAlias = Annotated[float, Field(allow_inf_nan=False)]


class SignatureRecord(Frozen):
    """A signature and its traits (None where nothing is known of it any more)."""

    parts: tuple[str, str, str, str, str, str]
    severity: Severity | None = None
    bucket: Bucket | None = None
    example: str = ""


class ClusterRecord(Frozen):
    """A cluster; `medoid` and `members` are places in the list of signatures, `vector` is base64 of float32."""

    id: ClusterId
    medoid: Place
    members: tuple[Place, ...]
    first_seen: str = ""
    born: str = ""
    split_from: ClusterId | Literal[""] = ""
    merged_into: ClusterId | Literal[""] = ""
    retired: str = ""
    vector: str = ""
    model_name: str = ""
    namer: str = ""
    name_problem: str = ""


class RunRecord(Frozen):
    """A run; an episode is (place in `samples`, score), a sighting (place of the episode, failures)."""

    run: str
    created: str
    simulated: bool
    samples: tuple[str, ...]
    episodes: tuple[tuple[Place, Score | None], ...]
    failures: dict[Place, tuple[tuple[Place, Count], ...]]


class RegistryRecord(Frozen):
    """All of it."""

    version: str
    agent: str
    embedder: str
    pool_after: Place
    signatures: tuple[SignatureRecord, ...]
    clusters: tuple[ClusterRecord, ...]
    runs: tuple[RunRecord, ...]


def to_record(registry: Registry) -> JsonObject:
    """Return the registry as a JSON object."""
    keys = sorted({*registry.traits, *registry.places, *(cluster.medoid for cluster in registry.clusters)})
    place = {key: number for number, key in enumerate(keys)}
    record = RegistryRecord(
        version=REGISTRY_VERSION,
        agent=registry.agent,
        embedder=registry.embedder,
        pool_after=registry.pool_after,
        signatures=tuple(_signature_record(key, registry.traits.get(key)) for key in keys),
        clusters=tuple(_cluster_record(cluster, place) for cluster in registry.clusters),
        runs=tuple(_run_record(run, place) for run in registry.runs),
    )
    return record.model_dump(mode="json", exclude_defaults=True)


def _signature_record(key: Signature, traits: Traits | None) -> SignatureRecord:
    parts = (key.detector, key.tool, key.error_class, key.message, key.rule, key.state_path)
    if traits is None:
        return SignatureRecord(parts=parts)
    return SignatureRecord(parts=parts, **traits._asdict())


def _cluster_record(cluster: KnownCluster, place: dict[Signature, int]) -> ClusterRecord:
    return ClusterRecord(
        id=cluster.id,
        medoid=place[cluster.medoid],
        members=tuple(place[key] for key in cluster.members),
        first_seen=cluster.first_seen,
        born=cluster.born,
        split_from=cluster.split_from,
        merged_into=cluster.merged_into,
        retired=cluster.retired,
        vector=b64encode(cluster.vector).decode("ascii"),
        model_name=cluster.model_name,
        namer=cluster.namer,
        name_problem=cluster.name_problem,
    )


def _run_record(run: SeenRun, place: dict[Signature, int]) -> RunRecord:
    samples = sorted({episode.sample for episode in run.episodes})
    number = {sample: at for at, sample in enumerate(samples)}
    return RunRecord(
        run=run.run,
        created=run.created,
        simulated=run.simulated,
        samples=tuple(samples),
        episodes=tuple((number[episode.sample], episode.score) for episode in run.episodes),
        failures={place[key]: tuple((item[0], item[1]) for item in found) for key, found in run.failures.items()},
    )


def from_record(value: JsonObject) -> Registry:
    """Return the registry. Raises: ValueError (also pydantic's) or IndexError when the record is not sound."""
    record = RegistryRecord.model_validate(value)
    keys = [Signature(*item.parts) for item in record.signatures]
    traits = {
        key: Traits(item.severity, item.bucket, item.example)
        for key, item in zip(keys, record.signatures, strict=True)
        if item.severity is not None and item.bucket is not None
    }
    check_once(keys, "signature")
    clusters = tuple(_cluster(item, keys) for item in record.clusters)
    runs = tuple(_run(item, keys) for item in record.runs)
    registry = Registry(record.agent, clusters, runs, traits, record.embedder, record.pool_after)
    check_sound(registry)
    return registry


def _cluster(item: ClusterRecord, keys: list[Signature]) -> KnownCluster:
    vector = b64decode(item.vector, validate=True)
    fields = item.model_dump(exclude={"medoid", "members", "vector"})
    return KnownCluster(
        medoid=keys[item.medoid], members=tuple(keys[place] for place in item.members), vector=vector, **fields
    )


def _run(item: RunRecord, keys: list[Signature]) -> SeenRun:
    episodes = tuple(SeenEpisode(item.samples[place], score) for place, score in item.episodes)
    beyond = [place for found in item.failures.values() for place, _ in found if place >= len(episodes)]
    if beyond:
        raise ValueError(f"{item.run} has {len(episodes)} episodes, and a failure in number {beyond[0]}")
    failures = {keys[at]: tuple(Sighting(*one) for one in found) for at, found in sorted(item.failures.items())}
    return SeenRun(item.run, item.created, episodes, failures, item.simulated)
