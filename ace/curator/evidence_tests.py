"""The rule test a proposal brings: decisions from its own evidence, cut down to what the condition looks at."""

from collections.abc import Iterable, Mapping, Sequence

from analyzers.clusters.cluster import Cluster
from runtime.contracts.condition_context import ContextField
from runtime.contracts.json_types import JsonObject, as_object
from runtime.contracts.rule import Evidence, Rule, RuleCase, RuleTest
from runtime.contracts.trace_event import Episode
from runtime.rules.evaluate_condition import judge

MAX_TRACES = 6


def decision_contexts(episode: Episode) -> list[tuple[int, JsonObject]]:
    """Return each decision's step number and full context; steps without a parsed action have none."""
    return [
        (step.step, {**step.context, "episode": episode.header.context})
        for step in episode.steps
        if step.proposed is not None
    ]


def cited_share(rule: Rule, cluster: Cluster, episodes: Iterable[Episode]) -> tuple[int, int]:
    """Return how many of the decisions `cluster` cites violate the rule, and how many it cites."""
    cited = {(finding.episode, finding.step) for finding in cluster.findings}
    judged = [
        judge(rule, context)
        for episode in episodes
        for step, context in decision_contexts(episode)
        if (episode.header.episode, step) in cited
    ]
    return judged.count("violates"), len(judged)


def evidence_test(
    rule: Rule, cluster: Cluster | None, episodes: Mapping[str, Episode], fields: Sequence[ContextField]
) -> RuleTest | None:
    """Return a test with one violating decision and one the rule lets through, taken from `episodes`.

    None when the rule has no condition to test, or no recorded decision shows it. A rule that nothing can comply with
    (`require: false`) is shown by a decision it does not speak about.
    """
    if not rule.is_checked:
        return None
    cited = {finding.episode for finding in cluster.findings} if cluster else set()
    first = [episodes[name] for name in sorted(cited) if name in episodes]
    others = [episode for name, episode in sorted(episodes.items()) if name not in cited]
    violating = _first(rule, first, "violates")
    complying = _first(rule, (*first, *others), "complies") or _first(rule, (*first, *others), "silent")
    if violating is None or complying is None:
        return None
    paths = _mentioned(rule, fields)
    return RuleTest(violates=(_case(violating, paths),), complies=(_case(complying, paths),))


def _first(rule: Rule, episodes: Iterable[Episode], wanted: str) -> JsonObject | None:
    for episode in episodes:
        for _, context in decision_contexts(episode):
            if judge(rule, context) == wanted:
                return context
    return None


def _mentioned(rule: Rule, fields: Sequence[ContextField]) -> list[str]:
    source = f"{rule.when} {rule.require}"
    return [field.path for field in fields if field.path in source]


def _case(context: JsonObject, paths: Sequence[str]) -> RuleCase:
    out: dict[str, JsonObject] = {"action": {}, "state": {}, "episode": {}}
    for path in paths:
        value = _at(context, path)
        node: JsonObject = out[path.split(".", 1)[0]]
        *parents, leaf = path.split(".")[1:]
        for parent in parents:
            node = node.setdefault(parent, {})  # type: ignore[assignment]
        node[leaf] = value
    return RuleCase(action=out["action"], state=out["state"], episode=out["episode"])


def _at(context: JsonObject, path: str) -> object:
    value: object = context
    for part in path.split("."):
        value = as_object(value).get(part)
    return value


def evidence_of(cluster: Cluster) -> Evidence:
    """Return the evidence a rule file carries for `cluster`: counts, some trace ids, the hash of the first quote."""
    return Evidence(
        cluster=cluster.id,
        failures=cluster.failures,
        samples=len(cluster.samples),
        traces=tuple(cluster.episodes[:MAX_TRACES]),
        quote_sha256=cluster.findings[0].quote_sha256,
    )
