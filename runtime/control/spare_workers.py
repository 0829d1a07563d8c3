"""Workers that an agent no longer needs, kept for the next one in this process.

Starting one takes a third of a second, nearly all of it for imports; other tools are built in a few milliseconds.
"""

import os
import sys
import threading
import weakref

from runtime.control.worker_process import ToolsRecipe, WorkerDiedError, WorkerProcess, WorkerTimeoutError

MOST_SPARE = 4
# Written anew for each test; no tool reads it.
_NOT_READ = "PYTEST_CURRENT_TEST"


class SpareWorkers:
    """Idle workers by what they were started with: environment, import path, working folder, memory bound.

    They end with `close` or with this process. Safe to use from several threads.
    """

    def __init__(self, most: int = MOST_SPARE) -> None:
        """Keep at most `most`; the one that waited longest makes room."""
        self._most = most
        self._waiting: list[tuple[str, WorkerProcess]] = []
        self._keys: weakref.WeakKeyDictionary[WorkerProcess, str] = weakref.WeakKeyDictionary()
        self._lock = threading.Lock()
        weakref.finalize(self, _close_all, self._waiting)

    def take(self, recipe: ToolsRecipe) -> WorkerProcess:
        """Return a worker that waits, with the tools of `recipe`, else a new one.

        Raises: WorkerDiedError when none can be started.
        """
        key = _started_with(recipe)
        while (worker := self._waiting_for(key)) is not None:
            try:
                worker.build(recipe)
            except (WorkerDiedError, WorkerTimeoutError):  # it died, or a new one will say why it cannot
                worker.close()
            else:
                return worker
        worker = WorkerProcess(recipe)
        self._keys[worker] = key
        return worker

    def _waiting_for(self, key: str) -> WorkerProcess | None:
        with self._lock:
            places = [place for place, (its_key, _) in enumerate(self._waiting) if its_key == key]
            return self._waiting.pop(places[-1])[1] if places else None

    def give_back(self, worker: WorkerProcess) -> None:
        """Keep an idle worker that came from here; any other is closed."""
        key = self._keys.get(worker)
        with self._lock:
            if key is not None:
                self._waiting.append((key, worker))
            over = [] if key is None else self._waiting[: -self._most or None]
            del self._waiting[: len(over)]
        for _, one in over:
            one.close()
        if key is None:
            worker.close()

    def close(self) -> None:
        """End those that wait."""
        with self._lock:
            waiting, self._waiting[:] = list(self._waiting), []
        _close_all(waiting)


def _close_all(waiting: list[tuple[str, WorkerProcess]]) -> None:
    for _, worker in waiting:
        worker.close()


def _started_with(recipe: ToolsRecipe) -> str:
    environment = sorted((name, value) for name, value in os.environ.items() if name != _NOT_READ)
    try:
        folder = os.getcwd()  # noqa: PTH109  it may be gone
    except OSError:
        folder = ""
    return repr((recipe.memory_mb, environment, sys.path, folder))


SPARE_WORKERS = SpareWorkers()
