"""The script that another package's interpreter runs, here with a small package in its place."""

import json
import sys
from pathlib import Path

import numpy as np
import pytest

from ace.bench.peer_environment import run_peer
from ace.errors import AceError

SCRIPT = Path("ace/bench/duplicate_peer.py").resolve()
# The start of a package that answers as ace-playbook does: it deletes every bullet after the first.
PLAYBOOK = """
class Bullet:
    def __init__(self, content, section, id, helpful_count):
        self.id, self.helpful_count = id, helpful_count
class Playbook(list):
    def __init__(self, sections): super().__init__()
    def add(self, bullet): self.append(bullet)
"""
REFINE = """
def grow_and_refine(book, embedder=None):
    for bullet in book[1:]:
        book[0].helpful_count += bullet.helpful_count
        book.remove(bullet)
"""


def test_who_stands_for_whom_is_read_from_the_counts(tmp_path: Path) -> None:
    package = tmp_path / "ace"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "playbook.py").write_text(PLAYBOOK)
    (package / "refine.py").write_text(REFINE)
    (tmp_path / "texts.json").write_text(json.dumps(["a", "b", "c"]))
    np.save(tmp_path / "vectors.npy", np.ones((3, 2), np.float32))
    start = (
        f"import sys, runpy; sys.path.insert(0, {str(tmp_path)!r}); sys.argv = ['x', 'ace-playbook', {str(tmp_path)!r}]"
    )
    run_peer(Path(sys.executable), ["-c", f"{start}; runpy.run_path({str(SCRIPT)!r}, run_name='__main__')"], 60)
    found = json.loads((tmp_path / "found.json").read_text())
    assert found["pairs"] == [[0, 1], [0, 2], [1, 2]]
    assert found["seconds"] >= 0


def test_a_failure_is_told_with_its_reason(tmp_path: Path) -> None:
    with pytest.raises(AceError, match=r"failed: .*texts\.json"):
        run_peer(Path(sys.executable), [str(SCRIPT), "ace-playbook", str(tmp_path)], 60)
    with pytest.raises(AceError, match="stopped after"):
        run_peer(Path(sys.executable), ["-c", "import time; time.sleep(60)"], 0.5)
