"""From a model's JSON to a draft, or to the reason why not."""

import json

from pydantic import ValidationError

from ace.curator.draft import CuratorInput, Draft, Refused
from ace.curator.evidence_tests import evidence_of, evidence_test
from analyzers.clusters.cluster import Cluster
from runtime.contracts.json_types import JsonObject
from runtime.contracts.rule import Rule

_FIELDS = ("op", "rule_id", "title", "text", "when", "require", "otherwise", "rationale")
OPERATION_SCHEMA: JsonObject = {
    "type": "object",
    "properties": {
        "op": {"enum": ["add", "edit", "delete", "none"]},
        "rule_id": {"type": "string", "maxLength": 60},
        "title": {"type": "string", "maxLength": 100},
        "text": {"type": "string", "maxLength": 400},
        "when": {"type": "string", "maxLength": 200},
        "require": {"type": "string", "maxLength": 200},
        "otherwise": {"type": "string", "maxLength": 40},
        "rationale": {"type": "string", "maxLength": 300},
    },
    "required": list(_FIELDS),
    "additionalProperties": False,
}
_NEW: JsonObject = {"schema": 1, "status": "experimental", "authors": ("ace",)}


def read_operation(raw: str, seen: CuratorInput, cluster: Cluster, curator: str) -> Draft | Refused:
    """Return the draft that `raw` describes, or why it cannot be used. The model never writes evidence, ids of
    evidence, safety marks, agents or audiences: code does."""
    try:
        value = json.loads(raw)
    except (ValueError, RecursionError) as exc:  # ValueError: no JSON, or a number of thousands of digits
        return Refused(cluster.id, curator, f"not JSON: {exc}", raw)
    if not isinstance(value, dict):
        return Refused(cluster.id, curator, "not a JSON object", raw)
    # A server without structured output may leave fields out or write null.
    value = {name: "" if item is None else item for name, item in value.items()}
    odd = next((name for name in _FIELDS if not isinstance(value.get(name, ""), str)), None)
    if odd is not None:
        return Refused(cluster.id, curator, f"`{odd}` is not a text", raw)
    op, rule_id = value.get("op"), str(value.get("rule_id", "")).strip()
    if op == "none":
        return Refused(cluster.id, curator, "the model proposes no change", raw)
    before = next((rule for rule in seen.rules if rule.id == rule_id), None)
    if before is not None and before.safety:
        return Refused(cluster.id, curator, f"{rule_id} is a safety rule: only a person changes it", raw)
    if op == "delete":
        if before is None:
            return Refused(cluster.id, curator, f"delete of {rule_id!r}, which is not a rule", raw)
        return Draft("delete", rule_id, before, None, None, cluster, _words(value, "rationale"), curator)
    if op == "edit" and before is None:
        return Refused(cluster.id, curator, f"edit of {rule_id!r}, which is not a rule", raw)
    if op == "add" and before is not None:
        return Refused(cluster.id, curator, f"add of {rule_id!r}, which exists already", raw)
    if op not in {"add", "edit"}:
        return Refused(cluster.id, curator, f"unknown operation {op!r}", raw)
    try:
        after = _rule(value, seen, cluster, before)
    except ValidationError as exc:
        first = exc.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        return Refused(cluster.id, curator, f"not a valid rule: {where}: {first['msg']}", raw)
    test = evidence_test(after, cluster, seen.episodes, seen.context)
    return Draft("edit" if before else "add", rule_id, before, after, test, cluster, after.rationale, curator)


def _rule(value: JsonObject, seen: CuratorInput, cluster: Cluster, before: Rule | None) -> Rule:
    old: JsonObject = before.model_dump(by_alias=True) if before else {**_NEW, "created": seen.today}
    otherwise = _words(value, "otherwise")
    evidence = (*(before.evidence if before else ()), evidence_of(cluster))
    return Rule.model_validate(
        {
            **old,
            "id": str(value.get("rule_id", "")).strip(),
            "agent": seen.agent,
            "title": _words(value, "title") or (before.title if before else ""),
            "text": _words(value, "text") + "\n",
            "when": _words(value, "when") or None,
            "require": _words(value, "require") or None,
            "otherwise": {"action": otherwise} if otherwise else None,
            "rationale": _words(value, "rationale"),
            "evidence": [item.model_dump() for item in evidence],
            "effect": None,
            "modified": seen.today,
        }
    )


def _words(value: JsonObject, name: str) -> str:
    return " ".join(str(value.get(name, "")).split())
