"""What an episode cost: medians, and of which run."""

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from ace.cycle.plan_cost import is_use_unreported, known_cost, median_cost, run_label
from ace.cycle.plan_cycle import plan_cycle
from ace.cycle.run_samples import RunRequest, run_samples
from ace.report.plan_text import plan_text
from ace.runs.run_record import write_record
from ace.session import Session, open_session
from ace.starter import write_starter
from ace.workspace import open_workspace
from runtime.contracts.json_types import JsonObject
from runtime.contracts.trace_event import ControllerInfo, Episode
from tests.ace.building import commit_all, episode, git
from tests.ace.conftest import SmallRun


def spent(name: str, calls: int, tokens: int, usd: float, seconds: float) -> Episode:
    """Return an episode that cost so much."""
    whole = episode(name)
    assert whole.outcome is not None
    used: JsonObject = {
        "model_calls": calls,
        "prompt_tokens": tokens - 10,
        "completion_tokens": 10,
        "cost_usd": usd,
        "seconds": seconds,
    }
    return replace(whole, outcome=replace(whole.outcome, spent=used))


def test_medians_leave_out_what_did_not_end() -> None:
    ended = [spent("a", 4, 100, 0.01, 1.0), spent("b", 6, 300, 0.03, 2.0), spent("c", 50, 9000, 1.0, 60.0)]
    cost = median_cost("r-1", [*ended, episode("cut", ending="")])
    assert cost is not None
    assert cost[:6] == ("r-1", 3, 6, 300, 0.03, 2.0)
    assert cost.simulated


def of_own_agent(whole: Episode) -> Episode:
    """Return the episode as an agent that brings its own model would have it."""
    info = ControllerInfo("command", "triage", simulated=False)
    return replace(whole, header=replace(whole.header, controller=info))


def test_what_an_own_agent_does_not_report_is_not_nothing() -> None:
    silent = [of_own_agent(spent(name, 0, 10, 0.0, 1.0)) for name in ("a", "b")]
    silent = [replace(one, outcome=replace(one.outcome, spent={"seconds": 1.0})) for one in silent if one.outcome]
    assert is_use_unreported(silent)
    cost = median_cost("r-1", silent)
    assert cost is not None
    assert (cost.model_calls, cost.tokens, cost.usd, cost.seconds) == (None, None, None, 1.0)
    some = [*silent, of_own_agent(spent("c", 4, 100, 0.0, 1.0)), of_own_agent(spent("d", 4, 100, 0.0, 1.0))]
    assert not is_use_unreported(some)
    cost = median_cost("r-1", some)
    assert cost is not None
    assert (cost.model_calls, cost.tokens, cost.usd) == (2, 50, None)


def test_a_controller_that_cost_nothing_did() -> None:
    assert not is_use_unreported([spent("a", 0, 10, 0.0, 1.0)])
    assert not is_use_unreported([])
    cost = median_cost("r-1", [spent("a", 4, 100, 0.0, 1.0)])
    assert cost is not None
    assert cost.usd == 0


def test_without_an_episode_that_ended_nothing_is_known() -> None:
    assert median_cost("r-1", [episode("cut", ending=""), episode("down", ending="infrastructure_error")]) is None


def other(session: Session, **flags: object) -> Session:
    """Return a session under another configuration; no key is in its environment."""
    return open_session(session.workspace.repo, {}, {name.replace("__", "."): value for name, value in flags.items()})


def served(session: Session, model: str) -> Session:
    """Return a session of a model behind a server."""
    return other(
        session, controller__kind="openai", controller__model=model, controller__base_url="http://127.0.0.1:1/v1"
    )


def test_the_newest_run_of_the_same_controller_counts(copied_run: SmallRun) -> None:
    session, run = copied_run.session, copied_run.run
    cost = known_cost(session)
    assert cost == median_cost(run.record.run, run.episodes)
    assert cost is not None
    assert (cost.model_calls or 0) > 1
    assert known_cost(served(session, "m")) is None
    newer = session.workspace.runs / "r-29991231-000000-0000"
    shutil.copytree(run.folder, newer)
    write_record(newer, run.record.model_copy(update={"run": newer.name, "controller": "openai/m"}))
    found = known_cost(served(session, "m"))
    assert found is not None
    assert found.run == newer.name
    assert known_cost(session) == cost, "a newer run of another controller says nothing of this one"


def test_a_run_that_cannot_be_read_is_passed_over(copied_run: SmallRun) -> None:
    broken = copied_run.session.workspace.runs / "r-29991231-000000-0000"
    broken.mkdir()
    (broken / "run.json").write_text("{", encoding="utf-8")
    cost = known_cost(copied_run.session)
    assert cost is not None
    assert cost.run == copied_run.run.record.run


@pytest.mark.parametrize(
    ("flags", "label"),
    [
        ({"controller__kind": "simulated"}, "simulated/policy-1"),
        ({"controller__kind": "local", "controller__model": "models/small"}, "local/small"),
    ],
    ids=["simulated", "local"],
)
def test_labels_need_neither_key_nor_model(small_run: SmallRun, flags: dict[str, object], label: str) -> None:
    assert run_label(other(small_run.session, **flags)) == label


def test_a_solver_of_its_own_is_another_controller(small_run: SmallRun) -> None:
    solver = {"kind": "openai", "model": "s", "base_url": "http://127.0.0.1:1/v1"}
    assert run_label(other(small_run.session, controller__kind="simulated", solver=solver)) == (
        "simulated/policy-1 + solver openai/s"
    )


def test_an_agent_that_brings_its_model_is_known_by_its_own_runs(tmp_path: Path) -> None:
    git(tmp_path, "init", "-q", "-b", "main")
    write_starter(open_workspace(tmp_path), "command")
    commit_all(tmp_path)
    session = open_session(tmp_path, {}, {})
    assert run_label(session) == "command/support-desk (simulated)"
    assert known_cost(session) is None
    run_samples(session, RunRequest(only=("calm-in-time",)))
    cost = known_cost(session)
    assert cost is not None
    assert (cost.episodes, cost.simulated) == (1, True)
    assert "no controller is configured" not in plan_text(plan_cycle(session, 1, 0.1))
