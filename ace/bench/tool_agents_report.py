"""All that is measured of the detectors for tool agents, in one report."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from ace.bench.labelled_steps import StepRow, label_rows, mistake_rows, read_labels
from ace.bench.tool_agents import PredictionRow, detector_rows, microseconds_a_step, prediction_rows, read_traces
from ace.bench.tool_agents_text import detector_text, prediction_text, step_text
from ace.trace_import.read_files import read_trace_files
from runtime.contracts.json_types import JsonObject


class ToolAgentInput(NamedTuple):
    """The files to measure on; `labels` and `labelled` go together."""

    traces: Sequence[Path]
    labels: Path | None = None
    labelled: Path | None = None
    mistakes: Path | None = None


@dataclass(frozen=True)
class ToolAgentReport:
    """Prediction by method and by detector, hits at labelled messages, and the cost of all detectors for a step."""

    predictions: tuple[PredictionRow, ...]
    detectors: tuple[PredictionRow, ...]
    labels: tuple[StepRow, ...]
    mistakes: tuple[StepRow, ...]
    microseconds_a_step: float

    def to_json(self) -> JsonObject:
        """Return the report as a JSON object; rates 0-1."""
        return {
            "predictions": [row.to_json() for row in self.predictions],
            "detectors": [row.to_json() for row in self.detectors],
            "labels": [row.to_json() for row in self.labels],
            "mistakes": [row.to_json() for row in self.mistakes],
            "microseconds_a_step": self.microseconds_a_step,
        }


def bench_tool_agents(given: ToolAgentInput) -> ToolAgentReport:
    """Return the measurements on the given files. Raises: AceError, OSError."""
    predictions: list[PredictionRow] = []
    detectors: list[PredictionRow] = []
    costs = []
    for path in given.traces:
        traces = read_traces(path)
        predictions += prediction_rows(path.name, traces)
        detectors += detector_rows(path.name, traces)
        costs.append((microseconds_a_step(traces), sum(len(one.episode.steps) for one in traces)))
    labels: list[StepRow] = []
    if given.labels is not None and given.labelled is not None:
        labels = label_rows(read_labels(given.labels), read_trace_files([given.labelled]).episodes)
    mistakes = mistake_rows(given.mistakes) if given.mistakes is not None else []
    cost = sum(each * steps for each, steps in costs) / sum(steps for _, steps in costs)
    return ToolAgentReport(tuple(predictions), tuple(detectors), tuple(labels), tuple(mistakes), cost)


def report_text(report: ToolAgentReport) -> str:
    """Return the report as aligned tables."""
    parts = [prediction_text(report.predictions), detector_text(report.detectors)]
    if report.labels:
        parts.append(step_text("Findings at the labelled failures, by category", report.labels))
    if report.mistakes:
        parts.append(step_text("Findings at the labelled mistake of multi-agent logs, by detector", report.mistakes))
    return "\n".join([*parts, f"All detectors together: {report.microseconds_a_step:.0f} microseconds a step\n"])
