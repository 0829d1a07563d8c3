"""Clusters that an open proposal answers already: asking a model about one would be paid for and lead to nothing."""

from ace.curator.draft import CuratorInput
from ace.curator.remedies import REMEDIES
from analyzers.clusters.cluster import Cluster

_ABOUT_RULE = ("rule:", "rule-error:")


def open_already(seen: CuratorInput, cluster: Cluster) -> str:
    """Return why nothing can come of asking about `cluster`, empty where something may.

    That is an open proposal made for this cluster, or one that changes the cluster's rule: the one that is violated, or
    the rule in force that is the known remedy of its detector.
    """
    if proposal := seen.open_clusters.get(cluster.id):
        return f"ace/p/{proposal} already answers this cluster"
    rule_id = _rule_of(seen, cluster)
    if rule_id and (proposal := seen.open_rules.get(rule_id)):
        return f"ace/p/{proposal} already proposes a change to {rule_id}"
    return ""


def _rule_of(seen: CuratorInput, cluster: Cluster) -> str:
    named = next((start for start in _ABOUT_RULE if cluster.detector.startswith(start)), "")
    if named:
        return cluster.detector.removeprefix(named)
    known = REMEDIES.get(cluster.detector)
    return known.rule_id if known is not None and any(rule.id == known.rule_id for rule in seen.rules) else ""
