"""Does memory stay flat over many episodes? Each measurement in a process of its own.

`python -m ace.bench.memory EPISODES keep|drop` prints the peak resident MB after the first tenth and at the end.
"""

import asyncio
import json
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

from ace.bench.row import Row
from ace.bench.tutor_setup import set_up_tutor
from runtime.contracts.trace_event import Episode
from runtime.loop.run_batch import BatchPlan, run_batch
from runtime.models.simulated import Simulated

GROWTH = 1.10


def measure_memory(episodes: int) -> Row:
    """Return peak memory after all episodes over that after the first tenth: 1 is flat.

    Beside it: the same batch with every episode kept, as a list of results would.
    """
    flat, kept = _in_process(episodes, "drop"), _in_process(episodes, "keep")
    return Row(
        "peak memory, all / first tenth",
        "ratio",
        flat["end_mb"] / flat["tenth_mb"],
        "every episode kept in a list",
        kept["end_mb"] / kept["tenth_mb"],
        ("<=", GROWTH),
        {"episodes": episodes, "ours_mb": flat, "kept_mb": kept, "simulated": True},
    )


def _in_process(episodes: int, mode: str) -> dict[str, float]:
    command = [sys.executable, "-m", "ace.bench.memory", str(episodes), mode]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    value: dict[str, float] = json.loads(done.stdout)
    return value


def run_and_weigh(folder: Path, episodes: int, is_kept: bool) -> dict[str, float]:
    """Return peak resident megabytes after the first tenth of the episodes and after all of them."""
    setup = set_up_tutor(folder, Simulated())
    trials = -(-episodes // len(setup.samples))
    samples = setup.samples[: -(-episodes // trials)]
    plan = BatchPlan("r-bench", samples, setup.rules, "", trials=trials, concurrency=4, keeps_episodes=is_kept)
    seen = {"count": 0}
    peaks: dict[str, float] = {}

    def count(_: Episode) -> None:
        seen["count"] += 1
        if seen["count"] == episodes // 10:
            peaks["tenth_mb"] = _peak_mb()

    asyncio.run(run_batch(setup.agent, plan, None, count))
    return {**peaks, "end_mb": _peak_mb(), "episodes": float(seen["count"])}


def _peak_mb() -> float:
    """The high-water mark of this process alone; what getrusage says on Linux includes the parent's before exec."""
    status = Path("/proc/self/status")
    if status.exists():
        line = next(line for line in status.read_text(encoding="ascii").splitlines() if line.startswith("VmHWM"))
        return round(int(line.split()[1]) / 1024, 1)
    return round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20, 1)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as made:
        sys.stdout.write(json.dumps(run_and_weigh(Path(made), int(sys.argv[1]), sys.argv[2] == "keep")))
