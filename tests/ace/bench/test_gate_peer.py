"""The script that asks GEPA's function, here with a small package in its place."""

import json
from pathlib import Path

import pytest

from ace.bench.peer_environment import run_peer
from ace.errors import AceError
from tests.ace.bench.gepa_like import write_gepa_like

SCRIPT = str(Path("ace/bench/gate_peer.py").resolve())


def test_each_outcome_is_asked_for(tmp_path: Path) -> None:
    python = write_gepa_like(tmp_path)
    (tmp_path / "sizes.json").write_text("[2]")
    run_peer(python, [SCRIPT, str(tmp_path)], 60)
    answer = json.loads((tmp_path / "tables.json").read_text())
    assert answer == {
        "version": "0.1.4",
        "function": "gepa.strategies.acceptance.StrictImprovementAcceptance.should_accept",
        "tables": {"2": [[False, False, False], [True, False, False], [True, False, False]]},
    }


def test_a_function_that_looks_at_more_than_votes_is_no_table(tmp_path: Path) -> None:
    looks_at_all = (
        "class StrictImprovementAcceptance:\n"
        "    def should_accept(self, proposal, state): return sum(proposal.subsample_scores_after) > 1\n"
    )
    python = write_gepa_like(tmp_path, looks_at_all)
    (tmp_path / "sizes.json").write_text("[2]")
    with pytest.raises(AceError, match="0 fixed and 0 broken of 2 do not settle what it says"):
        run_peer(python, [SCRIPT, str(tmp_path)], 60)
