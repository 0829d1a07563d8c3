"""What in the playbook is near a cluster: rules that may have to change, and what people rejected. Pure."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from ace.curator.draft import CuratorInput
from ace.curator.facts.coverage import RuleFigures, covers, nearly_covers
from ace.rejections.rejection import Rejection
from analyzers.clusters.cluster import Cluster
from runtime.contracts.json_types import JsonObject, as_object
from runtime.contracts.rule import Rule

MAX_RULES = 4
MAX_TITLES = 30
MAX_REJECTIONS = 4
# An action that fewer of the failing decisions took is not what they have in common.
COMMON_SHARE = 1 / 3


class Failing(NamedTuple):
    """A cluster, and the actions that most of its decisions took."""

    cluster: Cluster
    actions: tuple[str, ...]


def common_actions(cited: Sequence[JsonObject]) -> tuple[str, ...]:
    """Return the actions that at least a third of the `cited` decisions took, at most three."""
    names = Counter(str(as_object(context.get("action")).get("name", "")) for context in cited)
    return tuple(name for name, count in names.most_common(3) if name and count >= COMMON_SHARE * len(cited))


def by_nearness(
    rules: Sequence[Rule], failing: Failing, reach: Mapping[str, RuleFigures]
) -> tuple[list[Rule], list[Rule]]:
    """Return the rules that may be what has to change, best first, and the others: those are named by title only.

    A small model copies what it is shown. Near is what a cited decision violates, what the cluster is about, and what
    says something of the actions that failed without a condition that could tell.
    """
    broken = failing.cluster.detector.removeprefix("rule:")

    def is_near(rule: Rule) -> bool:
        figures = reach.get(rule.id)
        if figures is not None:
            return figures.fires > 0 or rule.id == broken
        return any(name.lower() in rule.text.lower() for name in failing.actions)

    def order(rule: Rule) -> tuple[bool, int, int, str]:
        figures = reach.get(rule.id)
        fires, speaks = (figures.fires, figures.speaks) if figures is not None else (0, 0)
        return rule.id != broken, -fires, -speaks, rule.id

    near = sorted((rule for rule in rules if is_near(rule)), key=order)[:MAX_RULES]
    return near, [rule for rule in rules if rule not in near][:MAX_TITLES]


def reaching(figures: Iterable[RuleFigures]) -> list[RuleFigures]:
    """Return the figures of the rules that a cited decision violates and that cover it or nearly do, at most three."""
    near = [item for item in figures if item.fires and (covers(item) or nearly_covers(item))]
    return sorted(near, key=lambda item: (-item.fires, -item.speaks, item.rule_id))[:3]


def concerning(seen: CuratorInput, cluster: Cluster) -> list[Rejection]:
    """Return the rejections that stand and are about this cluster, then those about a rule in force, newest first."""
    known = {rule.id for rule in seen.rules}
    standing = [item for item in seen.rejections if item.stands(seen.today)]
    near = [item for item in standing if item.cluster == cluster.id or item.rule in known]
    newest = sorted(near, key=lambda item: (item.date, item.fingerprint), reverse=True)
    return sorted(newest, key=lambda item: item.cluster != cluster.id)[:MAX_REJECTIONS]
