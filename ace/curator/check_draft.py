"""What a draft must pass before anything is run: no model call, each check with its figure."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from ace.curator.draft import Draft
from ace.curator.evidence_tests import decision_contexts
from ace.playbook.write_rule import dump_rule
from analyzers.clusters import Cluster
from analyzers.evidence import is_shown
from runtime.contracts.condition_context import ContextField
from runtime.contracts.errors import RuleError
from runtime.contracts.rule import Rule
from runtime.contracts.trace_event import Episode
from runtime.rules.check_condition import check_condition
from runtime.rules.evaluate_condition import judge
from runtime.rules.read_rule import parse_rule

MIN_FAILURES = 3
MIN_SAMPLES = 2
MIN_TRUE_FIRING = 0.80
MAX_FALSE_FIRING = 0.05
MAX_SOURCE_SHARE = 1 / 3


@dataclass(frozen=True)
class Check:
    """One check of one draft. `value` is the figure it rests on, as text."""

    name: str
    ok: bool
    detail: str
    value: str = ""


@dataclass(frozen=True)
class CheckInput:
    """What the checks look at: recorded development episodes by id, which of them succeeded, what conditions see.

    `found`: the episodes in which each detector found something; a success with the very failure is no clean one.
    """

    episodes: Mapping[str, Episode]
    succeeded: frozenset[str]
    found: Mapping[str, frozenset[str]]
    context: Sequence[ContextField]
    actions: frozenset[str]


def check_draft(draft: Draft, seen: CheckInput, path: str) -> tuple[Check, ...]:
    """Return every check with its outcome; a draft may be judged only when all are ok."""
    if draft.after is None:
        return (_safety(draft), _silent(draft, seen))
    checks = [_safety(draft), _schema(draft.after, seen, path)]
    if draft.cluster is not None:
        checks.append(_evidence(draft.cluster, seen))
        checks.append(_separation(draft.after, draft.cluster, seen))
    checks.append(_narrows(draft))
    return tuple(checks)


def _safety(draft: Draft) -> Check:
    touches = draft.before is not None and draft.before.safety
    claims = draft.after is not None and draft.after.safety and draft.before is None
    ok = not touches and not claims
    return Check("safety", ok, "no safety rule is touched" if ok else "safety rules are changed by people only")


def _schema(rule: Rule, seen: CheckInput, path: str) -> Check:
    try:
        parse_rule(dump_rule(rule), path)
    except RuleError as exc:
        return Check("schema", False, str(exc))
    problems = [
        f"{name}: {problem}"
        for name, source in (("when", rule.when), ("require", rule.require))
        if source is not None
        for problem in check_condition(source, seen.context)
    ]
    otherwise = rule.otherwise.action if rule.otherwise else ""
    if otherwise and otherwise not in seen.actions:
        problems.append(f"otherwise: {otherwise!r} is not an action or tool of this agent")
    return Check("schema", not problems, "; ".join(problems) or "fields, characters and conditions are valid")


def _evidence(cluster: Cluster, seen: CheckInput) -> Check:
    missing = [name for name in cluster.episodes if name not in seen.episodes]
    figure = f"{len(cluster.episodes)} failing episodes, {len(cluster.samples)} samples, {len(cluster.cases)} cases"
    if missing:
        return Check("evidence", False, f"trace {missing[0]} does not exist", figure)
    unsound = next((f for f in cluster.findings if not is_shown(f, seen.episodes[f.episode])), None)
    if unsound is not None:
        return Check(
            "evidence", False, f"the quote of {unsound.episode} step {unsound.step} is not in its trace", figure
        )
    enough = len(cluster.episodes) >= MIN_FAILURES and len(cluster.samples) >= MIN_SAMPLES
    need = f"needs {MIN_FAILURES} failing episodes from {MIN_SAMPLES} samples"
    return Check("evidence", enough, "ids resolve and quotes match" if enough else need, figure)


def _separation(rule: Rule, cluster: Cluster, seen: CheckInput) -> Check:
    if not rule.is_checked:
        return Check("separation", True, "text only: nothing to check, and nothing to enforce", "no condition")
    cited = {(finding.episode, finding.step) for finding in cluster.findings}
    fired = [judge(rule, context) == "violates" for _, context in _decisions(seen.episodes.values(), cited)]
    clean_names = seen.succeeded - seen.found.get(cluster.detector, frozenset())
    good = [seen.episodes[name] for name in sorted(clean_names) if name in seen.episodes]
    clean = [judge(rule, context) == "violates" for _, context in _decisions(good, None)]
    true_share = sum(fired) / len(fired) if fired else 0.0
    false_share = sum(clean) / len(clean) if clean else 0.0
    figure = (
        f"fires on {sum(fired)} of {len(fired)} cited decisions ({true_share:.0%}) and on {sum(clean)} of "
        f"{len(clean)} decisions of successful episodes ({false_share:.1%})"
    )
    ok = true_share >= MIN_TRUE_FIRING and false_share <= MAX_FALSE_FIRING
    bar = f"needs at least {MIN_TRUE_FIRING:.0%} and at most {MAX_FALSE_FIRING:.0%}"
    return Check("separation", ok, "the condition tells the failures from the successes" if ok else bar, figure)


def _decisions(episodes: Iterable[Episode], cited: set[tuple[str, int]] | None) -> list[tuple[int, dict[str, object]]]:
    return [
        (step, context)
        for episode in episodes
        for step, context in decision_contexts(episode)
        if cited is None or (episode.header.episode, step) in cited
    ]


def _narrows(draft: Draft) -> Check:
    before, after = draft.before, draft.after
    assert after is not None
    problems = []
    if before is not None:
        if before.enforce == "gate" and after.enforce == "prompt":
            problems.append("takes a gate away")
        if before.safety and not after.safety:
            problems.append("takes the safety mark away")
        if before.agent != after.agent or before.audience != after.audience:
            problems.append("changes whom the rule is for")
    return Check("narrows", not problems, "; ".join(problems) or "grants nothing and switches nothing off")


def _silent(draft: Draft, seen: CheckInput) -> Check:
    assert draft.before is not None
    contexts = _decisions(seen.episodes.values(), None)
    spoke = sum(judge(draft.before, context) != "silent" for _, context in contexts)
    return Check(
        "silent", spoke == 0, "the rule never spoke" if spoke == 0 else "the rule speaks", f"{spoke} decisions"
    )


def passed(checks: Iterable[Check]) -> bool:
    """True when every check is ok."""
    return all(check.ok for check in checks)
