"""Duplicate finding measured beside others."""

import json
from pathlib import Path

import pytest

from ace.bench.duplicate_rules import make_rules
from ace.bench.duplicates import OURS, PEERS, PLAIN, known_pairs, measure_duplicates, plain_pairs, score
from ace.bench.duplicates_text import duplicates_text


def test_ours_merges_no_opposites_and_a_plain_product_does(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    # A file stands where the environments would be: the packages are skipped, without the network.
    (tmp_path / "taken").write_text("")
    monkeypatch.setenv("ACE_PEERS_DIR", str(tmp_path / "taken"))
    notes: list[str] = []
    result = measure_duplicates(300, notes.append)
    ours, plain, *others = result.rows
    assert (ours.name, plain.name, [row.name for row in others]) == (OURS, PLAIN, list(PEERS))
    assert (ours.opposites_merged, ours.ratio) == (0, 1.0)
    assert ours.precision == 1.0
    assert ours.recall > 0.7
    assert plain.opposites_merged > 10
    assert all("cannot be installed" in row.skipped for row in others)
    assert any("embedding 300 rules" in line for line in notes)
    assert json.loads(json.dumps(result.to_json()))["rules"] == 300
    text = duplicates_text(result)
    assert "ace-framework          skipped: " in text
    assert "is in no row" in text


def test_scores_count_pairs() -> None:
    known = make_rules(200)
    truth = known_pairs(known)
    whole = score(OURS, 1.0, truth, known, truth)
    assert (whole.precision, whole.recall, whole.opposites_merged) == (1.0, 1.0, 0)
    wrong = score(PLAIN, 1.0, set(known.opposites), known, truth)
    assert (wrong.precision, wrong.recall, wrong.opposites_merged) == (0.0, 0.0, len(known.opposites))
    assert score(PLAIN, 1.0, set(), known, truth).precision == 1.0


def test_plain_pairs() -> None:
    import numpy as np

    assert plain_pairs(np.eye(3, dtype=np.float32)) == set()
    assert plain_pairs(np.ones((3, 1), np.float32)) == {(0, 1), (0, 2), (1, 2)}
