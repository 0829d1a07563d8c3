"""What numbers of one action tell of its failures, where clean decisions alone tell nothing. Pure."""

from typing import NamedTuple

from ace.curator.checks.decision_verdicts import DecisionVerdicts
from ace.curator.conditions.candidate import Candidate
from ace.curator.conditions.numeric_bands import FieldBand, numeric_bands
from ace.curator.draft import CuratorInput
from ace.curator.drafting.find_part import find_part
from ace.curator.facts.same_action import contexts_of, same_action
from analyzers.clusters.cluster import Cluster


class PartFacts(NamedTuple):
    """At most one condition for a part of the failures, and bands of the numbers that go with failing."""

    candidates: tuple[Candidate, ...] = ()
    bands: tuple[FieldBand, ...] = ()


def facts_of_part(seen: CuratorInput, cluster: Cluster) -> PartFacts:
    """Return what tells the cluster's decisions from the others of their action, of failed episodes too.

    Both are empty where the decisions are of several actions.
    """
    recorded = DecisionVerdicts(seen.episodes)
    same = same_action(cluster, recorded, seen.episodes, seen.found)
    if same is None or not same.others:
        return PartFacts()
    found = find_part(same, recorded, seen.episodes, seen.context)
    failing, others = (contexts_of(numbers, recorded) for numbers in (same.failing, tuple(same.others)))
    return PartFacts((found,) if found else (), numeric_bands(failing, others, seen.context))
