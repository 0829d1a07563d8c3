"""Does the daemon grow over many cycles? The real daemon, in a process of its own, with a quick command as each cycle.

`python -m ace.bench.daemon_soak CYCLES EVERY_S WORD...` prints what it weighed.
"""

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import NamedTuple
from urllib.request import urlopen

from ace.bench.row import Row
from ace.config.schedule_settings import DaemonSettings, NotifySettings
from runtime.contracts.json_types import JsonObject

# Pages, caches and import-time allocations settle over the first cycles.
GROWTH_MB = 1.0
_SCRAPE_EVERY = 10


class Every:
    """Implements the daemon's Times: every so many seconds, on a grid."""

    def __init__(self, seconds: float) -> None:
        """Take the distance."""
        self._step = timedelta(seconds=seconds)

    def next_after(self, moment: datetime) -> datetime:
        """Return the first that is later."""
        begin = datetime(2026, 1, 1, tzinfo=UTC)
        return begin + ((moment - begin) // self._step + 1) * self._step


class Weight(NamedTuple):
    """The daemon's process after so many cycles."""

    cycles: int
    rss_mb: float
    open_files: int
    children: int
    threads: int


def soak_daemon(cycles: int, every_s: float, command: Sequence[str]) -> tuple[Row, ...]:
    """Return growth between a tenth of the cycles and all of them, in memory, open files, child processes and threads.

    Raises: RuntimeError when the daemon did not come to its end.
    """
    words = [sys.executable, "-P", "-m", "ace.bench.daemon_soak", str(cycles), str(every_s), *command]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise RuntimeError(f"the daemon ended with {done.returncode}: {done.stderr[-2000:]}")
    found = json.loads(done.stdout)
    weights = [Weight(**weight) for weight in found["weights"]]
    first, last = next(weight for weight in weights if weight.cycles >= cycles // 10), weights[-1]
    detail: JsonObject = {"cycles": last.cycles, "command": list(command), **found}
    return (
        Row(
            "memory, growth after the first tenth",
            "MB",
            last.rss_mb - first.rss_mb,
            target=("<=", GROWTH_MB),
            detail=detail,
        ),
        Row("open files, growth", "files", last.open_files - first.open_files, target=("<=", 0)),
        Row("child processes at the end", "processes", last.children, target=("<=", 0)),
        Row("threads, growth", "threads", last.threads - first.threads, target=("<=", 0)),
    )


def weigh(cycles: int) -> Weight:
    """Return what this process holds now. Linux only."""
    status = Path("/proc/self/status").read_text(encoding="ascii")
    rss_kb = next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS:"))
    tasks = list(Path("/proc/self/task").iterdir())
    children = sum(len((task / "children").read_text(encoding="ascii").split()) for task in tasks)
    # Without the one that lists them.
    open_files = len(list(Path("/proc/self/fd").iterdir())) - 1
    return Weight(cycles, round(rss_kb / 1024, 2), open_files, children, len(tasks))


def run_and_weigh(folder: Path, cycles: int, every_s: float, command: Sequence[str]) -> JsonObject:
    """Run a daemon in `folder` until it has run so many cycles; return its weights, and how long it took."""
    from ace.daemon.assemble import DaemonOptions, run_daemon
    from ace.daemon.run_daemon import Configured
    from ace.daemon.schedules import Schedule
    from ace.workspace import Workspace

    marks = {10, cycles // 10, cycles // 2, cycles}
    weights: list[Weight] = []
    port = _free_port()
    begun = time.monotonic()

    def count(number: int) -> None:
        # Weighed first: the server is not done with its end of a connection when the answer is here.
        if number in marks:
            weights.append(weigh(number))
        if number % _SCRAPE_EVERY == 5:
            with urlopen(f"http://127.0.0.1:{port}/metrics", timeout=10) as answer:
                answer.read()
        if number == cycles:
            os.kill(os.getpid(), signal.SIGTERM)

    schedule = Schedule("soak", f"every {every_s} s", Every(every_s), 60.0, {})
    configured = Configured((schedule,), DaemonSettings(), NotifySettings())
    options = DaemonOptions(
        is_quiet=True,
        metrics_port=port,
        command=lambda _, lifeline: command,
        load=lambda: configured,
        after_cycle=count,
    )
    code = run_daemon(Workspace(folder, folder / "state", is_bare=False), dict(os.environ), options)
    seconds = round(time.monotonic() - begun, 1)
    logs = len(list((folder / "state" / "daemon" / "logs").iterdir()))
    return {"weights": [weight._asdict() for weight in weights], "seconds": seconds, "exit_code": code, "logs": logs}


def _free_port() -> int:
    import socket

    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def main(arguments: Sequence[str]) -> None:
    """Soak and print."""
    with tempfile.TemporaryDirectory() as folder:
        found = run_and_weigh(Path(folder), int(arguments[0]), float(arguments[1]), arguments[2:])
    sys.stdout.write(json.dumps(found) + "\n")


if __name__ == "__main__":
    main(sys.argv[1:])
