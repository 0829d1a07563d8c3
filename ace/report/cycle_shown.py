"""`ace show y-...`: one cycle, from its journal: its steps, what it opened and what not, and what it cost."""

from collections.abc import Sequence
from dataclasses import asdict
from datetime import datetime
from typing import NamedTuple

from ace.cycle.journal.cycle_record import CycleRecord
from ace.cycle.journal.journal_lines import find_line
from ace.cycle.journal.read_cycles import look, newest_first
from ace.errors import NotFoundError
from ace.report.show_names import unknown_name
from ace.session import Session
from ace.text.counted import counted
from ace.text.visible_text import escape_text
from runtime.contracts.json_types import JsonObject, as_object


class CycleShown(NamedTuple):
    """A cycle as JSON and as text."""

    value: JsonObject
    text: str


class _Step(NamedTuple):
    """A step: when it began and was done, "" where it was not; seconds between, None where that is not known."""

    step: str
    begun: str
    done: str
    seconds: float | None


def show_cycle(session: Session, name: str) -> CycleShown:
    """Return the cycle whose id begins with `name`. Raises: NotFoundError for none, or several."""
    found = [folder for folder in newest_first(session.workspace.state) if folder.name.startswith(name)]
    if not found:
        raise NotFoundError(unknown_name(session, name))
    if len(found) > 1:
        raise NotFoundError(f"{len(found)} cycles begin with {name!r}: {', '.join(one.name for one in found[:5])}")
    record, read = look(found[0])
    steps = _steps(read.lines)
    rows = [row for row in _rows(read.lines) if row["why_not"]]
    ended = find_line(read.lines, "ended")
    spent = ended.get("spent")
    cost = (
        dict(zip(("model_calls", "prompt_tokens", "completion_tokens", "cost_usd"), spent, strict=False))
        if (isinstance(spent, list))
        else {}
    )
    value: JsonObject = {
        **asdict(record),
        "opened": list(record.opened),
        "steps": [step._asdict() for step in steps],
        "not_opened": rows,
        "cost": cost,
        "agent_reports_use": ended.get("agent_reports_use") is not False,
        "why_closed": find_line(read.lines, "closed").get("reason"),
    }
    return CycleShown(value, _text(record, steps, rows, value))


def _steps(lines: Sequence[JsonObject]) -> list[_Step]:
    begun: dict[str, str] = {}
    done: dict[str, str] = {}
    for line in lines:
        if line.get("event") == "step":
            times = done if line.get("state") == "done" else begun
            times[str(line.get("step"))] = str(line.get("at"))
    return [_Step(name, at, done.get(name, ""), _seconds(at, done.get(name, ""))) for name, at in begun.items()]


def _seconds(begun: str, done: str) -> float | None:
    try:
        return (datetime.fromisoformat(done) - datetime.fromisoformat(begun)).total_seconds()
    except (ValueError, TypeError):
        return None


def _rows(lines: Sequence[JsonObject]) -> list[JsonObject]:
    """Return what became of each judged draft."""
    rows = as_object(find_line(lines, "committed").get("rows", {}))
    return [
        {"proposal": name, "why_not": row[0], "refreshed": row[1], "failed": row[2]}
        for name, row in rows.items()
        if isinstance(row, list) and len(row) == 3
    ]


def _text(record: CycleRecord, steps: Sequence[_Step], rows: Sequence[JsonObject], value: JsonObject) -> str:
    by = f", by {record.schedule}" if record.schedule else ""
    ended = f" to {record.ended}" if record.ended else ""
    lines = [f"{record.id}  {record.status}{by}  {record.started}{ended}"]
    lines += [f"run         {record.run}"] if record.run else []
    lines += [f"gone on     {record.resumed}"] if record.resumed else []
    for step in steps:
        took = "not come to its end" if step.seconds is None else f"{step.seconds:,.0f} s"
        lines.append(f"step        {step.step:<8} {step.begun}  {took}")
    lines += [f"opened      ace/p/{name}" for name in record.opened]
    lines += [f"not opened  ace/p/{row['proposal']}: {row['why_not']}" for row in rows]
    lines += [f"re-tested   {counted(record.retested, 'rule')}"] if record.retested else []
    cost = as_object(value["cost"])
    if cost and not value["agent_reports_use"] and not cost.get("model_calls"):
        lines.append("cost        not reported by the agent")
    elif cost:
        tokens = f"{cost.get('prompt_tokens', 0)} + {cost.get('completion_tokens', 0)} tokens"
        lines.append(f"cost        {cost.get('model_calls', 0)} calls, {tokens}, {cost.get('cost_usd', 0)} USD")
    lines += [f"failed      {line}" for line in record.failed.splitlines() if line.strip()]
    lines += [f"closed      {value['why_closed']}"] if value["why_closed"] else []
    lines += [f"came to     {record.summary.partition(': ')[2]}"] if record.summary else []
    return "\n".join(escape_text(line) for line in lines) + "\n"
