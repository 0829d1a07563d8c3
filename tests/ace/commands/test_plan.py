"""`ace plan`."""

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.ace.building import git
from tests.conftest import Ran


def test_a_new_repository_is_told_that_nothing_can_be_confirmed(starter: Path, ace: Callable[..., Ran]) -> None:
    (starter / "ace.yaml").write_text("schema: 1\n", encoding="utf-8")
    ran = ace("plan", "-C", str(starter))
    assert ran.code == 0, ran.err
    assert "no controller is configured" in ran.out
    assert "Nothing can be confirmed: 36 held-out (sealed) cases may be used" in ran.out
    assert not (starter / ".git" / "ace" / "runs").exists(), "a plan runs nothing"


def test_the_demonstration_knows_what_an_episode_costs(demo_repository: Path, ace: Callable[..., Ran]) -> None:
    before = git(demo_repository, "for-each-ref")
    ran = ace("plan", "-C", str(demo_repository), "--json", "--drafts", "3")
    value = ran.json
    assert ran.code == 0
    episode, totals = value["episode"], value["totals"]
    assert isinstance(episode, dict)
    assert episode["simulated"] is True
    assert isinstance(episode["model_calls"], float)
    assert isinstance(totals, list)
    assert [total["passed"] for total in totals] == [0, 1, 3]
    # 90 of the run, 3 drafts on 90; of all that pass 12 + 3 * 12 must pass, 3 * 90 as gates; too few are held out.
    assert [total["episodes"] for total in totals] == [360, 360 + 24 + 90, 360 + 48 + 270]
    of_run = ace("plan", "latest", "-C", str(demo_repository), "--json", "--drafts", "3").json
    assert isinstance(of_run["totals"], list)
    assert [total["episodes"] for total in of_run["totals"]] == [270, 270 + 24 + 90, 270 + 48 + 270]
    assert str(of_run["run"]).startswith("r-")
    assert git(demo_repository, "for-each-ref") == before, "and writes nothing"


@pytest.mark.parametrize(
    ("arguments", "stages"),
    [
        (("--profile", "advisory"), ["run", "screen"]),
        (("--profile", "screening"), ["run", "screen", "must pass"]),
        (("--profile", "strict"), ["run", "screen", "must pass", "control"]),
    ],
    ids=["advisory", "screening", "strict"],
)
def test_each_profile_has_its_stages(
    arguments: tuple[str, ...], stages: list[str], starter: Path, ace: Callable[..., Ran]
) -> None:
    found = ace("plan", "-C", str(starter), "--json", *arguments).json["stages"]
    assert isinstance(found, list)
    assert [stage["name"] for stage in found] == stages


def test_flags_change_the_plan(starter: Path, ace: Callable[..., Ran]) -> None:
    value = ace(
        "plan", "-C", str(starter), "--json", "--limit", "20", "--trials", "2", "--drafts", "1", "--discordant", "0.2"
    ).json
    assert value["trials"] == {"run": 1, "judging": 2}
    assert value["drafts"] == 1
    samples, power = value["samples"], value["power"]
    assert isinstance(samples, dict)
    assert samples["dev"]["used_samples"] == 20
    assert isinstance(power, list)
    assert {chance["discordant"] for chance in power} == {0.2}


@pytest.mark.parametrize("discordant", ["0", "0.5"])
def test_a_share_out_of_range_is_a_usage_error(discordant: str, starter: Path, ace: Callable[..., Ran]) -> None:
    assert ace("plan", "-C", str(starter), "--discordant", discordant).code == 64


def test_a_run_that_is_not_there_is_named(starter: Path, ace: Callable[..., Ran]) -> None:
    ran = ace("plan", "r-none", "-C", str(starter))
    assert ran.code == 1
    assert "r-none" in ran.err


def test_outside_a_repository_it_says_so(tmp_path: Path, ace: Callable[..., Ran]) -> None:
    ran = ace("plan", "-C", str(tmp_path))
    assert ran.code == 1
    assert "git init" in ran.err


def test_a_repository_without_commits_has_a_plan(tmp_path: Path, ace: Callable[..., Ran]) -> None:
    subprocess.run(["git", "init", "-q", "-b", "main", str(tmp_path)], check=True)
    ace("init", "-C", str(tmp_path))
    assert ace("plan", "-C", str(tmp_path), "--profile", "advisory").code == 0
