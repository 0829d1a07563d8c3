"""`ace trace`: a list, an episode, a step, a page."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.ace.conftest import SmallRun
from tests.conftest import Ran

Ace = Callable[..., Ran]


def trace(ace: Ace, small: SmallRun, *arguments: str) -> Ran:
    return ace("trace", *arguments, "-C", str(small.session.workspace.repo))


def first(small: SmallRun) -> str:
    return small.run.episodes[0].header.episode


def test_without_a_name_the_runs_episodes_are_listed(ace: Ace, small_run: SmallRun) -> None:
    ran = trace(ace, small_run)
    assert ran.code == 0
    assert first(small_run) in ran.out
    episodes = trace(ace, small_run, "--run", "latest", "--json").json["episodes"]
    assert isinstance(episodes, list)
    assert len(episodes) == len(small_run.run.episodes)


def test_an_episode_by_its_start_a_step_and_json(ace: Ace, small_run: SmallRun) -> None:
    name = first(small_run)
    whole = trace(ace, small_run, name[:10])
    assert (whole.code, whole.err) == (0, "")
    assert whole.out.startswith(name)
    step = trace(ace, small_run, name, "--step", "1")
    assert "[system]" in step.out
    assert "\nstep 1  " in step.out
    assert "\nstep 0  " not in step.out
    value = trace(ace, small_run, name, "--step", "1", "--json").json
    steps = value["steps"]
    assert isinstance(steps, list)
    assert len(steps) == 1
    assert "\x1b[" in trace(ace, small_run, name, "--color", "always").out


def test_a_page_is_written(ace: Ace, small_run: SmallRun, tmp_path: Path) -> None:
    page = tmp_path / "trace.html"
    ran = trace(ace, small_run, first(small_run), "--html", str(page))
    assert (ran.code, ran.out) == (0, "")
    assert str(page) in ran.err
    text = page.read_text(encoding="utf-8")
    assert text.startswith("<!doctype html>")
    assert "data:image/png;base64," in text, "the case's image"


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["e-none"], 1, "no episode 'e-none'"),
        (["--step", "1"], 64, "name an episode"),
        ([""], 64, "must not be empty"),
        (["e-none", "--run", "r-none"], 1, "no run 'r-none'"),
        (["E", "--step", "99"], 1, "has steps 0 to "),
        (["E", "--step", "-1"], 64, "--step"),
        (["E", "--html", "/no/such/folder/x.html"], 1, "No such file"),
        (["E", "--html", "x.html", "--json"], 64, "leave out --step and --json"),
        (["E", "--html", "x.html", "--step", "1"], 64, "leave out --step and --json"),
    ],
    ids=[
        "unknown",
        "step-alone",
        "empty",
        "unknown-run",
        "too-far",
        "negative",
        "no-folder",
        "page-and-json",
        "page-and-step",
    ],
)
def test_bad_input_is_one_message(ace: Ace, small_run: SmallRun, arguments: list[str], code: int, message: str) -> None:
    ran = trace(ace, small_run, *(first(small_run) if word == "E" else word for word in arguments))
    assert ran.code == code
    assert message in ran.err
    assert "Traceback" not in ran.err
