"""One worker process, from its owner's side."""

import signal
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from runtime.artifacts.store import MemoryArtifactStore
from runtime.contracts.ports import ToolContext
from runtime.control.worker_process import ToolsRecipe, WorkerDiedError, WorkerProcess, WorkerTimeoutError
from tests.runtime.control.odd_tools import FACTORY
from tests.runtime.control.test_worker_pool import is_running, wait_gone

CONTEXT = ToolContext("", MemoryArtifactStore(), None)


@pytest.fixture
def worker() -> Iterator[WorkerProcess]:
    """A started worker."""
    made = WorkerProcess(ToolsRecipe(FACTORY))
    yield made
    made.close()


def test_a_call_and_its_reply(worker: WorkerProcess) -> None:
    reply = worker.call({"tool": "fine", "arguments": {}}, 5.0, CONTEXT)
    assert reply == {"summary": "fine", "artifact_refs": [], "data": {"pid": worker.pid}}
    assert worker.is_alive


def test_a_worker_that_does_not_answer_in_time(worker: WorkerProcess) -> None:
    started = time.monotonic()
    with pytest.raises(WorkerTimeoutError):
        worker.call({"tool": "spin"}, 0.2, CONTEXT)
    assert 0.2 <= time.monotonic() - started < 2.0


@pytest.mark.parametrize(("tool", "says"), [("segfault", "killed by SIGSEGV"), ("vanish", "ended with exit code 0")])
def test_a_worker_that_dies_says_how(worker: WorkerProcess, tool: str, says: str) -> None:
    with pytest.raises(WorkerDiedError, match=says):
        worker.call({"tool": tool}, 5.0, CONTEXT)
    assert not worker.is_alive


def test_killing_it_from_another_thread_ends_the_wait(worker: WorkerProcess) -> None:
    threading.Timer(0.2, worker.kill).start()
    with pytest.raises(WorkerDiedError, match=signal.SIGKILL.name):
        worker.call({"tool": "spin_long"}, 30.0, CONTEXT)


def test_closing_ends_the_process_and_closing_twice_does_nothing(worker: WorkerProcess) -> None:
    pid = worker.pid
    assert is_running(pid)
    worker.close()
    worker.close()
    worker.kill()
    assert wait_gone(pid)


def test_a_folder_named_like_ours_where_the_user_works_is_not_imported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "runtime").mkdir()
    (tmp_path / "runtime/__init__.py").write_text("raise SystemExit('imported the wrong one')", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    worker = WorkerProcess(ToolsRecipe(FACTORY))
    assert worker.call({"tool": "fine"}, 5.0, CONTEXT)["summary"] == "fine"
    worker.close()


def test_a_recipe_as_the_worker_reads_it() -> None:
    recipe = ToolsRecipe("a:b", Path("/images"), {"timeouts_s": {"zoom": 3.0}}, 512)
    assert recipe.to_json() == {
        "factory": "a:b",
        "image_base": "/images",
        "settings": {"timeouts_s": {"zoom": 3.0}},
        "memory_mb": 512,
    }
