"""Playbooks from commits: what is loaded, what stops everything, what is never read."""

from pathlib import Path

import pytest

from runtime.contracts.condition_context import TUTOR_CONTEXT
from runtime.contracts.errors import RuleError
from runtime.rules.git_read import run_git
from runtime.rules.load_reviewed import collect_problems, injectable, load_reviewed, parse_playbook, read_committed
from runtime.rules.problem import RuleFileError

WHO = {"GIT_AUTHOR_NAME": "a", "GIT_AUTHOR_EMAIL": "a@b", "GIT_COMMITTER_NAME": "a", "GIT_COMMITTER_EMAIL": "a@b"}
FOLDER = "playbooks/tutor"


def rule(rule_id: str, extra: str = "") -> bytes:
    return f"schema: 1\nid: {rule_id}\ntitle: abc\nagent: tutor\ntext: Do it.\n{extra}".encode()


def commit(repo: Path, files: dict[str, bytes]) -> None:
    for name, data in files.items():
        path = repo / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    run_git(repo, "add", "-A")
    run_git(repo, "commit", "-q", "-m", "m", env_extra=WHO)


@pytest.fixture
def repo(tmp_path: Path) -> Path:
    run_git(tmp_path, "init", "-q", "-b", "main")
    return tmp_path


def test_only_what_is_committed_is_loaded(repo: Path) -> None:
    commit(repo, {f"{FOLDER}/tools/a.yaml": rule("tools.a"), f"{FOLDER}/README.md": b"# x", "other.txt": b""})
    (repo / FOLDER / "tools" / "a.yaml").write_bytes(b"changed, not committed")
    (repo / FOLDER / "tools" / "b.yaml").write_bytes(rule("tools.b"))
    run_git(repo, "add", "-A")
    playbook = load_reviewed(repo, "main", f"{FOLDER}/")
    assert [item.id for item in playbook.rules] == ["tools.a"]
    assert playbook.commit == run_git(repo, "rev-parse", "main").decode().strip()
    assert playbook.files[0].source == rule("tools.a")
    assert playbook.path == FOLDER


def test_rules_come_by_priority_then_id_with_their_tests() -> None:
    files = {
        f"{FOLDER}/b/z.yaml": rule("b.z", "priority: 10\n"),
        f"{FOLDER}/b/a.yaml": rule("b.a"),
        f"{FOLDER}/a/z.yaml": rule("a.z"),
        f"{FOLDER}/a/z.test.yaml": b"violates: []\n",
    }
    playbook = parse_playbook(files, FOLDER)
    assert [item.id for item in playbook.rules] == ["b.z", "a.z", "b.a"]
    assert [item.test is not None for item in playbook.files] == [False, True, False]
    assert playbook.files[1].test_source == b"violates: []\n"


def test_deprecated_and_other_agents_rules_are_loaded_but_not_injected() -> None:
    files = {
        f"{FOLDER}/a/a.yaml": rule("a.a", "status: deprecated\n"),
        f"{FOLDER}/a/b.yaml": rule("a.b"),
        f"{FOLDER}/a/c.yaml": rule("a.c").replace(b"agent: tutor", b"agent: inspector"),
    }
    playbook = parse_playbook(files, FOLDER)
    assert len(playbook.rules) == 3
    assert [item.id for item in injectable(playbook, "tutor")] == ["a.b"]
    assert [item.id for item in injectable(playbook, "inspector")] == ["a.c"]


BAD_SETS: dict[str, tuple[dict[str, bytes], str]] = {
    "wrong ending": ({"a/x.yml": rule("a.x")}, "a/x.yml:1:1: this file would not be loaded"),
    "no ending": ({"a/x": rule("a.x")}, "would not be loaded"),
    "too shallow": ({"x.yaml": rule("a.x")}, "would not be loaded"),
    "too deep": ({"a/b/x.yaml": rule("b.x")}, "would not be loaded"),
    "upper case": ({"A/x.yaml": rule("a.x")}, "would not be loaded"),
    "leading dash": ({"-a/x.yaml": rule("a.x")}, "would not be loaded"),
    "look-alike name": ({"\u0430/x.yaml": rule("a.x")}, "\\u0430/x.yaml:1:1: this file would not be loaded"),
    "attributes file": ({"a/.gitattributes": b"* filter=x"}, "would not be loaded"),
    "deep readme": ({"a/b/README.md": b""}, "would not be loaded"),
    "test without rule": ({"a/x.test.yaml": b"violates: []\n"}, "there is no rule beside this test"),
    "id of another file": ({"a/x.yaml": rule("a.y")}, "a/x.yaml:2:5: id: `a.y` does not match"),
    "broken test": ({"a/x.yaml": rule("a.x"), "a/x.test.yaml": b"violates: 1\n"}, "a/x.test.yaml:1:11: violates:"),
    "broken condition": ({"a/x.yaml": rule("a.x", "when: action.\n")}, "when: condition"),
}


@pytest.mark.parametrize(("files", "message"), BAD_SETS.values(), ids=BAD_SETS)
def test_one_bad_file_stops_the_whole_playbook(files: dict[str, bytes], message: str) -> None:
    good = {f"{FOLDER}/good/one.yaml": rule("good.one")}
    with pytest.raises(RuleError) as info:
        parse_playbook(good | {f"{FOLDER}/{path}": data for path, data in files.items()}, FOLDER)
    assert message in str(info.value)


def test_a_bad_rule_with_a_test_does_not_also_complain_of_the_test() -> None:
    files = {f"{FOLDER}/a/x.yaml": b"schema: 2\n", f"{FOLDER}/a/x.test.yaml": b"violates: []\n"}
    assert {problem.path for problem in collect_problems(files, FOLDER)} == {f"{FOLDER}/a/x.yaml"}


def test_all_problems_are_listed_by_path() -> None:
    files = {f"{FOLDER}/a/{name}.yaml": b"a: [\n" for name in "cab"} | {f"{FOLDER}/a/ok.yaml": rule("a.ok")}
    problems = collect_problems(files, FOLDER)
    assert [problem.path[-6:] for problem in problems] == ["a.yaml", "b.yaml", "c.yaml"]
    assert collect_problems({f"{FOLDER}/a/ok.yaml": rule("a.ok")}, FOLDER) == []


def test_a_link_is_an_error_even_when_it_points_to_a_good_rule(repo: Path) -> None:
    commit(repo, {f"{FOLDER}/a/x.yaml": rule("a.x")})
    (repo / FOLDER / "a" / "y.yaml").symlink_to("x.yaml")
    commit(repo, {})
    with pytest.raises(RuleError, match=r"a/y\.yaml:1:1: this is a symbolic link"):
        load_reviewed(repo, "main", FOLDER)


def test_a_folder_that_is_a_link_is_an_error(repo: Path) -> None:
    commit(repo, {"real/a/x.yaml": rule("a.x")})
    (repo / "linked").symlink_to("real")
    commit(repo, {})
    with pytest.raises(RuleError, match="this is a symbolic link"):
        load_reviewed(repo, "main", "linked")


def test_a_submodule_is_an_error(repo: Path) -> None:
    commit(repo, {f"{FOLDER}/a/x.yaml": rule("a.x")})
    sha = run_git(repo, "rev-parse", "HEAD").decode().strip()
    run_git(repo, "update-index", "--add", "--cacheinfo", f"160000,{sha},{FOLDER}/sub")
    run_git(repo, "commit", "-q", "-m", "m", env_extra=WHO)
    with pytest.raises(RuleError, match="this is a submodule"):
        load_reviewed(repo, "main", FOLDER)


@pytest.mark.parametrize("folder", ["../x", "/etc", "", "-x", "a/../../b", "."])
def test_a_folder_outside_the_repository_is_refused(repo: Path, folder: str) -> None:
    commit(repo, {"a": b""})
    with pytest.raises(RuleError, match="must be a path inside the repository"):
        load_reviewed(repo, "main", folder)


def test_a_missing_folder_and_an_unborn_branch_say_what_to_do(repo: Path) -> None:
    with pytest.raises(RuleError, match="commit your playbook first"):
        load_reviewed(repo, "main", FOLDER)
    commit(repo, {"a": b""})
    with pytest.raises(RuleError, match="there is no folder 'playbooks/tutor' at commit"):
        load_reviewed(repo, "main", FOLDER)


FIELDS = {"tutor": TUTOR_CONTEXT}
ALWAYS_AN_ERROR = {
    "unknown field": "when: state.retreival.queried\nrequire: 'true'\n",
    "hidden behind when": "when: action.kind == 'HINT'\nrequire: false && state.zz\n",
    "mixed types": "when: state.step > 'a'\n",
    "no boolean": "when: state.step\n",
    "unknown function": "when: now() > 1\n",
}


@pytest.mark.parametrize("extra", ALWAYS_AN_ERROR.values(), ids=ALWAYS_AN_ERROR)
def test_a_condition_that_is_always_an_error_stops_the_playbook(extra: str, repo: Path) -> None:
    commit(repo, {f"{FOLDER}/a/x.yaml": rule("a.x", extra), f"{FOLDER}/a/y.yaml": rule("a.y")})
    assert len(load_reviewed(repo, "main", FOLDER).rules) == 2
    with pytest.raises(RuleFileError) as info:
        load_reviewed(repo, "main", FOLDER, FIELDS)
    (problem,) = info.value.problems
    assert (problem.path, problem.code) == (f"{FOLDER}/a/x.yaml", "condition-field")
    assert problem.line == (7 if "require: false" in extra else 6)


def test_good_conditions_and_those_of_agents_without_fields_pass(repo: Path) -> None:
    other = rule("a.z", "when: its.own.field > 1\n").replace(b"agent: tutor", b"agent: inspector")
    commit(repo, {f"{FOLDER}/a/x.yaml": rule("a.x", "when: state.step > 1\n"), f"{FOLDER}/a/z.yaml": other})
    assert len(load_reviewed(repo, "main", FOLDER, FIELDS).rules) == 2


def test_committed_files_come_with_their_commit(repo: Path) -> None:
    commit(repo, {f"{FOLDER}/a/x.yaml": b"x", "elsewhere": b""})
    read = read_committed(repo, "main", f"./{FOLDER}/")
    assert read.files == {f"{FOLDER}/a/x.yaml": b"x"}
    assert (read.folder, read.commit) == (FOLDER, run_git(repo, "rev-parse", "main").decode().strip())
