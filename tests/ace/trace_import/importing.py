"""Small trace files, and what importing them gives."""

import json
from pathlib import Path

from ace.trace_import.read_files import ImportedFiles, read_trace_files
from ace.workspace import Workspace
from runtime.contracts.json_types import JsonObject

DESK: JsonObject = {
    "task_id": "rooms",
    "trial": 0,
    "reward": 0.0,
    "traj": [
        {"role": "system", "content": "You book rooms. Never say a price."},
        {"role": "user", "content": "A room for Monday, please."},
        {
            "role": "assistant",
            "content": "One moment.",
            "tool_calls": [{"id": "c1", "function": {"name": "free_rooms", "arguments": '{"day": "Monday"}'}}],
        },
        {"role": "tool", "tool_call_id": "c1", "content": "Error: the calendar timed out"},
        {"role": "assistant", "content": "Room 4 is yours."},
        {"role": "user", "content": "Are you sure?"},
    ],
}
TALK: JsonObject = {
    "history": [
        {"role": "human", "content": "How many chairs?"},
        {"role": "Planner", "content": "Count them."},
        {"role": "Counter", "content": "Forty-two."},
    ],
    "is_correct": True,
}


def trace_file(folder: Path, *values: JsonObject, name: str = "desk.jsonl") -> Path:
    """Return a new file with a record a line."""
    path = folder / name
    path.write_text("".join(json.dumps(value) + "\n" for value in values), encoding="utf-8")
    return path


def imported(folder: Path, *values: JsonObject, name: str = "desk.jsonl") -> ImportedFiles:
    """Return what a new file with those records gives."""
    return read_trace_files([trace_file(folder, *values, name=name)])


def workspace(folder: Path) -> Workspace:
    """Return a workspace in an empty folder."""
    return Workspace(folder, folder / "state", is_bare=False)
