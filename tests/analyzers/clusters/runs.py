"""Runs of a few findings, as a registry sees them."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from analyzers.clusters.lineage import record_run
from analyzers.clusters.registry import Registry
from analyzers.clusters.seen_run import SeenEpisode, SeenRun, Sighting, Traits
from analyzers.clusters.text_vectors import Embedding
from analyzers.finding import Finding
from analyzers.signatures import Signature, signature

BASE = Finding("late", "e", "s", "c", 0, "design", "major", "m", "q", tool="book")


def key(message: str, **changes: str) -> Signature:
    """Return the signature of a finding with this message."""
    return signature(replace(BASE, message=message, **changes))  # type: ignore[arg-type]


def seen(run: str, failures: Mapping[str, Sequence[int]], episodes: int = 8) -> SeenRun:
    """Return a run of `episodes` episodes, two trials a sample, in which each message was seen in these episodes."""
    made = tuple(SeenEpisode(f"s{place // 2}", float(place % 2)) for place in range(episodes))
    found = {
        key(message): tuple(Sighting(*item) for item in sorted(Counter(places).items()))
        for message, places in failures.items()
    }
    return SeenRun(run, run, made, found)


def traits(run: SeenRun) -> dict[Signature, Traits]:
    """Return the traits of what `run` saw."""
    return {item: Traits("major", "design", item.message) for item in run.failures}


def recorded(*runs: SeenRun, embedding: Embedding | None = None, registry: Registry | None = None) -> Registry:
    """Return a registry with these runs, in this order."""
    made = registry or Registry("tutor")
    for run in runs:
        made = record_run(made, run, traits(run), embedding)
    return made
