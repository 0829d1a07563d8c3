"""Do the detectors for tool agents tell which traces failed? Beside what one would write first."""

import time
import zlib
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TypeAlias

from ace.errors import NotFoundError
from ace.trace_import.read_files import read_trace_files
from analyzers.detectors.registry import run_detectors
from analyzers.detectors.tool_agent.table import TOOL_AGENT_DETECTORS
from analyzers.detectors.tool_agent.tool_effect import effect_of
from analyzers.finding import Finding
from analyzers.prediction import Prediction, predict
from runtime.contracts.json_types import JsonObject
from runtime.contracts.trace_event import Episode

# Which detectors are major was decided on "chosen on"; "held out" was only reported.
Half: TypeAlias = Literal["chosen on", "held out", "all"]
HALVES: tuple[Half, ...] = ("chosen on", "held out", "all")
REWARD = "reward"


@dataclass(frozen=True)
class Trace:
    """One episode with what is known of it: whether it failed, its half, what the detectors found."""

    episode: Episode
    failed: bool
    half: Half
    findings: tuple[Finding, ...]


@dataclass(frozen=True)
class PredictionRow:
    """One method (or detector with its severity) on one half of one file."""

    file: str
    half: Half
    method: str
    severity: str
    found: Prediction

    def to_json(self) -> JsonObject:
        """Return counts, rates 0-1 with 95% Wilson intervals, the lift over the base rate and Fisher's p-value."""
        found = self.found
        return {
            "file": self.file,
            "half": self.half,
            "method": self.method,
            "severity": self.severity,
            **found._asdict(),
            "base_rate": found.base_rate,
            "precision": found.precision,
            "precision_interval": list(found.precision_interval[1:]),
            "recall": found.recall,
            "recall_interval": list(found.recall_interval[1:]),
            "f1": found.f1,
            "always_f1": found.always_f1,
            "lift": found.lift,
            "p_value": found.p_value,
        }


def _is_serious(trace: Trace) -> bool:
    return any(finding.severity != "minor" for finding in trace.findings)


def _has_finding(trace: Trace) -> bool:
    return bool(trace.findings)


def _has_error(trace: Trace) -> bool:
    return any(step.shown.lstrip().lower().startswith("error") for step in trace.episode.steps)


def _has_change(trace: Trace) -> bool:
    cards = [step.card for step in trace.episode.steps]
    return any(card is not None and card.ok and effect_of(card.name) == "write" for card in cards)


METHODS: dict[str, Callable[[Trace], bool]] = {
    "ours, major or critical": _is_serious,
    "ours, any finding": _has_finding,
    "a result starts with Error": _has_error,
    "a change was made": _has_change,
    "always": lambda trace: True,
}


def read_traces(path: Path) -> tuple[Trace, ...]:
    """Return the traces of a file that have a reward, read and searched. The reward reaches no detector's finding.

    Raises: NotFoundError when no record of the file has one.
    """
    traces = tuple(
        Trace(one, one.outcome.scores[REWARD] < 1, half_of(one.header.sample), findings_in(one))
        for one in read_trace_files([path]).episodes
        if one.outcome is not None and REWARD in one.outcome.scores
    )
    if not traces:
        raise NotFoundError(f"{path}: no record has a `{REWARD}`; give tau-bench or AgentRx traces")
    return traces


def findings_in(episode: Episode) -> tuple[Finding, ...]:
    """Return what the detectors for tool agents find in one episode."""
    return run_detectors([episode], (), TOOL_AGENT_DETECTORS).findings


def half_of(task: str) -> Half:
    """Return the half of a task: even numbers chose, odd ones report; other names by a checksum."""
    number = int(task) if task.isdecimal() else zlib.crc32(task.encode())
    return "held out" if number % 2 else "chosen on"


def prediction_rows(file: str, traces: Sequence[Trace]) -> list[PredictionRow]:
    """Return every method on both halves and on all."""
    return [
        PredictionRow(file, half, name, "", predict((is_flagged(one), one.failed) for one in _part(traces, half)))
        for name, is_flagged in METHODS.items()
        for half in HALVES
    ]


def detector_rows(file: str, traces: Sequence[Trace]) -> list[PredictionRow]:
    """Return every detector that found something, by severity, on both halves and on all; in table order."""
    flagged: dict[tuple[str, str], set[str]] = defaultdict(set)
    for trace in traces:
        for finding in trace.findings:
            flagged[finding.detector, finding.severity].add(trace.episode.header.episode)
    order = {detector.name: place for place, detector in enumerate(TOOL_AGENT_DETECTORS)}
    return [
        PredictionRow(file, half, name, severity, _predict(_part(traces, half), flagged[name, severity]))
        for name, severity in sorted(flagged, key=lambda key: (order[key[0]], key[1]))
        for half in HALVES
    ]


def _part(traces: Sequence[Trace], half: Half) -> list[Trace]:
    return [one for one in traces if half in ("all", one.half)]


def _predict(traces: Iterable[Trace], flagged: set[str]) -> Prediction:
    return predict((one.episode.header.episode in flagged, one.failed) for one in traces)


def microseconds_a_step(traces: Sequence[Trace], rounds: int = 5) -> float:
    """Return the least processor time all detectors together took for a step, in microseconds, of some rounds."""
    episodes = [one.episode for one in traces]
    steps = sum(len(one.steps) for one in episodes) or 1
    taken = []
    for _ in range(rounds):
        started = time.process_time()
        for episode in episodes:
            for detector in TOOL_AGENT_DETECTORS:
                detector.detect(episode)
        taken.append(time.process_time() - started)
    return min(taken) / steps * 1e6
