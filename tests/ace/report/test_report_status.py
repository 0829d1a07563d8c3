"""What `ace status` says of rejections: which count, which do not yet, which cannot be read."""

import json
from pathlib import Path

import pytest

from ace.cycle.journal.cycle_record import CycleRecord
from ace.cycle.journal.journal import Journal
from ace.cycle.journal.next_cycle import next_cycle, plan_of
from ace.cycle.journal.read_cycles import cycles_folder
from ace.rejections.rejection import Rejection
from ace.rejections.write_rejection import dump_rejection, rejection_path
from ace.report.status import (
    cycles_text,
    last_runs,
    next_words,
    rejection_status,
    rejections_words,
    runs_text,
    status_json,
)
from ace.review.git_plumbing import Identity, commit_files
from ace.review.proposal_branches import Proposal
from ace.review.status import ReviewStatus, build_status
from ace.workspace import open_workspace
from runtime.contracts.json_types import JsonObject
from tests.ace.building import commit_all, git, small_session

REJECTION = Rejection(
    fingerprint="a" * 64, op="add", rule="tools.x", reason="too strict", by="maintainer", date="2026-11-20",
    expires="2026-12-01",
)  # fmt: skip
TODAY = "2026-11-30"
BROKEN = ".ace/rejected/111111111111.yaml"


def write(repo: Path, path: str, data: bytes) -> None:
    """Write a file, with its folder."""
    (repo / path).parent.mkdir(parents=True, exist_ok=True)
    (repo / path).write_bytes(data)


def test_a_valid_rejection_counts_once_it_is_committed(starter: Path) -> None:
    workspace = open_workspace(starter)
    assert rejections_words(rejection_status(workspace, "main", "origin", TODAY)) == "rejected  0\n"
    write(starter, rejection_path(REJECTION.fingerprint), dump_rejection(REJECTION))
    waiting = rejection_status(workspace, "main", "origin", TODAY)
    assert rejections_words(waiting).splitlines() == [
        "rejected  0",
        "          1 more not on the reviewed branch yet (tools.x): commit to count",
    ]
    commit_all(starter)
    assert rejections_words(rejection_status(workspace, "main", "origin", TODAY)) == "rejected  1\n"


def test_a_broken_file_is_named_and_not_counted(starter: Path) -> None:
    write(starter, rejection_path(REJECTION.fingerprint), dump_rejection(REJECTION))
    write(starter, BROKEN, b"op: add\nop: edit\n")
    commit_all(starter)
    found = rejection_status(open_workspace(starter), "main", "origin", TODAY)
    text = rejections_words(found)
    assert text.startswith("rejected  1\n          1 file cannot be read, so nothing is drafted")
    assert f"! {BROKEN}:2:1: `op` is written twice" in text
    value = status_json(build_status(starter), [], 0, found)
    assert value["rejected"] == 1
    problems = value["rejection_problems"]
    assert isinstance(problems, list)
    assert [problem["path"] for problem in problems] == [BROKEN]


def test_what_is_on_the_branch_of_rejections_only_counts_while_it_stands(starter: Path) -> None:
    data = {rejection_path(REJECTION.fingerprint): dump_rejection(REJECTION)}
    commit = commit_files(starter, "main", data, "x\n", Identity("lead", "lead@x.org"))
    git(starter, "update-ref", "refs/heads/ace/rejected", commit)
    workspace, main = open_workspace(starter), git(starter, "rev-parse", "main").strip()
    found = rejection_status(workspace, main, "origin", TODAY)
    assert (rejections_words(found), found.proposals) == ("rejected  1\n", frozenset({"a" * 12}))
    over = rejection_status(workspace, main, "origin", "2026-12-01")
    assert rejections_words(over) == "rejected  0 (1 more withdrawn or expired)\n"


def _open(name: str, *, is_fresh: bool = True, verdict: str = "", simulated: bool = False) -> Proposal:
    return Proposal(
        name, f"ace/p/{name}", "c" * 40, is_fresh=is_fresh, rule_id="tools.x", verdict=verdict, simulated=simulated
    )


ONE, TWO = "1" * 12, "2" * 12


@pytest.mark.parametrize(
    ("proposals", "ready", "outdated", "step"),
    [
        pytest.param((_open(ONE, is_fresh=False),) * 2, (), (), "ace refresh --all", id="all stale"),
        pytest.param(
            (_open(ONE), _open(TWO, verdict="confirmed")),
            (TWO,),
            (ONE,),
            f"git merge --no-ff ace/p/{TWO}",
            id="confirmed",
        ),
        pytest.param((_open(ONE, verdict="promising"),), (ONE,), (), "ace diff", id="not proved"),
        pytest.param((_open(ONE, verdict="confirmed", simulated=True),), (ONE,), (), "ace diff", id="simulated"),
        pytest.param((_open(ONE), _open(TWO)), (), (TWO,), f"ace refresh --judge {TWO}", id="outdated"),
        pytest.param((_open(ONE), _open(TWO, is_fresh=False)), (), (), "ace diff", id="anything else"),
        pytest.param((), (), (), "ace cycle", id="none"),
    ],
)
def test_the_next_step_fits_what_is_open(
    proposals: tuple[Proposal, ...], ready: tuple[str, ...], outdated: tuple[str, ...], step: str
) -> None:
    status = ReviewStatus("main", "c" * 40, proposals, (), (), ready=ready, outdated=outdated)
    assert next_words(status, (), 0) == f"next      {step}\n"


def test_a_cycle_that_the_next_one_refuses_is_not_promised(starter: Path) -> None:
    session = small_session(starter)
    status = build_status(starter)
    journal = Journal(cycles_folder(session.workspace.state) / "y-20261130-120000-aaaa")
    plan = plan_of(session)
    journal.write("begun", session.clock.now(), settings=plan.settings, rules=plan.rules, chosen=dict(plan.chosen))
    journal.close()
    goes_on = "next      ace cycle (goes on with y-20261130-120000-aaaa)\n"
    assert next_words(status, (), 0, next_cycle(session)) == goes_on
    (starter / "README").write_text("x", encoding="utf-8")
    commit_all(starter)
    assert "is not gone on with: the reviewed branch has moved" in next_words(status, (), 0, next_cycle(session))
    other = small_session(starter, run__limit=3)
    assert "other settings (run.limit 16, now 3): `ace cycle --limit 16`" in next_words(
        status, (), 0, next_cycle(other)
    )


def test_a_long_error_is_one_short_line() -> None:
    record = CycleRecord("y-1", "", "", None, "failed", 1, failed="no\n" * 500)
    (_, line) = cycles_text([record]).splitlines()
    assert line.endswith("... (whole: ace show y-1)")
    assert len(line) < 330


def _runs(starter: Path, *agents: str) -> list[JsonObject]:
    workspace = open_workspace(starter)
    for number, agent in enumerate(agents):
        record = {"agent": agent, "controller": "m", "samples": ["a"]}
        write(workspace.runs, f"r-2026112{number}-120000-aaaa/run.json", json.dumps(record).encode())
    return last_runs(workspace)


@pytest.mark.parametrize(
    ("agents", "configured", "is_named"),
    [
        pytest.param(("tutor", "tutor"), "tutor", False, id="all of the configured one"),
        pytest.param(("tutor", "inspector"), "tutor", True, id="of two"),
        pytest.param(("inspector", "inspector"), "tutor", True, id="all of another"),
        pytest.param(("inspector", "inspector"), "", False, id="all of one, whichever is configured"),
    ],
)
def test_runs_are_listed_with_their_agent_where_it_is_not_plain(
    starter: Path, agents: tuple[str, ...], configured: str, is_named: bool
) -> None:
    runs = _runs(starter, *agents)
    assert [run["agent"] for run in runs] == [*reversed(agents)]
    lines = runs_text(runs, configured).splitlines()[1:]
    assert [line.split("  ")[-1] for line in lines] == [
        f"{agent + ', ' if is_named else ''}m, 1 sample, not proposed from" for agent in reversed(agents)
    ]
