"""Tools in worker processes: started when first needed, killed when a call takes too long, replaced when they die."""

import os
import threading
import time
import weakref
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from runtime.contracts.ports import Tool, ToolContext
from runtime.contracts.tool_call import ErrorClass, ToolCall, ToolCard, ToolOutput, ToolSpec
from runtime.control.spare_workers import SPARE_WORKERS, SpareWorkers
from runtime.control.worker_process import ToolsRecipe, WorkerDiedError, WorkerProcess, WorkerTimeoutError
from runtime.tools.call_tool import failed_card, output_card, timeout_words
from runtime.tools.daemon_thread import in_daemon_thread

DEFAULT_MOST_WORKERS = 4


class CallUnderWay:
    """A call under way, seen by the thread that waits for it and by whoever may cancel it.

    `has_begun`: it was handed to a worker, so the tool may have acted.
    """

    def __init__(self) -> None:
        """Not begun."""
        self.has_begun = False
        self._worker: WorkerProcess | None = None
        self._is_cancelled = False
        self._lock = threading.Lock()

    def begin(self, worker: WorkerProcess) -> bool:
        """Return whether the call may be handed to `worker`: not when it was cancelled before."""
        with self._lock:
            if not self._is_cancelled:
                self._worker, self.has_begun = worker, True
            return not self._is_cancelled

    def leave(self) -> None:
        """Let go of the worker: from now on it may serve another call, which a late cancel must not hit."""
        with self._lock:
            self._worker = None

    def cancel(self) -> None:
        """Keep the call from beginning, or kill the worker it runs in."""
        with self._lock:
            self._is_cancelled = True
            if self._worker is not None:
                self._worker.kill()


@dataclass
class _Started:
    """The pool's workers, outside the pool, so that they can be killed once nobody holds it any more."""

    idle: list[WorkerProcess] = field(default_factory=list)
    busy: set[WorkerProcess] = field(default_factory=set)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def close(self, spare: SpareWorkers | None = None) -> None:
        with self.lock:
            idle, self.idle = self.idle, []
            busy = tuple(self.busy)
        for worker in busy:
            worker.kill()  # closed by the thread that waits for it
        for worker in idle:
            if spare is not None:
                spare.give_back(worker)
            else:
                worker.close()


class WorkerPool:
    """At most `size` workers. More calls wait for a free one, outside their own time limit."""

    def __init__(self, recipe: ToolsRecipe, size: int, spare: SpareWorkers | None = None) -> None:
        """Start nothing yet. Workers end with `close`, with the last reference to the pool, or with this process.

        With `spare`, workers are taken from there, and `close` leaves idle ones to it.
        """
        self._recipe, self._spare = recipe, spare
        self._slots = threading.BoundedSemaphore(max(size, 1))
        self._started = _Started()
        self._finalizer = weakref.finalize(self, self._started.close)

    async def call(self, spec: ToolSpec, call: ToolCall, context: ToolContext, state: CallUnderWay) -> ToolCard:
        """Return the card of a checked call; a hang, a crash or odd output is an error class on it.

        Cancelling the caller kills the worker. Units: duration_ms leaves out the wait for a free worker.
        """
        try:
            return await in_daemon_thread(lambda: self._call(spec, call, context, state), f"tool-{call.name}")
        except BaseException:  # cancelled while the tool runs
            state.cancel()
            raise

    def close(self) -> None:
        """End every worker, or leave it to the spare ones. A later call starts new ones."""
        self._started.close(self._spare)

    def pids(self) -> tuple[int, ...]:
        """Return the process ids of the workers there are."""
        with self._started.lock:
            return tuple(worker.pid for worker in (*self._started.idle, *self._started.busy))

    def _call(self, spec: ToolSpec, call: ToolCall, context: ToolContext, state: CallUnderWay) -> ToolCard:
        with self._slots:
            try:
                worker = self._take()
            except (WorkerDiedError, WorkerTimeoutError) as exc:
                return failed_card(call, spec.permission, "server_failure", f"{call.name} could not be started: {exc}")
            started = time.perf_counter()
            is_usable = True
            try:
                if not state.begin(worker):
                    return failed_card(call, spec.permission, "timeout", f"{call.name} was cancelled before it began")
                is_usable = False
                card = self._ask(worker, spec, call, context)
                is_usable = True
            except WorkerTimeoutError:
                card = failed_card(call, spec.permission, "timeout", timeout_words(call.name, spec.timeout_s))
            except WorkerDiedError as exc:
                card = failed_card(call, spec.permission, "server_failure", f"{call.name} crashed: {exc}")
            finally:
                state.leave()
                self._give_back(worker, is_usable)
            return replace(card, duration_ms=round((time.perf_counter() - started) * 1000.0, 3))

    def _ask(self, worker: WorkerProcess, spec: ToolSpec, call: ToolCall, context: ToolContext) -> ToolCard:
        from runtime.artifacts.store import FileArtifactStore

        store = context.artifacts
        reply = worker.call(
            {
                "tool": call.name,
                "arguments": call.arguments,
                "image_ref": context.image_ref,
                "artifacts": str(store.root.absolute()) if isinstance(store, FileArtifactStore) else None,
                "has_index": context.retriever is not None,
                "idempotency_key": context.idempotency_key,
            },
            spec.timeout_s,
            context,
        )
        if "error_class" in reply:
            return failed_card(call, spec.permission, _error_class(reply["error_class"]), str(reply.get("message", "")))
        refs, data = reply.get("artifact_refs"), reply.get("data")
        if not isinstance(refs, list) or not isinstance(data, dict):
            raise WorkerDiedError("its reply is no result")
        return output_card(spec, call, ToolOutput(str(reply.get("summary", "")), tuple(refs), data))

    def _take(self) -> WorkerProcess:
        while True:
            with self._started.lock:
                worker = self._started.idle.pop() if self._started.idle else None
            if worker is None:
                worker = WorkerProcess(self._recipe) if self._spare is None else self._spare.take(self._recipe)
            elif not worker.is_alive:  # killed while it was idle, by a person or for memory
                worker.close()
                continue
            with self._started.lock:
                self._started.busy.add(worker)
            return worker

    def _give_back(self, worker: WorkerProcess, is_usable: bool) -> None:
        with self._started.lock:
            self._started.busy.discard(worker)
            if is_usable:
                self._started.idle.append(worker)
        if not is_usable:
            worker.close()


def worker_pool(tools: Mapping[str, Tool], recipe: ToolsRecipe, size: int | None) -> WorkerPool | None:
    """Return a pool for those of `tools` that run in a process of their own, or None when there are none.

    `size` None: one worker a core, up to four. Its workers outlive it, for the next pool that is made alike.
    """
    if all(tool.spec.isolation == "thread" for tool in tools.values()):
        return None
    most = size if size is not None else min(os.cpu_count() or 1, DEFAULT_MOST_WORKERS)
    return WorkerPool(recipe, most, SPARE_WORKERS)


def _error_class(value: object) -> ErrorClass:
    known: tuple[ErrorClass, ...] = (
        "invalid_arguments",
        "unknown_tool",
        "permission_denied",
        "timeout",
        "server_failure",
        "empty_result",
        "missing_dependency",
        "business_failure",
    )
    return next((name for name in known if name == value), "server_failure")
