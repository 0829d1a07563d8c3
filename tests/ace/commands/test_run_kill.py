"""`ace run` killed with SIGKILL in the middle, then resumed: the same episodes as a run that nobody killed."""

import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

from runtime.contracts.trace_event import Episode
from runtime.traces.read_events import read_episodes
from tests.ace.building import commit_all
from tests.conftest import Ran

CONFIG = """\
schema: 1
branch: main
controller: {kind: simulated}
run: {limit: 12, seed: 5, concurrency: 2}
"""


def _log(repo: Path) -> Path | None:
    logs = sorted((repo / ".git/ace/runs").glob("*/events.jsonl"))
    return logs[-1] if logs else None


def _ended(repo: Path) -> int:
    log = _log(repo)
    return 0 if log is None else log.read_bytes().count(b'"type":"outcome"')


def _results(repo: Path) -> dict[str, tuple[str, dict[str, float], tuple[object, ...]]]:
    log = _log(repo)
    assert log is not None
    done = [episode for episode in read_episodes(log).episodes if not episode.is_infrastructure_error]
    return {episode.header.sample: _result(episode) for episode in done}


def _result(episode: Episode) -> tuple[str, dict[str, float], tuple[object, ...]]:
    assert episode.outcome is not None
    taken = tuple(str(step.taken) for step in episode.steps)
    return episode.outcome.terminal, dict(episode.outcome.scores), taken


def test_a_killed_run_goes_on_to_the_same_results(
    starter: Path, ace: Callable[..., Ran], ace_executable: list[str]
) -> None:
    (starter / "ace.yaml").write_text(CONFIG, encoding="utf-8")
    commit_all(starter)
    process = subprocess.Popen([*ace_executable, "run", "-C", str(starter), "--quiet"], stdout=subprocess.DEVNULL)
    end = time.monotonic() + 60
    while _ended(starter) < 3:
        assert process.poll() is None
        assert time.monotonic() < end
        time.sleep(0.005)
    process.send_signal(signal.SIGKILL)
    process.wait()
    before = _ended(starter)
    resumed = ace("run", "-C", str(starter), "--resume", "latest", "--json", "--quiet")
    assert resumed.code == 0, resumed.err
    assert (resumed.json["episodes"], resumed.json["trace_problems"]) == (12, [])
    killed = _results(starter)
    assert 3 <= before < 12 <= len(killed)
    assert ace("run", "-C", str(starter), "--quiet").code == 0
    assert _results(starter) == killed
