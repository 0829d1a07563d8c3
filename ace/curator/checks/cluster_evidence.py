"""The failures a draft answers: do they exist, do they show it, are they enough, and of whom are they?"""

from collections import Counter

from ace.curator.checks.check import (
    MAX_SOURCE_SHARE,
    MIN_FAILURES,
    MIN_SAMPLES,
    OWN_SOURCE,
    Check,
    CheckInput,
)
from ace.curator.draft import Draft
from ace.curator.evidence_tests import evidence_of
from analyzers.clusters.cluster import Cluster
from analyzers.evidence import is_shown


def check_evidence(draft: Draft, seen: CheckInput) -> Check:
    """Return whether the draft's cluster is real and enough for a rule: by ids, bytes, counts and sources.

    An episode that succeeded and in which nobody found the failure is no evidence of it. The evidence a rule gains is
    the cluster's, as code writes it.
    """
    cluster = draft.cluster
    if cluster is None:
        return Check("evidence", False, f"this {draft.op} answers no failure; it needs a cluster", "no cluster")
    figure = f"{len(cluster.episodes)} failing episodes, {len(cluster.samples)} samples, {len(cluster.cases)} cases"
    problem = _unreal(cluster, seen) or _foreign_evidence(draft, cluster) or _one_sided(cluster) or _too_little(cluster)
    return Check("evidence", not problem, problem or "ids resolve and quotes match", figure)


def _unreal(cluster: Cluster, seen: CheckInput) -> str:
    cited = {finding.episode for finding in cluster.findings}
    missing = next((name for name in (*cluster.episodes, *sorted(cited)) if name not in seen.episodes), None)
    if missing is not None:
        return f"trace {missing} does not exist"
    unshown = next((name for name in cluster.episodes if name not in cited), None)
    if unshown is not None:
        return f"nothing is quoted of {unshown}"
    unsound = next((f for f in cluster.findings if not is_shown(f, seen.episodes[f.episode])), None)
    if unsound is not None:
        return f"the quote of {unsound.episode} step {unsound.step} is not in its trace"
    clean = sorted(cited & (seen.succeeded - seen.found.get(cluster.detector, frozenset())))
    if clean:
        return f"{clean[0]} succeeded and {cluster.detector} found nothing in it: it shows no failure"
    return ""


def _foreign_evidence(draft: Draft, cluster: Cluster) -> str:
    assert draft.after is not None
    known = [item for rule in (draft.before, *draft.merged) if rule is not None for item in rule.evidence]
    own = evidence_of(cluster)
    foreign = next((item for item in draft.after.evidence if item not in known and item != own), None)
    return f"the rule cites {foreign.cluster} in a way its cluster does not show" if foreign else ""


def _one_sided(cluster: Cluster) -> str:
    source, share = _largest_outside_source(cluster)
    if share <= MAX_SOURCE_SHARE:
        return ""
    return f"{share:.0%} of the failing episodes come from {source}; one source may give at most a third"


def _largest_outside_source(cluster: Cluster) -> tuple[str, float]:
    sources = {finding.episode: finding.source for finding in cluster.findings}
    outside = Counter(source for source in sources.values() if source != OWN_SOURCE)
    source, episodes = next(iter(outside.most_common(1)), ("", 0))
    return source, episodes / max(len(sources), 1)


def _too_little(cluster: Cluster) -> str:
    # Two sources are not asked for: an outside one gives at most a third, so the rest is of others, or our own samples.
    if len(cluster.episodes) >= MIN_FAILURES and len(cluster.samples) >= MIN_SAMPLES:
        return ""
    return f"needs {MIN_FAILURES} failing episodes from {MIN_SAMPLES} samples"
