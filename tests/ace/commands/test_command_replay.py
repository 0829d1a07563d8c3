"""`ace replay`: exit 0 when all is identical, 1 when something differs or cannot be replayed."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.ace.conftest import SmallProposal, SmallRun
from tests.ace.report.tracing import edit_log
from tests.conftest import Ran

Ace = Callable[..., Ran]


def replay(ace: Ace, small: SmallRun, *arguments: str) -> Ran:
    return ace("replay", *arguments, "-C", str(small.session.workspace.repo))


def test_one_and_all_are_identical(ace: Ace, small_run: SmallRun) -> None:
    name = small_run.run.episodes[0].header.episode
    one = replay(ace, small_run, name)
    assert one.code == 0
    assert one.out.startswith(f"{name}  ")
    assert "simulated: identical, " in one.out
    all_ = replay(ace, small_run, "--all", "--json")
    assert all_.code == 0
    assert all_.json["identical"] == all_.json["of"] == len(small_run.run.episodes)


def test_a_trial_arm_of_a_draft(ace: Ace, small_proposal: SmallProposal) -> None:
    repo = str(small_proposal.session.workspace.repo)
    arm = next(path.stem for path in small_proposal.session.workspace.arms.glob("a-*.jsonl") if path.stat().st_size)
    ran = ace("replay", "--run", arm, "--all", "-C", repo)
    assert (ran.code, "episodes identical (simulated)" in ran.out) == (0, True)
    assert ran.out.startswith(f"trial arm {arm}, simulated/")


def test_an_edited_record_is_found_out(ace: Ace, copied_run: SmallRun) -> None:
    edit_log(copied_run.session, lambda event: event | {"shown": "made up"})
    ran = replay(ace, copied_run, "--run", "latest", "--all")
    assert ran.code == 1
    assert "DIFFERS" in ran.out
    assert "first difference: step 0, shown" in ran.out


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        ([], 64, "name an episode, or give --all"),
        (["e-1", "--all"], 64, "name an episode, or give --all, not both"),
        (["e-none"], 1, "no episode 'e-none'"),
        (["--all", "--run", "r-none"], 1, "no run 'r-none'"),
    ],
    ids=["nothing", "both", "unknown", "unknown-run"],
)
def test_bad_input_is_one_message(ace: Ace, small_run: SmallRun, arguments: list[str], code: int, message: str) -> None:
    ran = replay(ace, small_run, *arguments)
    assert ran.code == code
    assert message in ran.err


LIVE = """
import sys
from ace.commands.group import run
import runtime.models.simulated, runtime.tools.call_tool, runtime.models.registry
def refuse(*args, **more):
    raise SystemExit("something live was touched")
runtime.models.simulated.Simulated.complete = refuse
runtime.tools.call_tool.call_tool = refuse
runtime.tools.call_tool.call_tool_async = refuse
runtime.models.registry.build_controller = refuse
sys.exit(run(sys.argv[1:]))
"""


def test_no_model_is_asked_and_no_tool_is_run(small_run: SmallRun, tmp_path: Path) -> None:
    script = tmp_path / "guarded.py"
    script.write_text(LIVE, encoding="utf-8")
    command = [sys.executable, str(script), "replay", "--all", "-C", str(small_run.session.workspace.repo)]
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[3])}
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert "episodes identical" in done.stdout
