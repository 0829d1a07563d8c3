"""Drafts as the curator without a model makes them: a new rule, a changed one, a stronger one."""

from pydantic import ValidationError

from ace.curator.draft import CuratorInput, Draft, Refused
from ace.curator.drafting.widen_condition import Conditions, widen
from ace.curator.evidence_tests import evidence_of, evidence_test
from ace.curator.own_words import rationale_of
from ace.curator.remedies import Remedy
from analyzers.clusters.cluster import Cluster
from runtime.contracts.errors import ConditionError
from runtime.contracts.json_types import JsonObject
from runtime.contracts.rule import Otherwise, Rule
from runtime.rules.evaluate_condition import compile_condition

CURATOR = "heuristic"


def new_rule(seen: CuratorInput, remedy: Remedy, cluster: Cluster) -> Rule:
    """Return the rule `remedy` describes, with `cluster` as its evidence."""
    return Rule.model_validate(
        {
            "schema": 1,
            "id": remedy.rule_id,
            "title": remedy.title,
            "status": "experimental",
            "agent": seen.agent,
            "text": f"{remedy.text.strip()}\n",
            "when": remedy.when,
            "require": remedy.require,
            "otherwise": {"action": remedy.otherwise} if remedy.otherwise else None,
            "priority": remedy.priority,
            "rationale": rationale_of(cluster),
            "evidence": (evidence_of(cluster),),
            "authors": ("ace",),
            "created": seen.today,
            "modified": seen.today,
        }
    )


def draft_of(seen: CuratorInput, cluster: Cluster, before: Rule | None, after: Rule, why: str) -> Draft:
    """Return an edit of `before`, or an addition where that is None, with a test from the evidence."""
    test = evidence_test(after, cluster, seen.episodes, seen.context)
    return Draft("edit" if before else "add", after.id, before, after, test, cluster, why, CURATOR)


def changed_rule(seen: CuratorInput, cluster: Cluster, rule: Rule, **fields: object) -> Rule:
    """Return `rule` with `fields` changed and `cluster` among its evidence."""
    evidence = (*rule.evidence, evidence_of(cluster))
    return rule.model_copy(update={**fields, "evidence": evidence, "modified": seen.today})


def replaced_rule(seen: CuratorInput, cluster: Cluster, rule: Rule, remedy: Remedy) -> Rule:
    """Return `rule` with the words and conditions of `remedy`."""
    fields: JsonObject = {
        "text": f"{remedy.text.strip()}\n",
        "when": remedy.when,
        "require": remedy.require,
        "otherwise": Otherwise(action=remedy.otherwise) if remedy.otherwise else None,
    }
    return changed_rule(seen, cluster, rule, **fields)


def widened_rule(seen: CuratorInput, cluster: Cluster, rule: Rule, remedy: Remedy) -> Rule | None:
    """Return `rule` so that it is also violated by what violates `remedy`; what it forbade it still forbids.

    A rule in words only takes the conditions over. None where the two do not go into one, or not into its length.
    """
    assert remedy.when is not None
    assert remedy.require is not None
    added = Conditions(remedy.when, remedy.require)
    together = added if rule.when is None or rule.require is None else widen(Conditions(rule.when, rule.require), added)
    if together is None:
        return None
    instead = rule.otherwise or (Otherwise(action=remedy.otherwise) if remedy.otherwise else None)
    text = f"{' '.join(rule.text.split())} {remedy.text.strip()}\n"
    made = changed_rule(seen, cluster, rule, text=text, when=together.when, require=together.require, otherwise=instead)
    try:
        compile_condition(together.when)
        compile_condition(together.require)
        return Rule.model_validate(made.model_dump(by_alias=True))
    except (ConditionError, ValidationError):
        return None


def stronger_rule(seen: CuratorInput, cluster: Cluster, rule: Rule) -> Draft | Refused:
    """Return a draft that makes a gate of a rule that is in the prompt and still broken, or why not."""
    if rule.safety:
        return Refused(cluster.id, CURATOR, f"{rule.id} is a safety rule: only a person changes it")
    if rule.enforce == "gate" or not rule.is_checked:
        return Refused(cluster.id, CURATOR, f"{rule.id} is a gate already, or has no condition to make a gate of")
    gate = changed_rule(seen, cluster, rule, enforce="gate")
    return draft_of(seen, cluster, rule, gate, f"{rule.id} is in the prompt and still broken: enforce it in code.")
