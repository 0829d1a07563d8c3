"""What `ace init` writes works, and nothing of a person's is overwritten."""

import subprocess
from pathlib import Path

import pytest

from ace.config.load import load_config
from ace.errors import WorkspaceError
from ace.playbook.run_tests import run_rule_tests
from ace.session import open_session
from ace.starter import CONFIG_PART, OWN_KINDS, next_steps, starter_files, write_starter
from ace.workspace import open_workspace
from runtime.contracts.errors import RuntimeFault
from tests.ace.building import commit_all, git


@pytest.fixture
def empty(tmp_path: Path) -> Path:
    """A repository without a commit."""
    git(tmp_path, "init", "-q", "-b", "main")
    return tmp_path


def test_the_starter_loads_and_its_rules_pass_their_tests(starter: Path) -> None:
    session = open_session(starter, {}, {})
    results = run_rule_tests(session.playbook())
    assert len(results) > 10
    assert [result for result in results if not result.ok] == []
    assert session.controller().info.simulated


@pytest.mark.parametrize(("agent", "tool"), [("tutor", "zoom"), ("inspector", "find_candidates")])
def test_the_commented_approvals_are_valid_ones(empty: Path, agent: str, tool: str) -> None:
    write_starter(open_workspace(empty), agent)
    lines = (empty / "ace.yaml").read_text(encoding="utf-8").splitlines()
    at = next(number for number, line in enumerate(lines) if line.startswith("# control:"))
    opened = [line.removeprefix("# ") for line in lines[at : at + 3]]
    (empty / "ace.yaml").write_text("\n".join([*lines[:at], *opened, *lines[at + 3 :]]) + "\n", encoding="utf-8")
    control = open_session(empty, {}, {}).control_settings()
    assert (control.permission(tool, "read"), control.permission("web_browser", "external")) == ("ask", "ask")


def test_the_commented_controller_is_a_valid_one(empty: Path) -> None:
    write_starter(open_workspace(empty), "tutor")
    text = (empty / "ace.yaml").read_text(encoding="utf-8")
    head, _, rest = text.partition("# controller:\n")
    commented, _, rest = rest.partition("controller:\n  kind: simulated")
    opened = "".join(line.removeprefix("# ") for line in commented.splitlines(keepends=True))
    (empty / "ace.yaml").write_text(f"{head}controller:\n{opened}{rest.partition(chr(10))[2]}", encoding="utf-8")
    controller = load_config(empty, {}, {}).settings.controller
    assert controller is not None
    assert (controller.kind, controller.model) == ("openai", "local")


@pytest.mark.parametrize(("agent", "is_there"), [("tutor", True), ("inspector", False)])
def test_knowledge_is_set_up_for_an_agent_that_searches_it(empty: Path, agent: str, is_there: bool) -> None:
    write_starter(open_workspace(empty), agent)
    lines = (empty / "ace.yaml").read_text(encoding="utf-8").splitlines()
    assert any(line.startswith("knowledge:") for line in lines) == is_there


def test_what_exists_is_kept(empty: Path) -> None:
    mine = empty / "playbooks/tutor/style/short-turns.yaml"
    mine.parent.mkdir(parents=True)
    mine.write_text("mine", encoding="utf-8")
    result = write_starter(open_workspace(empty), "tutor")
    assert result.kept == ("playbooks/tutor/style/short-turns.yaml",)
    assert {*result.written, *result.kept} == starter_files("tutor", "main").keys()
    assert mine.read_text(encoding="utf-8") == "mine"
    again = write_starter(open_workspace(empty), "tutor")
    assert again.written == ()


def test_the_present_branch_is_the_reviewed_one(tmp_path: Path) -> None:
    subprocess.run(["git", "init", "-q", "-b", "on-call", str(tmp_path)], check=True)
    write_starter(open_workspace(tmp_path), "tutor")
    assert load_config(tmp_path, {}, {}).settings.branch == "on-call"


def test_nothing_is_written_through_a_link_out_of_the_repository(
    empty: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    outside = tmp_path_factory.mktemp("outside")
    (empty / "playbooks").symlink_to(outside)
    with pytest.raises(WorkspaceError, match="leads out of"):
        write_starter(open_workspace(empty), "tutor")
    assert list(outside.iterdir()) == []


def test_a_dangling_link_is_not_followed(empty: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    target = tmp_path_factory.mktemp("outside") / "ace.yaml"
    (empty / "ace.yaml").symlink_to(target)
    assert "ace.yaml" in write_starter(open_workspace(empty), "tutor").kept
    assert not target.exists()


def test_a_bare_repository_has_no_tree_to_write_into(starter: Path, tmp_path: Path) -> None:
    git(starter, "clone", "-q", "--bare", str(starter), str(tmp_path / "bare.git"))
    with pytest.raises(WorkspaceError, match="is bare: run `ace init` in a clone"):
        write_starter(open_workspace(tmp_path / "bare.git"), "tutor")


def test_an_unknown_agent_is_refused_before_anything_is_written(empty: Path) -> None:
    with pytest.raises(RuntimeFault, match="agent 'nobody' is not known"):
        write_starter(open_workspace(empty), "nobody")
    assert not (empty / "ace.yaml").exists()


def test_the_next_steps_name_what_happened(empty: Path) -> None:
    (empty / "ace.yaml").write_text("", encoding="utf-8")
    text = next_steps(write_starter(open_workspace(empty), "tutor"))
    assert "kept  ace.yaml (exists)" in text
    assert "wrote playbooks/tutor/tools/retrieve-before-web.yaml" in text
    assert "git add ace.yaml playbooks" in text


@pytest.mark.parametrize("kind", OWN_KINDS)
def test_an_agent_of_ones_own_comes_whole(empty: Path, kind: str) -> None:
    result = write_starter(open_workspace(empty), kind)
    assert {*result.written} == starter_files(kind, "main").keys()
    assert {"ace.yaml", "triage_agent.py", "support_desk.py", ".gitignore"} <= {*result.written}
    assert CONFIG_PART not in result.written
    own = load_config(empty, {}, {}).settings.own_agent
    assert own is not None
    assert (own.kind, own.simulated) == (kind, True)
    commit_all(empty)
    session = open_session(empty, {}, {})
    assert len(session.playbook().rules) == 1
    samples, problems = session.samples("dev")
    assert (len(samples), problems) == (5, ())
    text = next_steps(result)
    assert "git add ace.yaml playbooks .ace samples .gitignore *.py" in text
    assert ("start the agent" in text) == (kind == "http")


def test_the_settings_of_a_shipped_agent_say_how_to_bring_ones_own(empty: Path) -> None:
    write_starter(open_workspace(empty), "tutor")
    assert "one of your own: `ace init --agent command`" in (empty / "ace.yaml").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("before", "asked", "words"),
    [
        ("tutor", "inspector", "the agent is still tutor. For inspector set in ace.yaml `agent: inspector` and"),
        ("tutor", "command", "the agent is still tutor. For the one written here describe it in ace.yaml"),
        ("http", "tutor", "the agent is still triage. For tutor set"),
        ("tutor", "tutor", ""),
        ("command", "command", ""),
    ],
    ids=["a shipped one", "one's own", "beside one's own", "the same", "the same kind of one's own"],
)
def test_an_ace_yaml_that_is_kept_says_whose_agent_it_still_is(
    empty: Path, before: str, asked: str, words: str
) -> None:
    write_starter(open_workspace(empty), before)
    result = write_starter(open_workspace(empty), asked)
    assert (words in result.notice, bool(result.notice)) == (True, bool(words))
    assert result.notice in next_steps(result)


def test_an_ace_yaml_that_cannot_be_read_is_kept_and_named(empty: Path) -> None:
    (empty / "ace.yaml").write_text("agent: [", encoding="utf-8")
    assert "ace.yaml is kept as it is, and cannot be read" in write_starter(open_workspace(empty), "tutor").notice


@pytest.mark.parametrize("name", ["playbooks", ".ace", "playbooks/inspector"])
def test_with_a_file_in_the_way_nothing_is_written(empty: Path, name: str) -> None:
    (empty / name).parent.mkdir(exist_ok=True)
    (empty / name).write_text("mine", encoding="utf-8")
    with pytest.raises(WorkspaceError, match=f"{name} is a file where a folder is needed"):
        write_starter(open_workspace(empty), "inspector")
    assert {path.name for path in empty.rglob("*") if ".git" not in path.parts} == {*name.split("/")}
