"""Linting against recorded runs, through the repository and through the command."""

import shutil
from collections.abc import Callable
from pathlib import Path

from ace.lint.lint_repository import lint_repository
from ace.playbook.lint_report import LintReport
from tests.ace.conftest import SmallRun
from tests.conftest import Ran

DEAD = "schema: 1\nid: tools.never\ntitle: abc\nagent: tutor\ntext: Never.\nwhen: state.step > 900\nrequire: 'false'\n"


def lint(small: SmallRun, runs: int) -> LintReport:
    return lint_repository(small.session.workspace.repo, {}, None, runs)


def codes(report: LintReport) -> set[str]:
    return {problem.code for problem in report.problems}


def test_shipped_rules_have_no_conflict_and_runs_are_looked_at_only_when_asked(small_run: SmallRun) -> None:
    assert lint(small_run, 0).notes == ()
    report = lint(small_run, 1)
    assert codes(report) <= {"dead-rule"}
    assert report.errors == 0
    assert report.notes == ("1 run looked at, 16 episodes in all",)


def test_a_dead_rule_and_made_up_evidence_are_found(copied_run: SmallRun) -> None:
    folder = copied_run.session.workspace.repo / "playbooks/tutor/tools"
    cited = copied_run.run.episodes[0].header.episode
    evidence = f"evidence:\n  - {{cluster: c, failures: 3, samples: 2, traces: [{cited}, e-made-up]}}\n"
    (folder / "never.yaml").write_text(DEAD + evidence, encoding="utf-8")
    report = lint(copied_run, 1)
    mine = {problem.code for problem in report.problems if problem.path.endswith("never.yaml")}
    assert mine == {"no-test", "dead-rule", "evidence-missing"}


def test_held_out_runs_are_not_looked_at(copied_run: SmallRun) -> None:
    record = copied_run.run.folder / "run.json"
    record.write_text(record.read_text(encoding="utf-8").replace('"split": "dev"', '"split": "sealed"'), "utf-8")
    report = lint(copied_run, 1)
    assert report.problems == ()
    assert [note.partition(" ran ")[2] or note for note in report.notes] == [
        "held-out samples and is not looked at",
        "no run to look at: `ace run` makes one",
    ]


def test_sessions_and_missing_runs(copied_run: SmallRun) -> None:
    shutil.copytree(copied_run.run.folder, copied_run.run.folder.with_name("r-tutor-99990101"))
    assert lint(copied_run, 3).notes == (
        "1 of the 3 runs asked for are here",
        "1 run looked at, 16 episodes in all",
    )


def test_the_command_asks_for_a_number(copied_run: SmallRun, ace: Callable[..., Ran]) -> None:
    repo: Path = copied_run.session.workspace.repo
    assert ace("lint", "-C", str(repo), "--runs", "1").code == 0
    assert ace("lint", "-C", str(repo), "--runs", "0").code == 64
