"""The curator that needs no model: a remedy per detector, an edit where a rule nearly covers the cluster."""

from ace.curator.checks.check import DEAD_AFTER_DECISIONS, DEAD_AFTER_EPISODES, MIN_TRUE_FIRING
from ace.curator.draft import CuratorInput, Draft, Drafting, Refused
from ace.curator.evidence_tests import cited_share, decision_contexts, evidence_of, evidence_test
from ace.curator.remedies import REMEDIES, Remedy
from analyzers.clusters.cluster import Cluster
from runtime.contracts.rule import Otherwise, Rule
from runtime.rules.evaluate_condition import judge

CURATOR = "heuristic"


def draft_heuristically(seen: CuratorInput) -> Drafting:
    """Return at most one draft per cluster, best cluster first, then deletions of rules that never spoke."""
    drafts: list[Draft] = []
    refused: list[Refused] = []
    taken: set[str] = set()
    for cluster in seen.clusters:
        made = _draft(seen, cluster)
        if isinstance(made, Refused):
            refused.append(made)
        elif made.rule_id in taken:
            refused.append(Refused(cluster.id, CURATOR, f"a better cluster already changes {made.rule_id}"))
        elif len(drafts) >= seen.limit:
            refused.append(Refused(cluster.id, CURATOR, f"{len(drafts)} drafts are made, the most that are asked for"))
        else:
            drafts.append(made)
            taken.add(made.rule_id)
    for draft in _dead(seen):
        if draft.rule_id not in taken and len(drafts) < seen.limit:
            drafts.append(draft)
    return Drafting(tuple(drafts), tuple(refused))


def _draft(seen: CuratorInput, cluster: Cluster) -> Draft | Refused:
    if cluster.detector.startswith("rule:"):
        return _stronger(seen, cluster)
    remedy = REMEDIES.get(cluster.detector)
    if remedy is None:
        return Refused(cluster.id, CURATOR, f"no remedy is known for {cluster.detector}")
    existing = next((rule for rule in seen.rules if rule.id == remedy.rule_id), None)
    if existing is None:
        rule = _new_rule(seen, remedy, cluster)
        return _finish(seen, cluster, None, rule, f"{cluster.name}: no rule speaks about it yet.")
    if existing.safety:
        return Refused(cluster.id, CURATOR, f"{existing.id} is a safety rule: only a person changes it")
    if (existing.when, existing.require) == (remedy.when, remedy.require) or _covers(existing, seen, cluster):
        return _stronger(seen, cluster, existing)
    changed = existing.model_copy(
        update={
            "text": _text(remedy),
            "when": remedy.when,
            "require": remedy.require,
            "otherwise": Otherwise(action=remedy.otherwise) if remedy.otherwise else None,
            "evidence": (*existing.evidence, evidence_of(cluster)),
            "modified": seen.today,
        }
    )
    lacks = (
        "its condition misses this" if existing.is_checked else "it asks in words only; a condition makes it checkable"
    )
    why = f"{cluster.name}: {existing.id} does not keep it from happening: {lacks}."
    return _finish(seen, cluster, existing, changed, why)


def _covers(rule: Rule, seen: CuratorInput, cluster: Cluster) -> bool:
    """True when the rule, as a person may have written it, already speaks against what the cluster cites."""
    fired, cited = cited_share(rule, cluster, seen.episodes.values())
    return cited > 0 and fired >= MIN_TRUE_FIRING * cited


def _stronger(seen: CuratorInput, cluster: Cluster, rule: Rule | None = None) -> Draft | Refused:
    rule_id = cluster.detector.removeprefix("rule:")
    rule = rule or next((rule for rule in seen.rules if rule.id == rule_id), None)
    if rule is None:
        return Refused(cluster.id, CURATOR, f"{rule_id} is no longer a rule")
    if rule.safety:
        return Refused(cluster.id, CURATOR, f"{rule.id} is a safety rule: only a person changes it")
    if rule.enforce == "gate" or not rule.is_checked:
        return Refused(cluster.id, CURATOR, f"{rule.id} is a gate already, or has no condition to make a gate of")
    changed = rule.model_copy(
        update={
            "enforce": "gate",
            "evidence": (*rule.evidence, evidence_of(cluster)),
            "modified": seen.today,
        }
    )
    return _finish(seen, cluster, rule, changed, f"{rule.id} is in the prompt and still broken: enforce it in code.")


def _new_rule(seen: CuratorInput, remedy: Remedy, cluster: Cluster) -> Rule:
    return Rule.model_validate(
        {
            "schema": 1,
            "id": remedy.rule_id,
            "title": remedy.title,
            "status": "experimental",
            "agent": seen.agent,
            "text": _text(remedy),
            "when": remedy.when,
            "require": remedy.require,
            "otherwise": {"action": remedy.otherwise} if remedy.otherwise else None,
            "priority": remedy.priority,
            "rationale": f"{cluster.failures} failures in {len(cluster.samples)} samples: {cluster.name}.",
            "evidence": (evidence_of(cluster),),
            "authors": ("ace",),
            "created": seen.today,
            "modified": seen.today,
        }
    )


def _text(remedy: Remedy) -> str:
    return remedy.text.strip() + "\n"


def _finish(seen: CuratorInput, cluster: Cluster, before: Rule | None, after: Rule, why: str) -> Draft:
    test = evidence_test(after, cluster, seen.episodes, seen.context)
    return Draft("edit" if before else "add", after.id, before, after, test, cluster, why, CURATOR)


def _dead(seen: CuratorInput) -> list[Draft]:
    episodes = [episode for episode in seen.episodes.values() if not episode.is_infrastructure_error]
    contexts = [context for episode in episodes for _, context in decision_contexts(episode)]
    if len(episodes) < DEAD_AFTER_EPISODES or len(contexts) < DEAD_AFTER_DECISIONS:
        return []
    out = []
    for rule in seen.rules:
        if rule.safety or not rule.is_checked or rule.status == "deprecated":
            continue
        if all(judge(rule, context) == "silent" for context in contexts):
            why = f"{rule.id} never spoke about any of {len(contexts)} decisions in {len(episodes)} episodes."
            out.append(Draft("delete", rule.id, rule, None, None, None, why, CURATOR))
    return out
