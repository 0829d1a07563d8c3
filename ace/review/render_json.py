"""`ace diff --format json`. Pure; `schema_version` changes when a field changes its meaning or goes away."""

import json

from ace.review.diff_model import RuleChange
from ace.review.diff_options import DEFAULT_OPTIONS, DiffOptions
from ace.review.report import DiffItem, DiffReport
from ace.review.review_words import next_steps
from runtime.contracts.json_types import JsonObject

# 2: `moved` is another file only; another place in the prompt is `reordered`, another id `renamed`.
SCHEMA_VERSION = 2


def render_json(report: DiffReport, options: DiffOptions = DEFAULT_OPTIONS) -> str:
    """Return one JSON document and a newline; ASCII, so that hidden characters are seen as their escapes.

    Without `options.evaluation` the evidence is null; without `options.traces` its quotes are empty.
    """
    plan = report.plan
    document: JsonObject = {
        "schema_version": SCHEMA_VERSION,
        "base": {
            "name": report.base_name,
            "commit": report.base_commit,
            "fresh": report.is_fresh,
            "head": report.head or None,
        },
        "run": report.run or None,
        "proposals": [_item(report, item, options) for item in report.items],
        "rejected": [{"id": item.id, "branch": item.branch} for item in report.rejected],
        "plan": {
            "add": plan.add,
            "change": plan.change,
            "delete": plan.delete,
            "merged": plan.merged,
            "verdicts": dict(plan.verdicts),
            "simulated": plan.simulated,
            "unreadable": plan.unreadable,
            "problems": plan.problems,
        },
    }
    return json.dumps(document, indent=2, ensure_ascii=True, allow_nan=False) + "\n"


def _item(report: DiffReport, item: DiffItem, options: DiffOptions) -> JsonObject:
    proposal = item.proposal
    evidence: object = None
    if item.evidence is not None and options.evaluation:
        evidence = item.evidence.model_dump(mode="json", by_alias=True)
        # Nobody should find in here what the figures do not bear out.
        evidence["verdict"] = item.verdict
        evidence["simulated"] = item.simulated
        if not options.traces:
            evidence["quotes"] = []
    return {
        "id": proposal.id if proposal else None,
        "branch": proposal.branch if proposal else None,
        "remote": (proposal.remote or None) if proposal else None,
        "commit": proposal.commit if proposal else None,
        "base": proposal.base if proposal else None,
        "op": proposal.op if proposal else None,
        "rule_id": proposal.rule_id if proposal else None,
        "merges": list(proposal.merged) if proposal else [],
        "run_id": proposal.run_id if proposal else None,
        "fresh": not item.is_stale,
        "merged": proposal.is_merged if proposal else None,
        "rejected": proposal.is_rejected if proposal else None,
        "untouched": proposal.is_untouched if proposal else None,
        "verdict": item.verdict or None,
        "failed_guards": list(item.failed_guards),
        "simulated": item.simulated,
        "next": [{"why": step.label, "text": step.text} for step in next_steps(report, item)],
        "changes": [_change(item, change) for change in item.changes],
        "evidence": evidence,
        "other_files": list(item.other_files),
        "conflicts": list(item.conflicts),
        "problems": list(item.problems),
    }


def _change(item: DiffItem, change: RuleChange) -> JsonObject:
    return {
        "kind": change.kind,
        "rule_id": change.rule_id,
        "path": change.path,
        "line": change.line,
        "path_before": change.path_before or None,
        "rule_id_before": change.id_before or None,
        "merged_into": item.merged_into(change) or None,
        "fields": [{"name": field.name, "before": field.before, "after": field.after} for field in change.fields],
    }
