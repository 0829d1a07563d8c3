"""Blocking work in a thread of its own, awaited from an event loop."""

import asyncio
import contextlib
import contextvars
import threading
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")


async def in_daemon_thread(work: Callable[[], T], name: str) -> T:
    """Return what `work` returns, or raise what it raises, without blocking the loop.

    A daemon thread, not the loop's pool: closing a loop waits for its pool, so a stuck tool would hang the exit. When
    the caller is cancelled the thread goes on and its late result is dropped. What is no Exception (SystemExit) becomes
    a RuntimeError.
    """
    loop = asyncio.get_running_loop()
    future: asyncio.Future[T] = loop.create_future()
    variables = contextvars.copy_context()

    def deliver(result: T | None, error: BaseException | None) -> None:
        if future.done():
            return
        if error is None:
            future.set_result(result)  # type: ignore[arg-type]
        else:
            future.set_exception(error)

    def run() -> None:
        result: T | None = None
        error: BaseException | None = None
        try:
            result = variables.run(work)
        except BaseException as exc:  # noqa: BLE001  handed to whoever waits
            # A future cannot hold a StopIteration, and a SystemExit in one would end the loop.
            is_ordinary = isinstance(exc, Exception) and not isinstance(exc, StopIteration)
            error = exc if is_ordinary else RuntimeError(f"{type(exc).__name__}: {exc}")
        with contextlib.suppress(RuntimeError):  # the loop closed while the work was late
            loop.call_soon_threadsafe(deliver, result, error)

    threading.Thread(target=run, name=name[:60], daemon=True).start()
    return await future
