"""A cluster of a detector nobody wrote a remedy for, and episodes that show what tells it apart."""

from collections.abc import Sequence
from dataclasses import replace

from ace.curator.draft import CuratorInput
from analyzers.clusters.cluster import Cluster
from runtime.contracts.rule import Rule
from runtime.contracts.trace_event import Episode
from tests.ace.building import RETRIEVE, curator_input, decision, episode, web_episodes

BLIND = {"state__image__present": True, "state__image__observed": False}


def hint(**fields: object) -> tuple:  # type: ignore[type-arg]
    """Return a hint; `fields` name context fields."""
    return decision({"action": "HINT", "text": "Look at the rim.", "hint_level": 1}, **fields)


def own_cluster(episodes: Sequence[Episode], bad: str, step: int, *rules: Rule) -> tuple[CuratorInput, Cluster]:
    """Return what a curator sees, and a cluster of a detector nobody wrote a remedy for, citing `step` of `bad`*."""
    seen = curator_input(tuple(episodes), *rules)
    like = web_cluster(curator_input(web_episodes()))
    cited = [item for item in episodes if item.header.episode.startswith(bad)]
    findings = tuple(
        replace(
            like.findings[0],
            detector="own:x",
            episode=item.header.episode,
            sample=item.header.sample,
            case=item.header.case,
            step=step,
            tool="",
        )
        for item in cited
    )
    cluster = replace(
        like,
        id="c-own",
        detector="own:x",
        signature=like.signature._replace(detector="own:x", tool=""),
        findings=findings,
        episodes=tuple(sorted(item.header.episode for item in cited)),
        samples=tuple(sorted({item.header.sample for item in cited})),
        cases=tuple(sorted({item.header.case for item in cited})),
    )
    succeeded = frozenset(seen.episodes) - set(cluster.episodes)
    return replace(seen, clusters=(cluster,), succeeded=succeeded), cluster


def web_cluster(seen: CuratorInput) -> Cluster:
    """Return the cluster of web searches before the index."""
    return next(item for item in seen.clusters if item.detector == "web_before_local")


def blind_hints(count: int = 12) -> list[Episode]:
    """Return episodes with hints before and, as many, after the image was looked at; each of its own case."""
    bad = [episode(f"bad{i:02}", RETRIEVE, hint(**BLIND), sample=f"b{i}") for i in range(count)]
    seeing = {**BLIND, "state__image__observed": True}
    look = decision({"action": "REQUEST_TOOL", "tool": "image_findings", "arguments": {}}, **BLIND)
    return [*bad, *(episode(f"good{i:02}", look, hint(**seeing), sample=f"g{i}") for i in range(count))]
