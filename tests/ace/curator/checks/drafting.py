"""Drafts about web searches before the index, and what their checks look at."""

from dataclasses import replace

from ace.curator.checks.check import CheckInput
from ace.curator.draft import Draft
from ace.curator.evidence_tests import evidence_test
from analyzers.clusters.cluster import Cluster
from runtime.contracts.condition_context import TUTOR_CONTEXT
from runtime.contracts.rule import Rule
from runtime.contracts.trace_event import Episode
from tests.ace.building import WEB_RULE, clusters_of, curator_input, rule, web_episodes

WEB_ID = "tools.retrieve-before-web"
PATH = "playbooks/tutor/tools/retrieve-before-web.yaml"


def seen_of(episodes: tuple[Episode, ...], *, detector: str = "web_before_local", **changes: object) -> CheckInput:
    """Return what the checks look at: the episodes without a finding of `detector` succeeded."""
    failing = frozenset(e for c in clusters_of(episodes) if c.detector == detector for e in c.episodes)
    base = CheckInput(
        episodes={item.header.episode: item for item in episodes},
        succeeded=frozenset(item.header.episode for item in episodes) - failing,
        found={detector: failing},
        context=TUTOR_CONTEXT,
        actions=frozenset({*curator_input(()).actions, "block"}),
    )
    return replace(base, **changes)  # type: ignore[arg-type]


def cluster_of(episodes: tuple[Episode, ...], detector: str = "web_before_local") -> Cluster:
    """Return the cluster of what `detector` found."""
    return next(cluster for cluster in clusters_of(episodes) if cluster.detector == detector)


EPISODES = web_episodes()
CLUSTER = cluster_of(EPISODES)
SEEN = seen_of(EPISODES)
GOOD = rule(WEB_ID, **WEB_RULE)


def drafted(
    after: Rule | None, before: Rule | None = None, cluster: Cluster | None = CLUSTER, **changes: object
) -> Draft:
    """Return a draft with the test that the web episodes give."""
    test = evidence_test(after, cluster, SEEN.episodes, TUTOR_CONTEXT) if after else None
    name = (after or before or rule("a.b")).id
    op = "delete" if after is None else "edit" if before else "add"
    return replace(Draft(op, name, before, after, test, cluster, "why", "test"), **changes)  # type: ignore[arg-type]


def merge(after: Rule, before: Rule, *merged: Rule) -> Draft:
    """Return a merge of `merged` into `before`."""
    return drafted(after, before, cluster=None, op="merge", merged=merged)
