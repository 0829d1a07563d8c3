"""`ace lint` and `ace test` on working trees and commits."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.ace.building import commit_all
from tests.conftest import Ran

RULE = "playbooks/tutor/tools/retrieve-before-web.yaml"


def test_the_shipped_playbook_is_clean(demo_repository: Path, ace: Callable[..., Ran]) -> None:
    ran = ace("lint", "-C", str(demo_repository), "--json")
    assert ran.code == 0
    assert ran.json["errors"] == 0


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("status: ", "status: active\nstatus: ", "twice"),
        ("title: Query", "titel: Query", "title"),
        ("state.retrieval.queried", "state.retrieval.qeried", "queried"),
        ("schema: 1", "schema: &a 1", "anchor"),
        ("action: retrieve", "action: retreive", "did you mean `retrieve`?"),
        ('action.name == "web', 'action.name = "web', "did you mean `==`?"),
        ('"web_browser"', '"web_browsr"', "did you mean `web_browser`?"),
    ],
    ids=[
        "duplicate-key",
        "unknown-field",
        "unknown-condition-field",
        "anchor",
        "unknown-otherwise",
        "assignment",
        "unknown-tool",
    ],
)
def test_a_bad_rule_is_named_with_its_line(
    old: str, new: str, says: str, demo_repository: Path, ace: Callable[..., Ran]
) -> None:
    path = demo_repository / RULE
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    ran = ace("lint", "-C", str(demo_repository))
    assert ran.code == 1
    assert f"{RULE}:" in ran.out
    assert says in ran.out
    assert ace("lint", "-C", str(demo_repository), "--ref", "main").code == 0, "the commit is still good"


def test_a_broken_rule_on_the_reviewed_branch_stops_a_run(demo_repository: Path, ace: Callable[..., Ran]) -> None:
    import subprocess

    path = demo_repository / RULE
    path.write_text(path.read_text(encoding="utf-8") + "title: again\n", encoding="utf-8")
    subprocess.run(
        ["git", "-C", str(demo_repository), "-c", "user.name=t", "-c", "user.email=t@t", "commit", "-qam", "break"],
        check=True,
    )
    ran = ace("run", "-C", str(demo_repository), "--limit", "2")
    assert ran.code == 1
    assert f"{RULE}:" in ran.err


def test_rule_tests_run_and_a_wrong_one_fails(demo_repository: Path, ace: Callable[..., Ran]) -> None:
    assert ace("test", "-C", str(demo_repository)).code == 0
    path = demo_repository / "playbooks/tutor/hints/one-level-at-a-time.yaml"
    text = path.read_text(encoding="utf-8").replace("state.student.hint_level + 1", "state.student.hint_level + 9")
    path.write_text(text, encoding="utf-8")
    ran = ace("test", "-C", str(demo_repository))
    assert ran.code == 1
    place = "playbooks/tutor/hints/one-level-at-a-time.test.yaml:2"
    assert f"FAILED hints.one-level-at-a-time violates[0] ({place})" in ran.out


@pytest.mark.parametrize("command", ["lint", "test"])
def test_nothing_to_check_is_an_error(command: str, demo_repository: Path, ace: Callable[..., Ran]) -> None:
    settings = demo_repository / "ace.yaml"
    settings.write_text("playbook: nowhere\n", encoding="utf-8")
    for arguments in ([], ["--ref", "main"]):
        ran = ace(command, "-C", str(demo_repository), *arguments)
        assert ran.code == 1
        assert "no such folder" in ran.err or "there is no folder 'nowhere' at commit" in ran.err


@pytest.mark.parametrize("command", ["lint", "test"])
def test_an_empty_ref_is_a_wrong_use(command: str, demo_repository: Path, ace: Callable[..., Ran]) -> None:
    ran = ace(command, "-C", str(demo_repository), "--ref", "")
    assert ran.code == 64
    assert "--ref: is empty; name a commit" in ran.err


@pytest.mark.parametrize("arguments", [["--json"], ["--format", "json"]], ids=["json", "format json"])
def test_json_is_one_object(arguments: list[str], demo_repository: Path, ace: Callable[..., Ran]) -> None:
    ran = ace("lint", "-C", str(demo_repository), *arguments)
    assert ran.json["problems"] == []
    assert ran.json["notes"] == []


def test_sarif_and_github_name_the_line(demo_repository: Path, ace: Callable[..., Ran]) -> None:
    path = demo_repository / RULE
    path.write_text(path.read_text(encoding="utf-8").replace("title: ", "titel: "), encoding="utf-8")
    sarif = ace("lint", "-C", str(demo_repository), "--format", "sarif")
    assert sarif.code == 1
    runs = sarif.json["runs"]
    assert isinstance(runs, list)
    assert {result["ruleId"] for result in runs[0]["results"]} == {"schema"}
    github = ace("lint", "-C", str(demo_repository), "--format", "github")
    assert github.code == 1
    assert f"::error file={RULE},line=" in github.out


def test_two_forms_exclude_each_other(demo_repository: Path, ace: Callable[..., Ran]) -> None:
    ran = ace("lint", "-C", str(demo_repository), "--json", "--format", "sarif")
    assert (ran.code, list(ran.json)) == (64, ["error"])


def test_a_deleted_id_stays_taken(demo_repository: Path, ace: Callable[..., Ran]) -> None:
    path = demo_repository / "playbooks/tutor/style/short-turns.yaml"
    text = path.read_text(encoding="utf-8")
    path.unlink()
    commit_all(demo_repository)
    path.write_text(text.replace("title: ", "title: Another: ").replace("Another: ", "Another "), encoding="utf-8")
    ran = ace("lint", "-C", str(demo_repository))
    assert ran.code == 1
    assert "`style.short-turns` was another rule's, deleted in commit" in ran.out
    path.write_text(text, encoding="utf-8")
    assert ace("lint", "-C", str(demo_repository)).code == 0
