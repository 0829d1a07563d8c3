"""Do findings stand where people say that a trace went wrong? By message, beside chance."""

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import NamedTuple

from ace.bench.tool_agents import findings_in
from ace.errors import NotFoundError
from ace.trace_import.read_files import read_trace_files
from runtime.contracts.json_types import JsonObject
from runtime.contracts.trace_event import Episode

NEAR = 1
ALL = "all"


class Label(NamedTuple):
    """One labelled failure: the trajectory, the message's number from 1, and its category."""

    trajectory: str
    message: int
    category: str


@dataclass(frozen=True)
class StepRow:
    """How often a finding stands at a labelled message (exact) or at most one message away (near).

    `group`: a category of labels or a detector. `labels`: those held against findings. The chances are how many would
    be hit if the labels lay anywhere among the agent's messages.
    """

    group: str
    labels: int
    exact: int
    exact_by_chance: float
    near: int
    near_by_chance: float

    def to_json(self) -> JsonObject:
        """Return every field."""
        return asdict(self)


def read_labels(path: Path) -> list[Label]:
    """Return the labelled failures of an AgentRx ground truth. Raises: NotFoundError when it has none."""
    labels = [
        Label(str(one["trajectory_id"]), int(failure["step_number"]), str(failure["failure_category"]))
        for one in json.loads(path.read_text(encoding="utf-8"))
        for failure in one["failures"]
    ]
    if not labels:
        raise NotFoundError(f"{path}: no labelled failures")
    return labels


def label_rows(labels: Sequence[Label], episodes: Iterable[Episode]) -> list[StepRow]:
    """Return the labels by category, and all, against the findings in the trajectory each belongs to."""
    by_sample = {one.header.sample: one for one in episodes}
    missing = sorted({one.trajectory for one in labels} - set(by_sample))
    if missing:
        raise NotFoundError(f"the traces lack the labelled trajectories {', '.join(missing)}")
    places = {name: _places(by_sample[name]) for name in {one.trajectory for one in labels}}
    groups: dict[str, list[tuple[int, _Places, set[int]]]] = defaultdict(list)
    for label in labels:
        found = places[label.trajectory]
        for group in (label.category, ALL):
            groups[group].append((label.message, found, found.anywhere))
    return [_row(name, groups[name]) for name in sorted(groups, key=lambda name: (name == ALL, name))]


def mistake_rows(folder: Path) -> list[StepRow]:
    """Return the one labelled mistake of every log of a folder against the findings, by detector and for all.

    A detector's row has the logs it found something in. Raises: NotFoundError when no log has a `mistake_step`.
    """
    groups: dict[str, list[tuple[int, _Places, set[int]]]] = defaultdict(list)
    for path in sorted(folder.glob("*.json")):
        record = json.loads(path.read_text(encoding="utf-8"))
        episodes = read_trace_files([path]).episodes
        if "mistake_step" not in record or not episodes:
            continue
        found = _places(episodes[0])
        message = int(record["mistake_step"]) + 1
        groups[ALL].append((message, found, found.anywhere))
        for name, places in found.by_detector.items():
            groups[name].append((message, found, places))
    if not groups:
        raise NotFoundError(f"{folder}: no *.json with a `mistake_step`")
    return [_row(name, groups[name]) for name in sorted(groups, key=lambda name: (-len(groups[name]), name))]


class _Places(NamedTuple):
    """The agent's messages of one trace, and those with findings, by detector; numbers from 1."""

    messages: set[int]
    by_detector: Mapping[str, set[int]]

    @property
    def anywhere(self) -> set[int]:
        return set().union(*self.by_detector.values())


def _places(episode: Episode) -> _Places:
    number = {step.step: int(step.source_id) for step in episode.steps if step.source_id.isdecimal()}
    found: dict[str, set[int]] = defaultdict(set)
    for finding in findings_in(episode):
        if finding.step in number:
            found[finding.detector].add(number[finding.step])
    return _Places(set(number.values()), found)


def _row(group: str, cases: Sequence[tuple[int, _Places, set[int]]]) -> StepRow:
    near = [_around(places) for _, _, places in cases]
    return StepRow(
        group=group,
        labels=len(cases),
        exact=sum(message in places for message, _, places in cases),
        exact_by_chance=sum(_covered(trace, places) for _, trace, places in cases),
        near=sum(message in around for (message, _, _), around in zip(cases, near, strict=True)),
        near_by_chance=sum(_covered(trace, around) for (_, trace, _), around in zip(cases, near, strict=True)),
    )


def _around(places: set[int]) -> set[int]:
    return {place + away for place in places for away in range(-NEAR, NEAR + 1)}


def _covered(trace: _Places, places: set[int]) -> float:
    return len(places & trace.messages) / len(trace.messages) if trace.messages else 0.0
