"""Work that must not take longer than so long, however slowly the other side goes on."""

import queue
import threading
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")


def in_time(work: Callable[[], T], seconds: float) -> T:
    """Return what `work` returns, or raise what it raises. Raises: TimeoutError when that takes more than `seconds`.

    `work` runs in a thread of its own, which is then left to itself: it keeps no process from ending. The limits of a
    network library count for each read, so that one byte at a time passes them for ever.
    """
    done: queue.Queue[tuple[T | None, BaseException | None]] = queue.Queue(1)

    def run() -> None:
        try:
            done.put((work(), None))
        except BaseException as exc:  # noqa: BLE001  raised again where it is waited for
            done.put((None, exc))

    threading.Thread(target=run, name="in time", daemon=True).start()
    try:
        value, problem = done.get(timeout=seconds)
    except queue.Empty:
        raise TimeoutError(f"not done within {seconds:g} s") from None
    if problem is not None:
        raise problem
    return value  # type: ignore[return-value]  # it is what `work` returned
