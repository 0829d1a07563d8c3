"""Episodes replayed from their record, and what came of it as text and as JSON."""

import asyncio
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from ace.report.trace_origin import Origins
from ace.text.counted import counted
from ace.text.visible_text import escape_text
from runtime.contracts.json_types import JsonObject, as_object, canonical_json
from runtime.contracts.trace_event import Episode
from runtime.loop.replay import replay_episode
from runtime.loop.replay_offline import offline_parts
from runtime.loop.replay_report import Difference, ReplayReport
from runtime.traces.find_episode import Found

_VALUE_CHARS = 300


@dataclass(frozen=True)
class Replayed:
    """One episode's replay. `report` is None when it cannot be replayed; `reasons` then say why.

    `changed`: what is not as it was when the episode was recorded, whether or not it makes a difference.
    """

    found: Found
    report: ReplayReport | None
    reasons: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()

    @property
    def episode(self) -> Episode:
        """The record."""
        return self.found.episode

    @property
    def is_identical(self) -> bool:
        """True when every state and observation came out again and the record is as it was written."""
        return self.report is not None and self.report.is_identical and self.found.integrity != "edited"


def replay_found(origins: Origins, found: Found) -> Replayed:
    """Return the replay of one episode; no model is asked, no tool is run."""
    episode = found.episode
    if episode.header.agent != "tutor":
        return Replayed(found, None, (f"only the tutor's episodes can be replayed, not {episode.header.agent}'s",))
    origin = origins.of(episode)
    if origin.rules is None or origin.sample is None:
        return Replayed(found, None, origin.missing, origin.changed)
    changed = list(origin.changed)
    # A person's own session changes the sample it is about: its opening is what they said.
    if episode.header.student_simulated and not changed and origins.is_sample_changed(origin.sample):
        changed.append(f"sample {origin.sample.id} has changed since; this is a replay of the one that was kept")
    parts = offline_parts(origins.artifacts, origins.specs().values(), origins.session.clock)
    report = asyncio.run(replay_episode(episode, origin.sample, origin.rules, parts))
    return Replayed(found, report, origin.missing, tuple(changed))


def replayed_text(replays: Sequence[Replayed]) -> str:
    """Return what differs of each episode, and how many are identical; a single one is named either way."""
    lines: list[str] = []
    alike = Counter(one.reasons for one in replays if one.report is None)
    told: set[tuple[str, ...]] = set()
    for one in replays:
        if one.report is None and alike[one.reasons] > 1:
            # A whole run that cannot be replayed says so once, not once an episode.
            if one.reasons not in told:
                told.add(one.reasons)
                lines += [f"{counted(alike[one.reasons], 'episode')} cannot be replayed", *_reasons(one)]
        elif not one.is_identical or len(replays) == 1:
            lines += _lines(one)
    if len(replays) != 1:
        same = sum(one.is_identical for one in replays)
        mark = " (simulated)" if any(one.episode.header.controller.simulated for one in replays) else ""
        lines.append(f"{same} of {counted(len(replays), 'episode')} identical{mark}; no model was asked, no tool run")
    return "\n".join(lines) + "\n"


def replayed_json(replays: Sequence[Replayed]) -> JsonObject:
    """Return every replay with its comparison."""
    return {
        "identical": sum(one.is_identical for one in replays),
        "of": len(replays),
        "episodes": [_one_json(one) for one in replays],
    }


def _lines(one: Replayed) -> list[str]:
    header = one.episode.header
    mark = ", simulated" if header.controller.simulated else ""
    name = escape_text(f"{header.episode}  {header.sample}{mark}")
    if one.report is None:
        return [f"{name}: cannot be replayed", *_reasons(one)]
    steps = one.report.steps
    end = "cut off" if one.episode.outcome is None else one.episode.outcome.terminal
    head = f"{name}: {'identical' if one.report.is_identical else 'DIFFERS'}, {counted(len(steps), 'step')}, {end}"
    lines = [head]
    if one.found.integrity == "edited":
        lines.append("  the record was edited after it was written: its lines are not those its hash was taken of")
    lines += [f"  {escape_text(text)}" for text in (*one.changed, *one.reasons, *one.found.problems)]
    if not one.report.is_identical:
        lines += _first(one.report)
    return lines


def _reasons(one: Replayed) -> list[str]:
    return [f"  {escape_text(reason)}" for reason in one.reasons]


def _first(report: ReplayReport) -> list[str]:
    same = next((i for i, step in enumerate(report.steps) if not step.is_identical), len(report.steps))
    lines = [f"  {same} of {len(report.steps)} steps were identical"]
    first = report.first_difference
    if first is not None:
        lines.append(f"  first difference: {first.where}")
        recorded, now = _narrowed(first.recorded, first.now)
        lines += [f"    recorded {_value(recorded)}", f"    now      {_value(now)}"]
    if report.miss:
        lines += [f"  {escape_text(line)}" for line in report.miss.split("\n")]
    return lines


def _narrowed(recorded: object, now: object) -> tuple[object, object]:
    """Only the parts of two objects or lists that differ."""
    if isinstance(recorded, dict) and isinstance(now, dict):
        keys = [key for key in {**recorded, **now} if recorded.get(key) != now.get(key)]
        return {key: recorded.get(key) for key in keys}, {key: now.get(key) for key in keys}
    if isinstance(recorded, list) and isinstance(now, list):
        pairs = zip(recorded, now, strict=False)
        shorter = min(len(recorded), len(now))
        at = next((index for index, (one, other) in enumerate(pairs) if one != other), shorter)
        return recorded[at : at + 1], now[at : at + 1]
    return recorded, now


def _value(value: object) -> str:
    text = escape_text(canonical_json(value))
    return text if len(text) <= _VALUE_CHARS else f"{text[:_VALUE_CHARS]}... ({len(text)} characters)"


def _one_json(one: Replayed) -> JsonObject:
    header, report = one.episode.header, one.report
    out: JsonObject = {
        "episode": header.episode,
        "sample": header.sample,
        "simulated": header.controller.simulated,
        "identical": one.is_identical,
        "record": one.found.integrity,
        "cannot": list(one.reasons) if report is None else [],
        "changed": list(one.changed),
    }
    if report is None:
        return out
    return {
        **out,
        "steps": len(report.steps),
        "identical_steps": sum(step.is_identical for step in report.steps),
        "differences": [_difference_json(item) for item in _all(report)],
        "miss": report.miss,
    }


def _all(report: ReplayReport) -> list[Difference]:
    return [*report.header, *(item for step in report.steps for item in step.differences), *report.outcome]


def _difference_json(item: Difference) -> JsonObject:
    return as_object({"step": item.step, "field": item.field, "recorded": item.recorded, "now": item.now})
