import asyncio
import contextvars
import threading

import pytest

from runtime.tools.daemon_thread import in_daemon_thread

NAME: contextvars.ContextVar[str] = contextvars.ContextVar("name", default="none")


async def test_the_result_comes_back_from_a_daemon_thread_with_the_callers_context() -> None:
    NAME.set("ann")
    thread, name = await in_daemon_thread(lambda: (threading.current_thread(), NAME.get()), "tool-x")
    assert (thread.daemon, thread.name, name) == (True, "tool-x", "ann")


async def test_what_is_raised_comes_back_too() -> None:
    error = ValueError("no")

    def work() -> None:
        raise error

    with pytest.raises(ValueError, match="no") as caught:
        await in_daemon_thread(work, "tool-x")
    assert caught.value is error


@pytest.mark.parametrize("error", [StopIteration(), SystemExit(3), KeyboardInterrupt()], ids=lambda e: type(e).__name__)
async def test_what_would_end_the_loop_or_hang_the_caller_becomes_an_ordinary_error(error: BaseException) -> None:
    def work() -> None:
        raise error

    with pytest.raises(RuntimeError, match=type(error).__name__):
        await asyncio.wait_for(in_daemon_thread(work, "tool-x"), 5)


async def test_a_late_result_of_a_cancelled_caller_is_dropped() -> None:
    go, done = threading.Event(), threading.Event()

    def work() -> None:
        go.wait(10)
        done.set()

    with pytest.raises(TimeoutError):
        await asyncio.wait_for(in_daemon_thread(work, "tool-x"), 0.05)
    go.set()
    assert await asyncio.to_thread(done.wait, 10)
    await asyncio.sleep(0.05)
