"""The last runs, for `ace status`."""

import json
from pathlib import Path

from ace.report.counted import counted
from ace.review.status import ReviewStatus
from ace.review.visible_text import escape_text
from ace.workspace import IMPORT_RUN, TUTOR_RUN, Workspace
from runtime.contracts.json_types import JsonObject

SHOWN = 5


def last_runs(workspace: Workspace) -> list[JsonObject]:
    """Return the newest runs of samples, newest first: id, controller, failure rate when analyzed, proposals opened."""
    found = sorted(workspace.runs.glob("r-*"), reverse=True) if workspace.runs.is_dir() else []
    folders = [folder for folder in found if not folder.name.startswith((TUTOR_RUN, IMPORT_RUN))][:SHOWN]
    return [
        _run(folder.name, _read(folder, "run"), _read(folder, "proposals"), _read(folder, "analysis"))
        for folder in folders
    ]


def _run(name: str, record: JsonObject, proposed: JsonObject, analyzed: JsonObject) -> JsonObject:
    samples, opened = record.get("samples"), proposed.get("opened")
    return {
        "run": name,
        "controller": record.get("controller", "unknown"),
        "simulated": record.get("simulated", False),
        "samples": len(samples) if isinstance(samples, list) else 0,
        "failure_rate": proposed.get("failure_rate", analyzed.get("failure_rate")),
        "proposed": bool(proposed),
        "opened": opened if isinstance(opened, int) else 0,
    }


def _read(folder: Path, name: str) -> JsonObject:
    path = folder / f"{name}.json"
    if not path.is_file():
        return {}
    try:
        value = json.loads(path.read_text(encoding="utf-8"))
    except ValueError:
        return {}
    return value if isinstance(value, dict) else {}


def runs_text(runs: list[JsonObject]) -> str:
    """Return the runs as lines."""
    if not runs:
        return "runs      none yet; `ace cycle` makes one\n"
    lines = ["runs"]
    for run in runs:
        mark = " simulated" if run["simulated"] and "simulated" not in str(run["controller"]) else ""
        rate = run["failure_rate"]
        failed = f", {rate:.1%} failed" if isinstance(rate, float) else ""
        then = f", opened {run['opened']}" if run["proposed"] else ", not proposed from"
        controller = escape_text(str(run["controller"]))
        lines.append(f"          {run['run']}  {controller}{mark}, {run['samples']} samples{failed}{then}")
    return "\n".join(lines) + "\n"


def calls_words(waiting: int) -> str:
    """Return how many tool calls wait for a person, as a line; nothing when none does."""
    if not waiting:
        return ""
    return f"calls     {counted(waiting, 'tool call')} {'waits' if waiting == 1 else 'wait'} for a person: ace calls\n"


def status_json(status: ReviewStatus, runs: list[JsonObject], waiting: int = 0) -> JsonObject:
    """Return the status as a JSON object; `waiting` counts the tool calls that wait for a person."""
    return {
        "base": {"name": status.base_name, "commit": status.base_commit},
        "open": [
            {
                "id": item.id,
                "branch": item.branch,
                "op": item.op,
                "rule": item.rule_id,
                "merges": list(item.merged),
                "verdict": item.verdict,
                "simulated": item.simulated,
                "fresh": item.is_fresh,
                "problem": item.problem or None,
            }
            for item in status.open_proposals
        ],
        "merged": list(status.merged),
        "rejected": status.rejected,
        "runs": runs,
        "waiting_calls": waiting,
    }
