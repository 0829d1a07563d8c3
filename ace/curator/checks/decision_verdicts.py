"""Every recorded decision, numbered once, and what rules say of them: a condition is asked once for all checks."""

from collections.abc import Iterable, Mapping
from functools import cached_property

from ace.playbook.recorded_decisions import Decision, Key, fields_used, value_at
from analyzers.clusters.cluster import Cluster
from runtime.contracts.errors import ConditionError
from runtime.contracts.json_types import JsonObject
from runtime.contracts.rule import Rule
from runtime.contracts.trace_event import Episode
from runtime.rules.evaluate_condition import Judged, compile_condition, judge
from runtime.rules.judge_decisions import Decisions, explain_each, prepare


class DecisionVerdicts:
    """Decisions by number, by episode id and step. Steps without a parsed action are no decisions."""

    def __init__(self, episodes: Mapping[str, Episode]) -> None:
        decisions: list[Decision] = []
        as_proposed: list[int] = []
        last: list[int] = []
        for name, episode in sorted(episodes.items()):
            for step in episode.steps:
                if step.proposed is None:
                    continue
                if step.taken == step.proposed:
                    as_proposed.append(len(decisions))
                if step is episode.steps[-1]:
                    last.append(len(decisions))
                context: JsonObject = {**step.context, "episode": episode.header.context}
                decisions.append(Decision(name, step.step, context))
        self.decisions = tuple(decisions)
        self.as_proposed = frozenset(as_proposed)
        """Numbers of the decisions whose proposed action was taken as it was: no gate changed it."""
        self.last = frozenset(last)
        """Numbers of the decisions that are the last step of their episode."""
        self._said: dict[tuple[str, str], Mapping[int, Judged]] = {}
        self._values: dict[str, list[str]] = {}

    def of_rule(self, rule: Rule) -> Mapping[int, Judged]:
        """Return what `rule` says of each decision on which it is not silent, by number. Do not change it."""
        if rule.when is None or rule.require is None:
            return {}
        key = (rule.when, rule.require)
        if key not in self._said:
            self._said[key] = self._judged(rule)
        return self._said[key]

    def violating(self, rule: Rule) -> frozenset[int]:
        """Return the numbers of the decisions that violate `rule`."""
        return frozenset(number for number, said in self.of_rule(rule).items() if said == "violates")

    def of_episodes(self, names: Iterable[str]) -> tuple[int, ...]:
        """Return the numbers of the decisions of these episodes, in order."""
        wanted = frozenset(names)
        return tuple(number for number, one in enumerate(self.decisions) if one.episode in wanted)

    def cited(self, cluster: Cluster) -> tuple[int, ...]:
        """Return the numbers of the decisions that `cluster` cites, each once, in order."""
        steps = {(finding.episode, finding.step) for finding in cluster.findings}
        return tuple(sorted(self._numbers[step] for step in steps if step in self._numbers))

    def alike(self, paths: Iterable[str]) -> tuple[tuple[int, ...], ...]:
        """Return groups of numbers of decisions with equal values at `paths`, in the order they were first seen."""
        columns = [self._column(path) for path in paths]
        if not columns:
            return (tuple(range(len(self.decisions))),) if self.decisions else ()
        groups: dict[Key, list[int]] = {}
        for number, key in enumerate(zip(*columns, strict=True)):
            groups.setdefault(key, []).append(number)
        return tuple(tuple(numbers) for numbers in groups.values())

    def _column(self, path: str) -> list[str]:
        if path not in self._values:
            self._values[path] = [value_at(one.context, path) for one in self.decisions]
        return self._values[path]

    @cached_property
    def _numbers(self) -> Mapping[tuple[str, int], int]:
        return {(one.episode, one.step): number for number, one in enumerate(self.decisions)}

    @cached_property
    def _prepared(self) -> Decisions:
        return prepare([one.context for one in self.decisions])

    def _judged(self, rule: Rule) -> Mapping[int, Judged]:
        if _is_native(rule):
            return {number: said.verdict for number, said in explain_each(rule, self._prepared)}
        # CEL itself takes twenty times as long: it is asked once about decisions the rule cannot tell apart.
        groups = self.alike(fields_used([rule]))
        said = ((judge(rule, self.decisions[numbers[0]].context), numbers) for numbers in groups)
        return {number: verdict for verdict, numbers in said if verdict != "silent" for number in numbers}


def _is_native(rule: Rule) -> bool:
    """True when Python can answer both conditions, mostly. One that does not parse is an error on every decision."""
    try:
        return all(compile_condition(source).native is not None for source in (rule.when, rule.require) if source)
    except ConditionError:
        return True
