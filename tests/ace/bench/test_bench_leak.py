"""The bench of the leak gate: its figures on cases worked out by hand, and on real labels where they are at hand."""

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from ace.bench.leak import auc, bench_leak, exact_match, f1, gate_score, leak_text, precision, recall
from ace.bench.leak_data import Reply
from runtime.words.leak import Known
from tests.conftest import Ran

OUTSIDE = os.environ.get("ACE_OUTSIDE_DATA")
SCORED = [(0.9, True), (0.6, True), (0.2, True), (0.7, False), (0.2, False), (0.0, False)]


def test_precision_recall_f1_and_auc_by_hand() -> None:
    assert precision(SCORED) == pytest.approx(2 / 3)
    assert recall(SCORED) == pytest.approx(2 / 3)
    assert f1(SCORED) == pytest.approx(2 / 3)
    # Of 9 pairs the revealing one is higher in 6 and equal in 1.
    assert auc(SCORED) == pytest.approx(6.5 / 9)


def test_figures_where_nothing_is_flagged_or_one_kind_is_absent() -> None:
    assert precision([(0.1, True)]) == 0.0
    assert recall([(0.9, False)]) == 0.0
    assert f1([(0.1, True)]) == 0.0
    assert auc([(0.9, True)]) == 0.5
    assert auc([]) == 0.5


def test_exact_match_sees_the_number_anywhere_and_the_gate_only_where_it_tells() -> None:
    given = Known("He has 40 left and 60 in all.", "")
    reply = Reply("g", "dev", "Mind the 40 he has left.", given, "40", "solution", "no")
    assert (exact_match(reply), gate_score(reply) < 0.5) == (1.0, True)
    telling = reply._replace(text="So the answer is 40.")
    assert (exact_match(telling), gate_score(telling) >= 0.5) == (1.0, True)
    assert exact_match(reply._replace(text="Mind the forty he has left.")) == 0.0


def _dialogue(number: int, *replies: tuple[str, str]) -> dict[str, object]:
    history = f"Tutor: Hi. The question is: Ann has {number} and gets 3. How many? \n Student: {number}"
    annotated = {
        f"model {index}": {"response": text, "annotation": {"Revealing_of_the_Answer": label}}
        for index, (text, label) in enumerate(replies)
    }
    return {
        "conversation_history": history,
        "Ground_Truth_Solution": f"She has\n {number + 3}",
        "anno_llm_responses": annotated,
    }


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Twelve dialogues: one reply that tells, one that repeats a number of the question, one that asks."""
    right, no = "Yes (and the answer is correct)", "No"
    made = [
        _dialogue(n, (f"So it is {n + 3}.", right), (f"You start with {n}.", no), ("What comes next?", no))
        for n in range(10, 22)
    ]
    (tmp_path / "labels.json").write_text(json.dumps(made), encoding="utf-8")
    return tmp_path


def test_every_method_is_measured_on_both_halves_of_the_questions(folder: Path) -> None:
    rows = bench_leak(folder, resamples=50)
    assert [(row.half, row.method) for row in rows] == [
        ("dev", "leak gate"),
        ("dev", "exact answer match"),
        ("held-out", "leak gate"),
        ("held-out", "exact answer match"),
    ]
    assert sum(row.replies for row in rows[::2]) == 36
    assert sum(row.revealing for row in rows[::2]) == 12
    for row in rows:
        assert (row.precision.value, row.recall.value, row.auc.value) == (1.0, 1.0, 1.0)
        assert row.precision.low <= row.precision.value <= row.precision.high


def test_the_command_prints_a_table_or_json(folder: Path, ace: Callable[..., Ran], tmp_path: Path) -> None:
    ran = ace("bench", "leak", "--data", str(folder))
    assert ran.code == 0
    assert "held-out  leak gate" in ran.out
    rows = ace("bench", "leak", "--data", str(folder), "--json").json["rows"]
    assert isinstance(rows, list)
    assert rows[0]["precision"] == {"value": 1.0, "low": 1.0, "high": 1.0}
    assert ace("bench", "leak", "--data", str(tmp_path / "none")).code == 1
    assert ace("bench", "leak").code == 64


@pytest.mark.outside_data
@pytest.mark.skipif(not OUTSIDE, reason="names no folder of outside data (ACE_OUTSIDE_DATA)")
def test_on_held_out_labels_the_gate_beats_the_exact_match() -> None:
    rows = {(row.half, row.method): row for row in bench_leak(Path(str(OUTSIDE)) / "mrbench", resamples=100)}
    gate, exact = rows["held-out", "leak gate"], rows["held-out", "exact answer match"]
    assert gate.f1.value > exact.f1.value + 0.05
    assert gate.auc.value > exact.auc.value
    assert gate.precision.value >= 0.9
    assert "leak gate" in leak_text(tuple(rows.values()))
