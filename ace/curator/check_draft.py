"""What a draft must pass before anything is run: no model call, each check with its figure."""

from collections import Counter
from collections.abc import Iterable

from ace.curator.check_overlap import check_conflicts, check_duplicates
from ace.curator.checks.check import (
    DEAD_AFTER_DECISIONS,
    DEAD_AFTER_EPISODES,
    MAX_FALSE_FIRING,
    MAX_SOURCE_SHARE,
    MIN_FAILURES,
    MIN_SAMPLES,
    MIN_TRUE_FIRING,
    NOT_FOR_RULES,
    OWN_SOURCE,
    Check,
    CheckInput,
)
from ace.curator.draft import Draft
from ace.curator.evidence_tests import cited_share, decision_contexts
from ace.playbook.recorded_decisions import decisions_of
from ace.playbook.run_tests import run_rule_test
from ace.playbook.write_rule import dump_rule, dump_rule_test
from analyzers.clusters.cluster import Cluster
from analyzers.evidence import is_shown
from runtime.contracts.errors import RuleError
from runtime.contracts.json_types import JsonObject
from runtime.contracts.rule import Rule, RuleTest
from runtime.rules.check_condition import check_condition
from runtime.rules.condition_choices import GATE_WORDS
from runtime.rules.evaluate_condition import judge
from runtime.rules.load_reviewed import path_of_test
from runtime.rules.read_rule import parse_rule, parse_rule_test


def check_draft(draft: Draft, seen: CheckInput, path: str) -> tuple[Check, ...]:
    """Return every check with its outcome; a draft may be judged only when all are ok."""
    if draft.after is None:
        return (_safety(draft), _silent(draft, seen))
    checks = [_safety(draft), _schema(draft.after, seen, path)]
    if draft.op == "add":
        checks.append(_new_id(draft, seen))
    if draft.cluster is not None:
        checks.append(_evidence(draft.cluster, seen))
        checks.append(_separation(draft.after, draft.cluster, seen))
    if draft.after.is_checked:
        checks.append(_test(draft.after, draft.test, seen, path_of_test(path)))
    checks.append(_narrows(draft))
    decisions = tuple(decisions_of(episode for _, episode in sorted(seen.episodes.items())))
    checks.append(Check("duplicates", *check_duplicates(draft.after, seen.rules, decisions, seen.embedding)))
    names = sorted(seen.actions - set(GATE_WORDS))
    checks.append(Check("conflicts", *check_conflicts(draft.after, seen.rules, decisions, seen.context, names)))
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
        for problem in check_condition(source, [field for field in seen.context if field.path not in NOT_FOR_RULES])
    ]
    otherwise = rule.otherwise.action if rule.otherwise else ""
    if otherwise and otherwise not in seen.actions:
        problems.append(f"otherwise: {otherwise!r} is not an action or tool of this agent")
    return Check("schema", not problems, "; ".join(problems) or "fields, characters and conditions are valid")


def _new_id(draft: Draft, seen: CheckInput) -> Check:
    ok = draft.rule_id not in seen.taken
    why = "was deleted, is deprecated or is another agent's; an id is never used again"
    return Check("id", ok, "the id was never used" if ok else f"{draft.rule_id} {why}")


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
    source, share = _largest_outside_source(cluster)
    if share > MAX_SOURCE_SHARE:
        detail = f"{share:.0%} of the failing episodes come from {source}; one source may give at most a third"
        return Check("evidence", False, detail, figure)
    enough = len(cluster.episodes) >= MIN_FAILURES and len(cluster.samples) >= MIN_SAMPLES
    need = f"needs {MIN_FAILURES} failing episodes from {MIN_SAMPLES} samples"
    return Check("evidence", enough, "ids resolve and quotes match" if enough else need, figure)


def _largest_outside_source(cluster: Cluster) -> tuple[str, float]:
    sources = {finding.episode: finding.source for finding in cluster.findings}
    outside = Counter(source for source in sources.values() if source != OWN_SOURCE)
    source, episodes = next(iter(outside.most_common(1)), ("", 0))
    return source, episodes / max(len(sources), 1)


def _separation(rule: Rule, cluster: Cluster, seen: CheckInput) -> Check:
    if not rule.is_checked:
        return Check("separation", True, "text only: nothing to check, and nothing to enforce", "no condition")
    fired, cited = cited_share(rule, cluster, seen.episodes.values())
    contexts, kind = _clean_decisions(cluster, seen)
    alarms = sum(judge(rule, context) == "violates" for context in contexts)
    true_share = fired / cited if cited else 0.0
    false_share = alarms / len(contexts) if contexts else 1.0
    figure = (
        f"fires on {fired} of {cited} cited decisions ({true_share:.0%}) and on {alarms} of "
        f"{len(contexts)} decisions of {kind}" + (f" ({false_share:.1%})" if contexts else "")
    )
    ok = true_share >= MIN_TRUE_FIRING and false_share <= MAX_FALSE_FIRING
    bar = f"needs at least {MIN_TRUE_FIRING:.0%} and at most {MAX_FALSE_FIRING:.0%}"
    return Check("separation", ok, "the condition tells the failures from the successes" if ok else bar, figure)


def _clean_decisions(cluster: Cluster, seen: CheckInput) -> tuple[list[JsonObject], str]:
    """Return the decisions a rule must not fire on, and of which episodes they are.

    Where nothing succeeded, a condition that always fires would pass unnoticed; then episodes without this failure
    stand in, or else the decisions that are not cited, and the figure says so.
    """
    failing = seen.found.get(cluster.detector, frozenset())
    contexts = _decisions(seen, seen.succeeded - failing)
    if contexts:
        return contexts, "successful episodes"
    contexts = _decisions(seen, frozenset(seen.episodes) - failing)
    if contexts:
        return contexts, "episodes without this failure (none succeeded)"
    cited = {(finding.episode, finding.step) for finding in cluster.findings}
    uncited = [
        context
        for name, episode in sorted(seen.episodes.items())
        for step, context in decision_contexts(episode)
        if (name, step) not in cited
    ]
    return uncited, "the same episodes that are not cited (all failed)"


def _decisions(seen: CheckInput, names: frozenset[str]) -> list[JsonObject]:
    return [
        context
        for name in sorted(names & seen.episodes.keys())
        for _, context in decision_contexts(seen.episodes[name])
    ]


def _test(rule: Rule, test: RuleTest | None, seen: CheckInput, path: str) -> Check:
    if test is None or not test.violates or not test.complies:
        return Check("test", False, "no recorded decision shows the rule broken and another one let through")
    try:
        parse_rule_test(dump_rule_test(test), path)
    except RuleError as exc:
        return Check("test", False, str(exc))
    failed = next((result for result in run_rule_test(rule, test, seen.context) if not result.ok), None)
    figure = f"{len(test.violates)} violating, {len(test.complies)} complying"
    return Check("test", failed is None, failed.message if failed else "the rule's own test passes", figure)


def _narrows(draft: Draft) -> Check:
    before, after = draft.before, draft.after
    assert after is not None
    problems = []
    if before is not None:
        if before.enforce == "gate" and after.enforce == "prompt":
            problems.append("takes a gate away")
        if before.is_checked and not after.is_checked:
            problems.append("takes the condition away")
        if before.safety and not after.safety:
            problems.append("takes the safety mark away")
        if before.agent != after.agent or before.audience != after.audience:
            problems.append("changes whom the rule is for")
    return Check("narrows", not problems, "; ".join(problems) or "grants nothing and switches nothing off")


def _silent(draft: Draft, seen: CheckInput) -> Check:
    assert draft.before is not None
    if not draft.before.is_checked:
        return Check("silent", False, "the rule has no condition, so nothing shows that it is never needed")
    contexts = _decisions(seen, frozenset(seen.episodes))
    spoke = sum(judge(draft.before, context) != "silent" for context in contexts)
    figure = f"spoke on {spoke} of {len(contexts)} decisions in {len(seen.episodes)} episodes"
    if spoke:
        return Check("silent", False, "the rule speaks", figure)
    if len(seen.episodes) < DEAD_AFTER_EPISODES or len(contexts) < DEAD_AFTER_DECISIONS:
        bar = f"needs {DEAD_AFTER_DECISIONS} decisions in {DEAD_AFTER_EPISODES} episodes"
        return Check("silent", False, f"too little was seen to call the rule dead; {bar}", figure)
    return Check("silent", True, "the rule never spoke", figure)


def passed(checks: Iterable[Check]) -> bool:
    """True when every check is ok."""
    return all(check.ok for check in checks)
