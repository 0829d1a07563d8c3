"""The life of a rule as one JSON object. Pure."""

from ace.rejections.list_text import rejection_json
from ace.report.rule_log import RuleEvent, RuleLog
from ace.report.rule_log_figures import figures_of
from ace.review.inline_diff import marked_text
from runtime.contracts.json_types import JsonObject

SCHEMA_VERSION = 1


def rule_log_json(log: RuleLog) -> JsonObject:
    """Return the log; events oldest first, shares 0-1."""
    return {
        "schema_version": SCHEMA_VERSION,
        "rule": log.rule_id,
        "branch": log.branch,
        "is_there": log.is_there,
        "is_shallow": log.is_shallow,
        "events": [_event(one) for one in log.events],
        "open": [
            {"proposal": one.id, "op": one.op, "verdict": one.verdict, "simulated": one.simulated} for one in log.open
        ],
        "measured": [one._asdict() for one in log.measured],
        "rejections": [rejection_json(one, log.today) for one in log.rejections],
    }


def _event(event: RuleEvent) -> JsonObject:
    at, record = event.at, event.evidence
    return {
        "kind": event.kind,
        "when": at.commit.when,
        "commit": at.commit.commit,
        "author": at.commit.author,
        "committer": at.commit.committer,
        "subject": at.commit.subject,
        "is_merge": len(at.commit.parents) > 1,
        "path": at.path,
        "moved_from": at.moved_from or None,
        "origin": event.origin,
        "unreadable": event.unreadable,
        "changes": [
            {**field._asdict(), "diff": marked_text(field.before, field.after)} for field in event.fields
        ],
        "proposal": None if record is None else {
            "id": record.proposal,
            "op": record.op,
            "proposed": event.proposed or None,
            "run": record.run_id,
            "cluster": record.cluster.model_dump(mode="json") if record.cluster else None,
            "merged": list(record.merged),
            "verdict": record.verdict,
            "simulated": record.is_simulated,
            "controller": record.controller,
            "figures": [row._asdict() for row in figures_of(record).rows],
        },
    }  # fmt: skip
