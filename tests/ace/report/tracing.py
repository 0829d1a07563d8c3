"""Recorded episodes in a repository, for what shows them: hostile words in every field, and the small run's."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from ace.report.trace_model import TraceView, view_trace
from ace.report.trace_origin import Origins
from ace.session import Session
from runtime.contracts.json_types import JsonObject
from runtime.contracts.trace_event import Episode, GateRecord
from runtime.traces.find_episode import Found, find_episodes

EVIL = "<script>alert(1)</script><img src=x onerror=alert(2)> \x1b[31m \u202e \"'{{ 7*7 }}{% raw %}</pre></details>"


def found_in(session: Session, name: str = "") -> list[Found]:
    """Return the newest run's episodes."""
    return list(find_episodes([session.workspace.run_folder("latest")], name))


def first_view(session: Session) -> TraceView:
    """Return the newest run's first episode for showing."""
    return view_trace(Origins(session), found_in(session)[0])


def hostile(found: Found) -> Found:
    """Return the episode with hostile words wherever a stranger can put some."""
    episode = found.episode
    controller = replace(episode.header.controller, model=EVIL)
    header = replace(episode.header, sample=EVIL, question=EVIL, run=EVIL, rules={EVIL: EVIL}, controller=controller)
    steps = []
    for step in episode.steps:
        card = step.card and replace(step.card, name=EVIL, summary=EVIL, artifact_refs=(EVIL,), data={EVIL: EVIL})
        steps.append(
            replace(
                step,
                attempts=tuple(replace(one, raw=EVIL, error=EVIL, finish_reason=EVIL) for one in step.attempts),
                proposed={"action": EVIL, "text": EVIL, "reason": EVIL},
                taken={"action": "HINT", "hint_level": 1, "text": EVIL},
                gates=(GateRecord(EVIL, "block", EVIL),),
                shown=EVIL,
                card=card,
                student=step.student and replace(step.student, text=EVIL, performance=EVIL),
                patch=({"op": "replace", "path": f"/{EVIL}", "value": EVIL},),
            )
        )
    outcome = episode.outcome and replace(episode.outcome, message=EVIL, error=EVIL, answer={"text": EVIL})
    return found._replace(episode=Episode(header, tuple(steps), outcome), problems=(EVIL,))


def edit_log(
    session: Session, change: Callable[[JsonObject], JsonObject], kind: str = "step", episode: str = ""
) -> None:
    """Rewrite the newest run's log with its first event of `kind` (of `episode`, where one is named) changed."""
    log: Path = session.workspace.run_folder("latest") / "events.jsonl"
    lines = log.read_bytes().splitlines(keepends=True)
    for number, line in enumerate(lines):
        event = json.loads(line)
        if event["type"] == kind and episode in ("", event["episode"]):
            lines[number] = json.dumps(change(event), separators=(",", ":")).encode() + b"\n"
            break
    log.write_bytes(b"".join(lines))
