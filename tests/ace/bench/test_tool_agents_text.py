"""The tool agents' bench as text."""

from ace.bench.labelled_steps import StepRow
from ace.bench.tool_agents import HALVES, PredictionRow
from ace.bench.tool_agents_text import detector_text, prediction_text, step_text
from analyzers.prediction import Prediction

ROWS = [PredictionRow("t.json", half, "busy_work", "minor", Prediction(10, 4, 3, 2)) for half in HALVES]


def test_rates_come_with_counts_and_intervals() -> None:
    text = prediction_text(ROWS)
    assert "2/3 0.67 [0.21, 0.94]" in text
    assert text.startswith("t.json: which traces failed")


def test_a_detector_is_one_line_with_all_halves() -> None:
    lines = detector_text(ROWS).splitlines()
    assert [line.split() for line in lines if "busy_work" in line] == [["busy_work", "minor", "2/3", "2/3", "2/3"]]


def test_hits_stand_beside_chance() -> None:
    assert step_text("Hits", [StepRow("all", 9, 4, 1.25, 5, 2.5)]).splitlines()[-1].split() == [
        "all",
        "9",
        "4",
        "1.2",
        "5",
        "2.5",
    ]
