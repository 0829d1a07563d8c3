"""`ace ablate` from the command line, killed in the middle among others."""

import shutil
import signal
import subprocess
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from runtime.contracts.json_types import JsonObject
from runtime.traces.read_events import read_episodes
from tests.ace.cycle.ablation.ablation_setup import HARM, HEAVY, NEVER, SAFETY, run_with
from tests.conftest import Ran


def _ended(repo: Path) -> Counter[tuple[str, str, int]]:
    """Return how often each place of each arm was run to an end."""
    places: Counter[tuple[str, str, int]] = Counter()
    for path in (repo / ".git/ace/arms").glob("*.jsonl"):
        done = [one for one in read_episodes(path).episodes if one.outcome is not None]
        places.update((path.stem, one.header.sample, one.header.trial) for one in done)
    return places


def _words(value: JsonObject) -> dict[str, str]:
    assert isinstance(value["rules"], list)
    return {one["rule"]: one["word"] for one in value["rules"]}


@pytest.fixture(scope="module")
def made(starter_template: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A repository with a run of ten samples under rules of which it is known what they do; no test changes it."""
    repo = Path(shutil.copytree(starter_template, tmp_path_factory.mktemp("made") / "repo"))
    run_with(repo, HEAVY, NEVER, HARM, run__limit=10)
    return repo


@pytest.fixture
def repository(made: Path, tmp_path: Path) -> Path:
    """A copy of it."""
    return Path(shutil.copytree(made, tmp_path / "repo"))


def test_killed_it_goes_on_where_it_was_and_repeats_nothing(
    repository: Path, ace: Callable[..., Ran], ace_executable: list[str]
) -> None:
    process = subprocess.Popen([*ace_executable, "ablate", "-C", str(repository), "-q"], stdout=subprocess.DEVNULL)
    end = time.monotonic() + 60
    while sum(_ended(repository).values()) < 3:
        assert process.poll() is None
        assert time.monotonic() < end
        time.sleep(0.01)
    process.send_signal(signal.SIGKILL)
    process.wait()
    before = _ended(repository)
    assert 3 <= sum(before.values()) < 20
    again = ace("ablate", "-C", str(repository), "--json", "-q")
    assert again.code == 0, again.err
    after = _ended(repository)
    assert (len(after), set(after.values())) == (20, {1})
    assert before.keys() < after.keys()
    assert set(_words(again.json)) == {HEAVY, NEVER, HARM, SAFETY}
    last = ace("ablate", "-C", str(repository), "--json", "-q")
    assert last.json["model_calls"] == 0
    assert _words(last.json) == _words(again.json)


def test_progress_goes_to_stderr_and_the_report_says_simulated(repository: Path, ace: Callable[..., Ran]) -> None:
    ran = ace("ablate", "latest", "-C", str(repository), "--limit", "4", "--max-calls", "1")
    assert ran.code == 0
    assert "simulated" in ran.out
    assert "not tried" in ran.out
    assert "stopped at the ceiling of 1 model calls" in ran.out
    assert "rules to leave out: 2, 1 silent, 1 for safety; 8 episodes to run, about" in ran.err
    assert "without ab." in ran.err
    assert "episodes to run, about" not in ran.out


def test_one_rule_by_its_id(repository: Path, ace: Callable[..., Ran]) -> None:
    ran = ace("ablate", "-C", str(repository), "--rules", NEVER, "--rules", SAFETY, "--json", "-q")
    assert (ran.code, _words(ran.json), ran.json["model_calls"]) == (0, {NEVER: "silent", SAFETY: "safety"}, 0)


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        (("--rules", "ab.nothing"), 1, "no rule 'ab.nothing' is in force"),
        (("--rules", ""), 64, "must not be empty"),
        (("--max-calls", "0"), 64, "0"),
        (("r-none",), 1, "no run 'r-none'"),
    ],
    ids=["unknown-rule", "empty-rule", "no-calls", "unknown-run"],
)
def test_what_cannot_be_done_is_said(
    made: Path, ace: Callable[..., Ran], arguments: tuple[str, ...], code: int, says: str
) -> None:
    ran = ace("ablate", "-C", str(made), *arguments)
    assert ran.code == code
    assert says in ran.err
    assert "Traceback" not in ran.err


def test_outside_a_repository_it_says_so(tmp_path: Path, ace: Callable[..., Ran]) -> None:
    ran = ace("ablate", "-C", str(tmp_path))
    assert ran.code == 1
    assert "git init" in ran.err
