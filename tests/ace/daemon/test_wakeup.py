"""Sleeping until a signal, a child's end, or output."""

import os
import signal
import subprocess
import time

import pytest

from ace.daemon.wakeup import Wakeup


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_a_signal_ends_a_sleep_and_is_counted_once(number: signal.Signals) -> None:
    wakeup = Wakeup()
    before = signal.getsignal(number)
    with wakeup.signals():
        os.kill(os.getpid(), number)
        begun = time.monotonic()
        assert wakeup.sleep(30) == []
        assert time.monotonic() - begun < 10
        counted = (wakeup.take_stops(), wakeup.take_reloads())
        assert counted == ((0, 1) if number == signal.SIGHUP else (1, 0))
        assert (wakeup.take_stops(), wakeup.take_reloads()) == (0, 0)
    wakeup.close()
    assert signal.getsignal(number) is before


def test_the_end_of_a_child_ends_a_sleep() -> None:
    wakeup = Wakeup()
    with wakeup.signals(), subprocess.Popen(["true"]) as child:
        begun = time.monotonic()
        wakeup.sleep(30)
        assert time.monotonic() - begun < 10
        child.wait()
    wakeup.close()


def test_output_ends_a_sleep_while_it_is_watched() -> None:
    wakeup = Wakeup()
    read, write = os.pipe()
    wakeup.watch(read)
    os.write(write, b"x")
    assert wakeup.sleep(30) == [read]
    wakeup.unwatch(read)
    assert wakeup.sleep(0.01) == []
    for end in (read, write):
        os.close(end)
    wakeup.close()
