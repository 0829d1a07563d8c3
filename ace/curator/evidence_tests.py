"""The rule test a proposal brings: decisions from its own evidence, cut down to what the condition looks at."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import islice

from ace.curator.writable_case import is_writable, without_forbidden
from analyzers.clusters.cluster import Cluster
from runtime.contracts.condition_context import ContextField, default_context, merge_context
from runtime.contracts.json_types import JsonObject, as_object
from runtime.contracts.rule import Evidence, Rule, RuleCase, RuleTest
from runtime.contracts.trace_event import Episode
from runtime.rules.evaluate_condition import judge

MAX_TRACES = 6
# Decisions looked through for one that a file can hold as it is; reading each back takes about a millisecond.
MAX_TRIED = 200


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

    Taken is the first decision that a reviewed file can hold as it was recorded. Where none can (every text of an agent
    has an invisible character), it is one without the forbidden characters, if the rule judges that one the same; else
    the first as it is, so that the check of the test says what is in the way.
    """
    if not rule.is_checked:
        return None
    cited = {finding.episode for finding in cluster.findings} if cluster else set()
    first = [episodes[name] for name in sorted(cited) if name in episodes]
    others = [episode for name, episode in sorted(episodes.items()) if name not in cited]
    paths = _mentioned(rule, fields)
    violating = _first(rule, first, "violates", paths, fields)
    complying = _first(rule, (*first, *others), "complies", paths, fields)
    complying = complying or _first(rule, (*first, *others), "silent", paths, fields)
    if violating is None or complying is None:
        return None
    return RuleTest(violates=(violating,), complies=(complying,))


def _first(
    rule: Rule, episodes: Iterable[Episode], wanted: str, paths: Sequence[str], fields: Sequence[ContextField]
) -> RuleCase | None:
    contexts = (context for episode in episodes for _, context in decision_contexts(episode))
    found = (_case(context, paths) for context in contexts if judge(rule, context) == wanted)
    tried: list[RuleCase] = []
    for case in islice(found, MAX_TRIED):
        if case in tried:
            continue
        if is_writable(case):
            return case
        tried.append(case)
    cleaned = (without_forbidden(case) for case in tried)
    usable = (case for case in cleaned if is_writable(case) and judge(rule, _filled(case, fields)) == wanted)
    return next(usable, tried[0] if tried else None)


def _filled(case: RuleCase, fields: Sequence[ContextField]) -> JsonObject:
    given: dict[str, JsonObject] = {"action": case.action, "state": case.state, "episode": case.episode}
    return as_object(merge_context(default_context(fields), given))


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
