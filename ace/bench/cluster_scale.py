"""A million synthetic failures: seconds, memory, the same groups in another order, ids kept when more come."""

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product
from time import perf_counter
from typing import Literal, NamedTuple, TypeAlias

from ace.bench.peak_memory import PeakMemory
from analyzers.clusters.group_failures import FailureGroup, group_failures
from analyzers.clusters.lineage import record_run
from analyzers.clusters.recluster import recluster
from analyzers.clusters.registry import Registry
from analyzers.clusters.seen_run import SeenEpisode, SeenRun, Sighting, Traits
from analyzers.clusters.text_vectors import Embedding, TextVectors
from analyzers.finding import Finding
from analyzers.signatures import Signature, signature
from runtime.contracts.json_types import JsonObject, content_hash
from runtime.retrieval.open_retriever import minilm

Task: TypeAlias = Literal["given", "shuffled", "grown"]
MORE = 0.1
_OPENINGS = (
    "Tool call failed", "Request was refused", "Lookup did not succeed", "Validation of the input failed",
    "The server gave up", "Could not finish the action", "Unexpected answer from the service",
)  # fmt: skip
_THINGS = (
    "order", "flight", "file", "token", "column", "session", "image", "index", "payment", "user account", "schema",
    "cache entry", "time zone", "model name", "search query", "page",
)  # fmt: skip
_FAULTS = (
    "was not found", "has expired", "could not be opened", "is locked by somebody else", "does not match the schema",
    "exceeds the allowed size", "already exists", "is missing a required field", "cannot be parsed", "timed out",
)  # fmt: skip
_PLACES = (
    "while reading the configuration", "during checkout", "in the second step", "after the retry", "before saving",
    "on the replica", "inside the batch job", "when listing results", "at start-up", "behind the proxy",
)  # fmt: skip
MAX_SIGNATURES = len(_OPENINGS) * len(_THINGS) * len(_FAULTS) * len(_PLACES)


class Plan(NamedTuple):
    """How many failures of how many signatures."""

    failures: int
    signatures: int


def scale_facts(request: JsonObject) -> JsonObject:
    """Return what one task of `ace bench clusters --synthetic` measured; `request` holds task, failures, signatures."""
    plan = Plan(int(str(request["failures"])), int(str(request["signatures"])))
    if request["task"] == "grown":
        return {"ids_kept": ids_kept(plan)}
    order: Iterable[int] = range(plan.failures)
    if request["task"] == "shuffled":
        order = random.Random(1).sample(range(plan.failures), plan.failures)
    memory = PeakMemory()
    started = perf_counter()
    groups = group_failures(failures(order, plan), minilm().embed)
    return {
        "seconds": round(perf_counter() - started, 1),
        "peak_mb": memory.mb,
        "groups": len(groups),
        "unique": sum(len(group.members) for group in groups),
        "partition": partition_hash(groups),
    }


def partition_hash(groups: Sequence[FailureGroup]) -> str:
    """Return a hash of the groups with all that is counted in them: equal for equal partitions."""
    return content_hash([[group.medoid, group.members, group.failures, group.episodes] for group in groups])


def failures(order: Iterable[int], plan: Plan) -> Iterator[Finding]:
    """Return a finding for each number in `order`; the same number gives the same finding.

    The first ones show every signature once; beyond, some signatures come far more often than others. Numbers, ids,
    quotes and times differ in each.
    """
    messages = synthetic_messages(plan.signatures)
    for number in order:
        mixed = (number * 2654435761 + 97) % 2**32
        share = mixed / 2**32
        message = messages[number if number < plan.signatures else int(share * share * plan.signatures)]
        yield Finding(
            detector="synthetic",
            episode=f"e-{number // 3:07d}",
            sample=f"s-{number % 2003}",
            case="c",
            step=number % 11,
            bucket="design",
            severity="minor",
            message=f"{message}{_differing(number, mixed)}",
            quote="",
        )


def _differing(number: int, mixed: int) -> str:
    return f" ({mixed % 1009} of {number}): 'item {mixed % 7919}' at id-{mixed % 99991:05d} after {mixed / 1e7:.4f} s"


def synthetic_messages(n: int) -> list[str]:
    """Return `n` different error texts, in an order that mixes what they are made of; at most 11,200."""
    every = [
        f"{opening}: the {thing} {fault} {place}"
        for opening, thing, fault, place in product(_OPENINGS, _THINGS, _FAULTS, _PLACES)
    ]
    random.Random(0).shuffle(every)
    return every[:n]


def ids_kept(plan: Plan) -> float:
    """Return the share (0-1) of cluster ids that are still there after more data: all is grouped anew.

    A tenth more failures come, from a tenth more signatures.
    """
    embedding = Embedding("MiniLM", TextVectors(minilm().embed))
    more = Plan(int(plan.failures * (1 + MORE)), min(int(plan.signatures * (1 + MORE)), MAX_SIGNATURES))
    first = Counter(signature(each) for each in failures(range(plan.failures), plan))
    later = Counter(signature(each) for each in failures(range(plan.failures, more.failures), more))
    registry = record_run(Registry("synthetic"), _run("r-1", first), _traits(first), embedding)
    before = {cluster.id for cluster in registry.active}
    grown = record_run(registry, _run("r-2", later), _traits(later), embedding)
    after = {cluster.id for cluster in recluster(grown, embedding, "r-2").active}
    return round(len(before & after) / len(before), 4)


def _run(name: str, counted: Mapping[Signature, int]) -> SeenRun:
    episodes = tuple(SeenEpisode(f"s-{place}", None) for place in range(3))
    sightings = {key: tuple(Sighting(place, count) for place in range(3)) for key, count in counted.items()}
    return SeenRun(name, name, episodes, sightings)


def _traits(counted: Mapping[Signature, int]) -> dict[Signature, Traits]:
    return {key: Traits("minor", "design", key.message) for key in counted}
