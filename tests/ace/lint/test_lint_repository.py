"""Linting a repository: what is looked at, and what is said when something cannot be."""

from pathlib import Path

import pytest

from ace.errors import WorkspaceError
from ace.lint.lint_repository import lint_repository
from ace.review.git_plumbing import Identity, commit_files
from tests.ace.building import commit_all, git

RULE = "playbooks/tutor/style/short-turns.yaml"


def test_a_fresh_setup_is_clean(starter: Path) -> None:
    report = lint_repository(starter, {}, None)
    assert (report.problems, report.notes) == ((), ())
    assert RULE in report.files


def test_the_tree_is_checked_against_the_reviewed_branch_and_a_commit_against_itself(starter: Path) -> None:
    text = (starter / RULE).read_text(encoding="utf-8")
    git(starter, "checkout", "-q", "-b", "work")
    (starter / RULE).unlink()
    commit_all(starter)
    (starter / RULE).write_text(text.replace("title: ", "title: Not "), encoding="utf-8")
    commit_all(starter)
    assert lint_repository(starter, {}, None).problems == (), "nothing was deleted on main"
    found = lint_repository(starter, {}, "work").problems
    assert [problem.code for problem in found] == ["reused-id"]
    git(starter, "checkout", "-q", "main")
    git(starter, "merge", "-q", "work")
    assert [problem.code for problem in lint_repository(starter, {}, None).problems] == ["reused-id"]


def test_a_missing_branch_is_a_note(starter: Path) -> None:
    git(starter, "branch", "-m", "main", "other")
    report = lint_repository(starter, {}, None)
    assert report.problems == ()
    assert "ids are not checked against history" in report.notes[0]


def test_a_folder_that_is_no_repository_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(WorkspaceError):
        lint_repository(tmp_path, {}, None)


OWN = "\nown_agent: {kind: http, url: 'http://127.0.0.1:9/run'}\n"


def _of_agent(repo: Path, agent: str) -> None:
    path = repo / RULE
    path.write_text(path.read_text(encoding="utf-8").replace("agent: tutor", f"agent: {agent}"), encoding="utf-8")


@pytest.mark.parametrize(
    ("config", "agent", "named"),
    [
        pytest.param("", "triage", "tutor", id="of an agent that is not known"),
        pytest.param(OWN, "triage", "expenses", id="left over from the example"),
        pytest.param(OWN, "tutor", "expenses", id="of a shipped agent beside an own one"),
    ],
)
def test_a_rule_that_reaches_nobody_is_said(starter: Path, config: str, agent: str, named: str) -> None:
    settings = starter / "ace.yaml"
    text = settings.read_text(encoding="utf-8")
    assert "agent: tutor" in text
    settings.write_text(text.replace("agent: tutor", f"agent: {named}") + config, encoding="utf-8")
    _of_agent(starter, agent)
    found = [one for one in lint_repository(starter, {}, None).problems if one.path == RULE]
    assert [(one.code, one.severity) for one in found] == [("other-agent", "warning")]
    assert f"reaches nobody here: it is of agent `{agent}`, and ace.yaml's agent is `{named}`" in found[0].message
    assert found[0].line == 1 + (starter / RULE).read_text(encoding="utf-8").splitlines().index(f"agent: {agent}")


def test_a_rule_of_another_shipped_agent_is_for_whoever_runs_that(starter: Path) -> None:
    _of_agent(starter, "inspector")
    assert [one for one in lint_repository(starter, {}, None).problems if one.code == "other-agent"] == []


BROKEN = ".ace/rejected/111111111111.yaml"


def test_a_rejection_that_would_stop_drafting_is_an_error(starter: Path) -> None:
    path = starter / BROKEN
    path.parent.mkdir(parents=True)
    path.write_text("op: add\nop: edit\n", encoding="utf-8")
    (problem,) = lint_repository(starter, {}, None).problems
    assert (problem.path, problem.line, problem.severity) == (BROKEN, 2, "error")
    assert "written twice" in problem.message
    assert lint_repository(starter, {}, "main").problems == (), "the commit does not hold it"
    commit_all(starter)
    assert lint_repository(starter, {}, "main").problems == (problem,)


def test_notes_for_people_beside_rejections_are_fine(starter: Path) -> None:
    folder = starter / ".ace/rejected"
    folder.mkdir(parents=True)
    (folder / "README.md").write_text("Why we said no.\n", encoding="utf-8")
    (folder / ".gitkeep").touch()
    assert lint_repository(starter, {}, None).problems == ()


def test_a_broken_file_on_the_branch_of_rejections_is_found_before_it_is_merged(starter: Path) -> None:
    """It stops all drafting."""
    commit = commit_files(starter, "main", {BROKEN: b"op: add\nop: edit\n"}, "x\n", Identity("lead", "lead@x.org"))
    git(starter, "update-ref", "refs/remotes/origin/ace/rejected", commit)
    (found,) = lint_repository(starter, {}, None).problems
    assert str(found).startswith(f"ace/rejected:{BROKEN}:2:1: `op` is written twice")
