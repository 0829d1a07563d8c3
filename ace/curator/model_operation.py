"""From a model's JSON to a draft, or to the reason why not."""

import json
import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from pydantic import ValidationError

from ace.curator.conditions.candidate import Candidate
from ace.curator.draft import CuratorInput, Draft, Refused
from ace.curator.drafting.found_remedy import free_id
from ace.curator.evidence_tests import evidence_of, evidence_test
from ace.playbook.merge_fields import merged_fields, refuse_lossy_merge
from analyzers.clusters.cluster import Cluster
from runtime.contracts.errors import RuleError
from runtime.contracts.json_types import JsonObject, as_object
from runtime.contracts.rule import Rule

OPERATIONS = ("add", "edit", "delete", "merge", "none")
NO_CHANGE = "the model proposes no change"
_NEW: JsonObject = {"schema": 1, "status": "experimental", "authors": ("ace",)}
_CANDIDATE = re.compile(r"candidate \d{1,3}")
_TEXTS = ("op", "rule_id", "title", "text", "when", "require", "otherwise", "rationale")
MAX_MERGED = 5
OPERATION_SCHEMA: JsonObject = {
    "type": "object",
    # In this order: what is written first decides what follows, and a text should follow its condition.
    "properties": {
        "op": {"enum": list(OPERATIONS)},
        "when": {"type": "string", "maxLength": 200},
        "require": {"type": "string", "maxLength": 200},
        "otherwise": {"type": "string", "maxLength": 40},
        "rule_id": {"type": "string", "pattern": "^[a-z0-9-]{2,20}[.][a-z0-9-]{2,40}$"},
        "merge_ids": {"type": "array", "items": {"type": "string", "maxLength": 60}, "maxItems": MAX_MERGED},
        "title": {"type": "string", "minLength": 6, "maxLength": 100},
        "text": {"type": "string", "minLength": 20, "maxLength": 400},
        "rationale": {"type": "string", "maxLength": 300},
    },
    "required": ["op", "when", "require", "otherwise", "rule_id", "merge_ids", "title", "text", "rationale"],
    "additionalProperties": False,
}


def operation_schema(operations: Sequence[str]) -> JsonObject:
    """Return OPERATION_SCHEMA with no other operations than these."""
    properties = {**as_object(OPERATION_SCHEMA["properties"]), "op": {"enum": list(operations)}}
    return {**OPERATION_SCHEMA, "properties": properties}


class Operation(NamedTuple):
    """What a model wants, as it wrote it: texts on one line, "" where there is none."""

    op: str
    rule_id: str
    merge_ids: tuple[str, ...]
    fields: dict[str, str]


def parse_operation(raw: str) -> Operation | str:
    """Return the operation `raw` describes, or what is wrong with it as a text."""
    try:
        value = json.loads(raw)
    except (ValueError, RecursionError) as exc:  # ValueError: no JSON, or a number of thousands of digits
        return f"not JSON: {exc}"
    if not isinstance(value, dict):
        return "not a JSON object"
    # A server without structured output may leave fields out or write null.
    value = {name: "" if item is None else item for name, item in value.items()}
    odd = next((name for name in _TEXTS if not isinstance(value.get(name, ""), str)), None)
    if odd is not None:
        return f"`{odd}` is not a text"
    merge_ids = value.get("merge_ids") or []
    if not isinstance(merge_ids, list) or not all(isinstance(item, str) for item in merge_ids):
        return "`merge_ids` is not a list of texts"
    fields = {name: _said(value.get(name, "")) for name in _TEXTS}
    if fields["op"] not in OPERATIONS:
        return f"unknown operation {fields['op'][:40]!r}"
    return Operation(fields["op"], fields["rule_id"], tuple(item.strip() for item in merge_ids), fields)


def _said(text: str) -> str:
    """Return the text on one line; a placeholder such as "..." says nothing."""
    return " ".join(text.split()) if any(map(str.isalnum, text)) else ""


def read_operation(
    raw: str, seen: CuratorInput, cluster: Cluster, curator: str, named: Mapping[str, Candidate] | None = None
) -> Draft | Refused:
    """Return the draft that `raw` describes, or why it cannot be used.

    The model never writes evidence, ids of evidence, safety marks, agents or audiences: code does. In a merge it only
    names the rules. `named`: candidates it was shown by name; a name in place of a condition stands for both of its.
    """
    operation = parse_operation(raw)
    if isinstance(operation, Operation) and operation.op in {"add", "edit"}:
        operation = _with_conditions(operation, named or {})
    made = operation if isinstance(operation, str) else _make(operation, seen, cluster, curator)
    return Refused(cluster.id, curator, made, raw) if isinstance(made, str) else made


def _with_conditions(operation: Operation, named: Mapping[str, Candidate]) -> Operation | str:
    """Return the operation with the conditions of the candidate it names in `when`, or in `require`."""
    said = operation.fields
    name = next((said[part] for part in ("when", "require") if _CANDIDATE.fullmatch(said[part])), None)
    if name is None:
        return operation
    chosen = named.get(name)
    if chosen is None:
        known = f"it is one of {', '.join(named)}" if named else "there is none; write conditions with the fields"
        return f"no candidate is called {name!r}; {known}"
    return operation._replace(fields={**said, "when": chosen.when, "require": chosen.require})


def _make(operation: Operation, seen: CuratorInput, cluster: Cluster, curator: str) -> Draft | str:
    op, rule_id = operation.op, operation.rule_id
    if op == "none":
        return NO_CHANGE
    before = next((rule for rule in seen.rules if rule.id == rule_id), None)
    if before is not None and op == "add" and seen.wording == "condition":
        # A new rule is named by code: whose id the model took for it does not matter.
        rule_id, before = free_id(seen, cluster, operation.fields["when"]), None
        operation = operation._replace(rule_id=rule_id)
    if before is not None and before.safety:
        return f"{rule_id} is a safety rule: only a person changes it"
    if op == "add" and before is not None:
        return f"add of {rule_id!r}, which exists already"
    if op != "add" and before is None:
        return f"{op} of {rule_id[:80]!r}, which is not a rule"
    if op == "delete":
        return Draft("delete", rule_id, before, None, None, cluster, operation.fields["rationale"], curator)
    if op == "merge":
        assert before is not None
        return _merge(operation, before, seen, curator)
    if not operation.fields["text"]:
        return "`text` says nothing"
    try:
        after = _rule(operation, seen, cluster, before)
    except ValidationError as exc:
        first = exc.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        return f"not a valid rule: {where}: {first['msg']}"
    test = evidence_test(after, cluster, seen.episodes, seen.context)
    return Draft("edit" if before else "add", rule_id, before, after, test, cluster, after.rationale, curator)


def _merge(operation: Operation, kept: Rule, seen: CuratorInput, curator: str) -> Draft | str:
    """A merge answers no failure: its words, conditions and evidence are those of the rules, none the model's."""
    known = {rule.id: rule for rule in seen.rules}
    names = tuple(dict.fromkeys(operation.merge_ids))
    if not names or kept.id in names:
        return f"merge into {kept.id}: `merge_ids` names the other rules, and at least one"
    if len(names) > MAX_MERGED:
        return f"merge of {len(names)} rules at once; at most {MAX_MERGED}"
    unknown = next((name for name in names if name not in known), None)
    if unknown is not None:
        return f"merge of {unknown[:80]!r}, which is not a rule"
    others = [known[name] for name in names]
    safe = next((rule for rule in others if rule.safety), None)
    if safe is not None:
        return f"{safe.id} is a safety rule: only a person changes it"
    # The same rule under two ids: where one of them is active, it is.
    is_active = any(rule.status == "active" for rule in (kept, *others))
    fields = {**merged_fields(kept, others), "modified": seen.today}
    after = kept.model_copy(update={**fields, "status": "active"} if is_active else fields)
    try:
        refuse_lossy_merge(after, others)
    except RuleError as exc:
        return str(exc)
    # No test: the rule that stays keeps its conditions, and its own.
    return Draft("merge", kept.id, kept, after, None, None, operation.fields["rationale"], curator, tuple(others))


def _rule(operation: Operation, seen: CuratorInput, cluster: Cluster, before: Rule | None) -> Rule:
    old: JsonObject = before.model_dump(by_alias=True) if before else {**_NEW, "created": seen.today}
    said = operation.fields
    evidence = (*(before.evidence if before else ()), evidence_of(cluster))
    return Rule.model_validate(
        {
            **old,
            "id": operation.rule_id,
            "agent": seen.agent,
            "title": said["title"] or (before.title if before else ""),
            "text": said["text"] + "\n",
            "when": said["when"] or None,
            "require": said["require"] or None,
            "otherwise": {"action": said["otherwise"]} if said["otherwise"] else None,
            "rationale": said["rationale"],
            "evidence": [item.model_dump() for item in evidence],
            "effect": None,
            "modified": seen.today,
        }
    )
