"""GEPA's acceptance as gates here: its own function, from its own package, says what each outcome is worth."""

import json
import os
import tempfile
from collections.abc import Callable
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ace.bench.gate_others import Accepted, Gate
from ace.bench.gate_scenarios import Scores
from ace.bench.peer_environment import Peer, peers_folder, python_of, run_peer

PEER = Peer("gepa==0.1.4")
# Its default minibatch, and a large one.
SIZES = {"gepa": 3, "gepa_on_50": 50}
TIMEOUT_S = 300


def gepa_gates(note: Callable[[str], None]) -> tuple[Gate, ...]:
    """Return one gate a minibatch size. Its function is asked once for each outcome of paired scores of 0 and 1.

    Raises: AceError when the package cannot be installed or asked.
    """
    python = python_of(PEER, peers_folder(os.environ), note)
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "sizes.json").write_text(json.dumps(list(SIZES.values())), encoding="utf-8")
        run_peer(python, [str(Path(__file__).with_name("gate_peer.py")), folder], TIMEOUT_S)
        answer = json.loads((Path(folder) / "tables.json").read_text(encoding="utf-8"))
    rule = f"{answer['function']} of gepa {answer['version']}"
    return tuple(
        Gate(name, n, _lookup(np.array(answer["tables"][str(n)], np.bool_)), rule, is_redrawn=True, needs_votes=True)
        for name, n in SIZES.items()
    )


def _lookup(table: NDArray[np.bool_]) -> Callable[[Scores], Accepted]:
    def decide(scores: Scores) -> Accepted:
        return np.asarray(table[scores.fixed, scores.broke])

    return decide
