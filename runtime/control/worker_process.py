"""One worker process, seen from its owner."""

import contextlib
import os
import signal
import subprocess
import sys
import threading
import time
from base64 import b64decode, b64encode
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from pathlib import Path

from runtime.contracts.json_types import JsonObject
from runtime.contracts.ports import ToolContext
from runtime.control.frames import FrameError, FrameTimeoutError, receive, send

START_LIMIT_S = 120.0


class WorkerDiedError(Exception):
    """The worker process ended, or sent what is no message; str() says how."""


class WorkerTimeoutError(Exception):
    """The worker did not answer in time."""


@dataclass(frozen=True)
class ToolsRecipe:
    """How a worker builds its tools: `factory` is module:function, called with (image_base, settings).

    Units: memory_mb bounds the worker's address space in MiB, 0: not at all.
    """

    factory: str
    image_base: Path | None = None
    settings: JsonObject = field(default_factory=dict)
    memory_mb: int = 0

    def to_json(self) -> JsonObject:
        """Return the first message to a worker."""
        base = str(self.image_base) if self.image_base is not None else None
        return {
            "factory": self.factory,
            "image_base": base,
            "settings": self.settings,
            "memory_mb": self.memory_mb,
        }


class WorkerProcess:
    """A started worker. One call at a time; `kill` may come from any thread, `close` from the one that uses it."""

    def __init__(self, recipe: ToolsRecipe) -> None:
        """Start the process and wait until its tools are built. Raises: WorkerDiedError when they cannot be."""
        lifeline, self._lifeline = os.pipe()
        # -P: a folder named `runtime` where the user works must not be imported instead of ours.
        command = [sys.executable, "-P", "-m", "runtime.control.tool_worker", str(lifeline)]
        try:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                pass_fds=(lifeline,),
                env={**os.environ, "PYTHONPATH": os.pathsep.join(_import_path())},
                start_new_session=True,
            )
        except OSError as exc:
            os.close(self._lifeline)
            raise WorkerDiedError(f"a worker process cannot be started: {exc}") from exc
        finally:
            os.close(lifeline)
        self._closing = threading.Lock()
        self._is_closed = False
        try:
            self.build(recipe)
        except BaseException:
            self.close()
            raise

    @property
    def pid(self) -> int:
        """The process id."""
        return self._process.pid

    @property
    def is_alive(self) -> bool:
        """False once the process has ended."""
        return self._process.poll() is None

    def build(self, recipe: ToolsRecipe) -> None:
        """Have the tools of `recipe` in place of any others. Raises: WorkerDiedError when they cannot be built."""
        answer = self._exchange(recipe.to_json(), time.monotonic() + START_LIMIT_S, None)
        if "error" in answer:
            raise WorkerDiedError(f"the worker's tools cannot be built: {answer['error']}")

    def call(self, request: JsonObject, timeout_s: float, context: ToolContext) -> JsonObject:
        """Return the worker's reply to `request`; what it asks meanwhile is answered from `context`.

        Raises: WorkerTimeoutError, WorkerDiedError; the worker is of no more use then.
        """
        return self._exchange(request, time.monotonic() + timeout_s, lambda question: _answer(question, context))

    def _exchange(
        self, request: JsonObject, deadline: float, answer: Callable[[JsonObject], JsonObject] | None
    ) -> JsonObject:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        try:
            send(self._process.stdin.fileno(), request)
            while True:
                reply = receive(self._process.stdout.fileno(), deadline)
                if reply is None:
                    raise WorkerDiedError(self._how_it_ended())
                if answer is None or "ask" not in reply:
                    return reply
                send(self._process.stdin.fileno(), answer(reply))
        except FrameTimeoutError:
            raise WorkerTimeoutError from None
        except FrameError as exc:
            raise WorkerDiedError(f"the worker sent no message: {exc}") from exc
        except (OSError, ValueError) as exc:  # the pipe is broken, or closed under us
            raise WorkerDiedError(self._how_it_ended()) from exc

    def _how_it_ended(self) -> str:
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(timeout=5.0)
        code = self._process.returncode
        if code is None:
            return "the worker closed its pipe"
        if code >= 0:
            return f"the worker process ended with exit code {code}"
        try:
            name = signal.Signals(-code).name
        except ValueError:
            name = f"signal {-code}"
        return f"the worker process was killed by {name}"

    def kill(self) -> None:
        """Kill the process and what it started, now; whoever waits for its reply gets WorkerDiedError."""
        with self._closing:
            if not self._is_closed:
                self._kill()

    def _kill(self) -> None:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)

    def close(self) -> None:
        """Kill the process, wait for its end, and close the pipes; closing twice does nothing."""
        with self._closing:
            if self._is_closed:
                return
            self._is_closed = True
            self._kill()
            self._process.wait()
            for pipe in (self._process.stdin, self._process.stdout):
                if pipe is not None:
                    with contextlib.suppress(OSError):
                        pipe.close()
            os.close(self._lifeline)


def _answer(question: JsonObject, context: ToolContext) -> JsonObject:
    """Return what a tool in the worker asked of its owner; what goes wrong is the tool's to hear."""
    try:
        if question["ask"] == "get":
            return {"data": b64encode(context.artifacts.get(str(question["ref"]))).decode("ascii")}
        if question["ask"] == "put":
            data = b64decode(str(question["data"]))
            return {"ref": context.artifacts.put(data, str(question["media_type"]))}
        if question["ask"] == "search" and context.retriever is not None:
            query, k, image = str(question["query"]), question["k"], str(question["image_ref"])
            hits = context.retriever.search(query, k if isinstance(k, int) else 1, image)
            return {"hits": [asdict(hit) for hit in hits]}
        return {"error": f"{question['ask']!r} is not answered here"}
    except Exception as exc:  # noqa: BLE001  part of the tool's step, which is where it becomes data
        return {"error": f"{type(exc).__name__}: {exc}"}


def _import_path() -> list[str]:
    """This process's import path, absolute, so that the worker finds the same modules."""
    return [str(Path(entry).absolute()) for entry in sys.path if entry]
