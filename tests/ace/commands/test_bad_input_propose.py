"""Files that were edited or removed between a run and its drafts' verdicts: a named verdict or a clear refusal."""

import json
import re
import shutil
from collections.abc import Callable
from itertools import cycle
from pathlib import Path

import pytest
import yaml

from ace.paths import shipped
from runtime.contracts.json_types import JsonObject
from tests.ace.building import commit_all, starter_repository
from tests.conftest import Ran, run_ace

CONFIG = """\
schema: 1
branch: main
controller: {kind: simulated}
run: {limit: 8, seed: 0}
gate: {trials: 1, sealed: false, must_pass_limit: 2, control: false}
samples: [samples]
"""


@pytest.fixture(scope="module")
def judged(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[JsonObject]]:
    """A repository with its own samples, of which one run's drafts were judged, and those. Look, do not change."""
    repo = starter_repository(tmp_path_factory.mktemp("judged") / "repo")
    shutil.copytree(shipped("samples") / "tutor", repo / "samples" / "tutor")
    (repo / "ace.yaml").write_text(CONFIG, encoding="utf-8")
    commit_all(repo)
    assert run_ace("run", "-C", str(repo), "-q").code == 0
    return repo, drafts(run_ace("propose", "latest", "-C", str(repo), "-q", "--json"))


@pytest.fixture
def repo(judged: tuple[Path, list[JsonObject]], tmp_path: Path) -> Path:
    """A copy that may be changed."""
    return Path(shutil.copytree(judged[0], tmp_path / "repo"))


def drafts(ran: Ran) -> list[JsonObject]:
    """Return what was said of the drafts."""
    assert ran.code in (0, 2), ran.err
    found = ran.json["drafts"]
    assert isinstance(found, list)
    return found


def verdicts(found: list[JsonObject]) -> list[tuple[object, object, object]]:
    """Return rule, verdict and reason of each draft."""
    return [(one["rule"], one["verdict"], one["reason"]) for one in found]


def the_run(repo: Path) -> Path:
    """Return the folder of the only run."""
    (folder,) = (repo / ".git" / "ace" / "runs").iterdir()
    return folder


def arms_after(repo: Path) -> list[Path]:
    """Return the files of the arms under a draft."""
    before = json.loads((the_run(repo) / "run.json").read_text(encoding="utf-8"))["arm"]
    return [path for path in sorted((repo / ".git" / "ace" / "arms").iterdir()) if path.stem != before]


def without_first_episodes(path: Path, count: int) -> list[str]:
    """Take the first episodes out of a file; return their ids."""
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    ids = list(dict.fromkeys(json.loads(line)["episode"] for line in lines))[:count]
    path.write_text("".join(line for line in lines if json.loads(line)["episode"] not in ids), encoding="utf-8")
    return ids


@pytest.mark.parametrize("count", [1, 5])
def test_trials_deleted_from_one_arm_are_run_anew(
    judged: tuple[Path, list[JsonObject]], repo: Path, ace: Callable[..., Ran], count: int
) -> None:
    gone = [name for path in arms_after(repo) for name in without_first_episodes(path, count)]
    again = drafts(ace("propose", "latest", "-C", str(repo), "-q", "--json"))
    assert verdicts(again) == verdicts(judged[1])
    text = "".join(path.read_text(encoding="utf-8") for path in arms_after(repo))
    assert gone
    assert all(name in text for name in gone)


@pytest.mark.parametrize("scores", [("NaN", "Infinity", "0.0"), ("-Infinity", "1e999", '"nan"')])
def test_scores_edited_in_an_arm_are_not_believed(
    judged: tuple[Path, list[JsonObject]], repo: Path, ace: Callable[..., Ran], scores: tuple[str, ...]
) -> None:
    turns, written = cycle(scores), ""
    for path in arms_after(repo):
        first, *parts = path.read_text(encoding="utf-8").split('"success":1.0')
        assert parts
        path.write_text(first + "".join(f'"success":{next(turns)}{part}' for part in parts), encoding="utf-8")
        written += path.read_text(encoding="utf-8")
    assert all(f'"success":{score}' in written for score in scores)
    assert verdicts(drafts(ace("propose", "latest", "-C", str(repo), "-q", "--json"))) == verdicts(judged[1])


def test_an_episode_of_the_run_that_was_edited_is_named_and_left_out(repo: Path, ace: Callable[..., Ran]) -> None:
    path = the_run(repo) / "events.jsonl"
    path.write_text(path.read_text(encoding="utf-8").replace('"success":1.0', '"success":NaN', 1), encoding="utf-8")
    ran = ace("propose", "latest", "-C", str(repo), "-q", "--json")
    assert re.search(r"events\.jsonl:\d+: episode 'e-[0-9a-f]{12}' was edited since it was written; left out", ran.err)
    assert {verdict for _, verdict, _ in verdicts(drafts(ran))} <= {"insufficient evidence", "no effect", "promising"}


def test_a_run_of_which_every_score_was_edited_is_refused(repo: Path, ace: Callable[..., Ran]) -> None:
    path = the_run(repo) / "events.jsonl"
    path.write_text(path.read_text(encoding="utf-8").replace('"success":', '"success":NaN,"was":'), encoding="utf-8")
    ran = ace("propose", "latest", "-C", str(repo), "-q")
    assert (ran.code, ran.out) == (1, "")
    assert "0 of 8 episodes could be read" in ran.err
    assert "restore the file, or run again (`ace run`)" in ran.err


@pytest.mark.parametrize(
    ("count", "said"),
    [
        pytest.param(1, "of 7 (7 samples)", id="one: the others are judged"),
        pytest.param(3, "3 of 8 samples could not be run to an end", id="too many: undecided"),
        pytest.param(8, "8 of 8 samples could not be run to an end", id="all"),
    ],
)
def test_samples_removed_after_the_run_are_undecided_and_named(
    repo: Path, ace: Callable[..., Ran], count: int, said: str
) -> None:
    names = json.loads((the_run(repo) / "run.json").read_text(encoding="utf-8"))["samples"][:count]
    _take_out(repo / "samples" / "tutor", {name.split("~")[0] for name in names})
    found = verdicts(drafts(ace("propose", "latest", "-C", str(repo), "-q", "--json")))
    assert found
    for _, verdict, reason in found:
        assert (verdict == "undecided: infrastructure") == (count > 1)
        assert said in str(reason)
        assert f"{count} sample{'' if count == 1 else 's'} of the run no longer there" in str(reason)
        assert names[0] in str(reason)


def _take_out(folder: Path, cases: set[str]) -> None:
    for path in folder.glob("*.yaml"):
        file = yaml.safe_load(path.read_text(encoding="utf-8"))
        kept = [case for case in file["cases"] if case["id"] not in cases]
        if kept:
            path.write_text(yaml.safe_dump({**file, "cases": kept}), encoding="utf-8")
        else:
            path.unlink()


def test_rules_that_nobody_heeds_are_all_ties(repo: Path, ace: Callable[..., Ran]) -> None:
    shutil.rmtree(repo / ".git" / "ace")
    config = CONFIG.replace("{kind: simulated}", "{kind: simulated, obey: 0}").replace("limit: 8", "limit: 10")
    (repo / "ace.yaml").write_text(config, encoding="utf-8")
    ran = ace("cycle", "-C", str(repo), "-q", "--json")
    assert ran.code == 0, ran.err
    found = verdicts(drafts(ran))
    assert found
    for _, verdict, reason in found:
        assert (verdict, "(0 cases fixed, 0 broken, of 10 (10 samples))" in str(reason)) == ("no effect", True)
