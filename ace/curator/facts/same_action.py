"""The failing decisions of a cluster beside all others of the same action: what a number of that action is held to."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ace.curator.checks.clean_weights import source_weights
from ace.curator.checks.decision_verdicts import DecisionVerdicts
from ace.curator.conditions.thresholds import decimal
from ace.playbook.condition_tree import split_at
from analyzers.clusters.cluster import Cluster
from analyzers.intervals import wilson
from runtime.contracts.json_types import JsonObject, as_object
from runtime.contracts.rule import Rule
from runtime.contracts.trace_event import Episode
from runtime.rules.condition_tokens import tokens_of

NOT_FAILING = "not failing"
_BOUND = re.compile(r"(\S+) (>=|<=|>|<) (\d+(?:\.\d+)?)")
_OPPOSITE = {">": "<=", ">=": "<", "<": ">=", "<=": ">"}


class SameAction(NamedTuple):
    """Numbers of the recorded decisions with the name `action`: those a cluster cites, and the others.

    `others`: number -> what it counts (0-1), so that no outside source gives more than a third of them.
    """

    action: str
    failing: tuple[int, ...]
    others: Mapping[int, float]


def same_action(
    cluster: Cluster, recorded: DecisionVerdicts, episodes: Mapping[str, Episode], found: Mapping[str, frozenset[str]]
) -> SameAction | None:
    """Return the decisions of the action that `cluster` cites; None where it cites none, or those of several actions.

    The others are those of any episode, failed ones too, that the cluster does not cite. Episodes in which its
    detector found something that is not in the cluster are left out: a failure there may be of the same kind.
    """
    cited = recorded.cited(cluster)
    names = {_name(recorded.decisions[number].context) for number in cited}
    if len(names) != 1 or "" in names:
        return None
    action = names.pop()
    left_out = found.get(cluster.detector, frozenset()) - frozenset(cluster.episodes)
    known = frozenset(cited)
    others = [
        number
        for number, decision in enumerate(recorded.decisions)
        if number not in known and decision.episode not in left_out and _name(decision.context) == action
    ]
    sources = {number: episodes[recorded.decisions[number].episode].header.source for number in others}
    share = source_weights(Counter(sources.values()))
    return SameAction(action, cited, {number: share[sources[number]] for number in others if share[sources[number]]})


def counts_in_words(rule: Rule, same: SameAction, recorded: DecisionVerdicts) -> str:
    """Return a sentence for each part of the rule's `require`: how many of the decisions it speaks against are fine.

    "0 not failing in 248 with action.size <= 0 (0.0%, 95% interval 0.0% to 1.5%; 18.5% of all 340)."
    """
    source = rule.require or ""
    parts = [source[part[0].start : part[-1].end] for part in split_at(tuple(tokens_of(source)), "&&") if part]
    return " ".join(_sentence(rule, part, same, recorded) for part in parts)


def _sentence(rule: Rule, part: str, same: SameAction, recorded: DecisionVerdicts) -> str:
    against = recorded.violating(rule.model_copy(update={"require": part}))
    failing, fine = len(against & set(same.failing)), len(against & same.others.keys())
    share = wilson(fine, failing + fine)
    every = len(same.failing) + len(same.others)
    interval = f"{share.value or 0:.1%}, 95% interval {share.low:.1%} to {share.high:.1%}"
    whole = f"{len(same.others) / every:.1%} of all {every}"
    return f"{fine} {NOT_FAILING} in {failing + fine} with {_turned(part)} ({interval}; {whole})."


def _turned(part: str) -> str:
    """Return the opposite of a bound, its number as text reads it."""
    bound = _BOUND.fullmatch(part)
    if bound is None:
        return f"not ({part})"
    path, sign, number = bound.groups()
    return f"{path} {_OPPOSITE[sign]} {decimal(float(number)).removesuffix('.0')}"


def contexts_of(numbers: Sequence[int], recorded: DecisionVerdicts) -> tuple[JsonObject, ...]:
    """Return the contexts of these decisions, in order."""
    return tuple(recorded.decisions[number].context for number in numbers)


def _name(context: JsonObject) -> str:
    name = as_object(context.get("action")).get("name")
    return name if isinstance(name, str) else ""
