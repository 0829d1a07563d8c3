"""`ace diff --format sarif`: one result a changed rule, for code-scanning services and editors. Pure.

Source: OASIS SARIF 2.1.0.
"""

import json
from collections.abc import Mapping
from hashlib import sha256

from ace.review.diff_model import RuleChange
from ace.review.diff_options import DEFAULT_OPTIONS, DiffOptions
from ace.review.report import DiffItem, DiffReport
from ace.review.review_words import READY, next_steps, verdict_line
from ace.text.sarif import sarif_log, sarif_message, sarif_place
from runtime.contracts.json_types import JsonObject

_MEANING: Mapping[str, str] = {
    "added": "A rule is added.",
    "edited": "A rule says something else.",
    "deleted": "A rule goes away.",
    "moved": "A rule is in another file.",
    "renamed": "A rule has another id.",
    "reordered": "A rule stands at another place in the prompt.",
    "promoted": "A rule becomes a gate.",
    "demoted": "A rule is no gate any more.",
    "unreadable": "A rule cannot be read.",
    "problem": "A proposal cannot be read, or brings no rule.",
}
_NOTES = {"confirmed", "promising"}


def render_sarif(report: DiffReport, options: DiffOptions = DEFAULT_OPTIONS) -> str:
    """Return one SARIF log and a newline: a result for each rule that changes, and for an item that changes none.

    The level is `error` for what is harmful, breaks a guard or has a problem; `note` for what is confirmed or
    promising and can be merged as it is; `warning` otherwise. A location is the line of the first field that
    differs, of a deletion in the file that goes.
    """
    found = [pair for item in report.items for pair in _results(report, item, options)]
    kinds = sorted({kind for kind, _ in found})
    results: list[JsonObject] = [
        {"ruleId": f"rule-{kind}", "ruleIndex": kinds.index(kind), **result} for kind, result in found
    ]
    rules: list[JsonObject] = [
        {
            "id": f"rule-{kind}",
            "shortDescription": {"text": _MEANING[kind]},
            "help": {"text": f"{_MEANING[kind]} `ace diff` shows the change, the reason and the evidence."},
            "defaultConfiguration": {"level": "warning"},
        }
        for kind in kinds
    ]
    return json.dumps(sarif_log("ace diff", rules, results), indent=2, ensure_ascii=True, allow_nan=False) + "\n"


def _results(report: DiffReport, item: DiffItem, options: DiffOptions) -> list[tuple[str, JsonObject]]:
    steps = next_steps(report, item)
    level = _level(item, any(step.label != READY for step in steps))
    notes = [f"problem: {line}" for line in item.problems] + [f"{step.label}: {step.text}" for step in steps]
    notes += [f"also changes {path}, which is no rule" for path in item.other_files]
    verdict = verdict_line(item) if options.evaluation else ""
    about = [f"verdict: {verdict}", *notes] if verdict else notes
    if not item.changes:
        name = item.proposal.branch if item.proposal else "the range"
        message = ". ".join([f"{name}: {_MEANING['problem']}".rstrip("."), *about])
        return [("problem", _result(message, level, [], _mark(item, None)))]
    return [
        (
            change.kind,
            _result(
                ". ".join([_change_words(item, change), *about]),
                level,
                [sarif_place(change.path, change.line)],
                _mark(item, change),
            ),
        )
        for change in item.changes
    ]


def _result(message: str, level: str, places: list[JsonObject], mark: str) -> JsonObject:
    return {
        "level": level,
        "message": sarif_message(message),
        "locations": places,
        "partialFingerprints": {"proposal/v1": mark},
    }


def _level(item: DiffItem, is_blocked: bool) -> str:
    if item.problems or item.failed_guards or item.verdict == "harmful":
        return "error"
    return "note" if item.verdict in _NOTES and not is_blocked and not item.other_files else "warning"


def _change_words(item: DiffItem, change: RuleChange) -> str:
    branch = f" on {item.proposal.branch}" if item.proposal else ""
    fields = f" ({', '.join(field.name for field in change.fields)})" if change.fields else ""
    was = f", which was {change.id_before}," if change.id_before else ""
    kept = item.merged_into(change)
    merged = f", merged into {kept}" if kept else ""
    return f"{change.rule_id}{was} is {change.kind}{fields}{merged}{branch}"


def _mark(item: DiffItem, change: RuleChange | None) -> str:
    """Return the proposal's fingerprint; of what no proposal brings, a hash of the rule and what becomes of it."""
    if item.proposal and item.proposal.fingerprint:
        return item.proposal.fingerprint
    parts = [item.proposal.branch if item.proposal else ""]
    parts += [change.kind, change.rule_id, change.path] if change else list(item.problems)
    parts += [f"{field.name}={field.after}" for field in change.fields] if change else []
    return sha256("\0".join(parts).encode("utf-8", "backslashreplace")).hexdigest()
