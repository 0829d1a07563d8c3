"""Rejections are read from a commit, all of them or none."""

from pathlib import Path

import pytest

from ace.rejections.read_rejections import (
    BESIDE,
    FOLDER,
    find_in_tree,
    find_rejections,
    parse_rejection,
    read_rejections,
)
from ace.rejections.rejection import Rejection
from ace.rejections.stated_fingerprint import stated_fingerprint
from ace.rejections.write_rejection import dump_rejection, rejection_path
from runtime.rules.git_read import GitError
from runtime.rules.problem import RuleFileError
from tests.ace.building import commit_all, git

DRAFT = Rejection(
    fingerprint="0" * 64, op="add", rule="tools.x", cluster="c-1", text="Do it.\n", when="true", require="false",
    reason="too strict", by="maintainer", date="2026-11-20", expires="2027-01-01",
)  # fmt: skip
MARK = stated_fingerprint(DRAFT) or ""
REJECTION = DRAFT.model_copy(update={"fingerprint": MARK})


@pytest.fixture
def repo(tmp_path: Path) -> Path:
    """A repository with one commit and no rejection."""
    git(tmp_path, "init", "-q", "-b", "main")
    (tmp_path / "README.md").write_text("x\n")
    commit_all(tmp_path)
    return tmp_path


def put(repo: Path, path: str, data: bytes) -> None:
    """Write and commit a file."""
    target = repo / path
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(data)
    commit_all(repo)


def test_without_the_folder_there_is_none(repo: Path) -> None:
    assert read_rejections(repo, "HEAD") == ()


def test_what_is_committed_counts_and_nothing_else(repo: Path) -> None:
    put(repo, rejection_path(MARK), dump_rejection(REJECTION))
    other = REJECTION.model_copy(update={"fingerprint": "0" * 64, "text": ""})
    (repo / rejection_path(other.fingerprint)).write_bytes(dump_rejection(other))
    assert read_rejections(repo, "main") == (REJECTION,)
    assert read_rejections(repo, "HEAD~1") == ()
    commit_all(repo)
    assert read_rejections(repo, "main") == (other, REJECTION)


def test_a_commit_that_does_not_exist_is_said(repo: Path) -> None:
    with pytest.raises(GitError, match="no commit 'nowhere'"):
        read_rejections(repo, "nowhere")


GOOD = dump_rejection(REJECTION).decode()
PATH = rejection_path(MARK)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        pytest.param(GOOD.replace("op: add", "op: promote"), "2:5: op: ", id="an operation there is not"),
        pytest.param(GOOD.replace("by: maintainer\n", ""), "by: this field is missing", id="a field is missing"),
        pytest.param(GOOD + "reasons: x\n", "did you mean `reason`?", id="an unknown field"),
        pytest.param(GOOD.replace("2026-11-20", "2026-02-30"), "no day 2026-02-30", id="a day that is none"),
        pytest.param(GOOD.replace("2027-01-01", "2027-13-01"), "no day 2027-13-01", id="an expiry that is none"),
        pytest.param(
            GOOD.replace(MARK, "0f3a91c2b04e" + "0" * 52),
            "is called 0f3a91c2b04e.yaml",
            id="the file of another fingerprint",
        ),
        pytest.param(GOOD.replace("strict", "stri\u0441t"), "look-alike letters", id="look-alike letters"),
        pytest.param(GOOD.replace("op: add", "op: add\nop: add"), "written twice", id="a duplicate key"),
        pytest.param(GOOD.replace("op: add", "op: &a add"), "an anchor", id="an anchor"),
        pytest.param(GOOD.replace("Do it.", "Do that."), "fingerprint: what this file says", id="other words"),
        pytest.param(GOOD.replace('"false"', '"true"'), "fingerprint: what this file says", id="another condition"),
        pytest.param(GOOD.replace("tools.x", "tools.y"), "fingerprint: what this file says", id="another rule"),
        pytest.param(GOOD + "enforce: gate\n", "fingerprint: what this file says", id="as a gate"),
        pytest.param(GOOD + 'withdrawn: "2026-02-30"\n', "no day 2026-02-30", id="a withdrawal on no day"),
        pytest.param("- x\n", "not a mapping", id="a list"),
        pytest.param(GOOD.replace("op: add", "op: 1"), "op: ", id="a number"),
    ],
)
def test_a_bad_file_says_where_what_and_what_to_do(text: str, said: str) -> None:
    with pytest.raises(RuleFileError) as caught:
        parse_rejection(text.encode(), PATH)
    assert str(caught.value).startswith(f"{PATH}:")
    assert said in str(caught.value)


def test_every_bad_file_is_named_and_none_is_skipped(repo: Path) -> None:
    put(repo, rejection_path(MARK), dump_rejection(REJECTION))
    put(repo, f"{FOLDER}/000000000000.yaml", b"op: add\n")
    put(repo, f"{FOLDER}/111111111111.yaml", b"- 1\n")
    with pytest.raises(RuleFileError) as caught:
        read_rejections(repo, "HEAD")
    assert {problem.path for problem in caught.value.problems} == {
        f"{FOLDER}/000000000000.yaml",
        f"{FOLDER}/111111111111.yaml",
    }


@pytest.mark.parametrize("path", [f"{FOLDER}/note.txt", f"{FOLDER}/more/7f3a91c2b04e.yaml", FOLDER])
def test_a_file_in_the_wrong_place_is_an_error(repo: Path, path: str) -> None:
    put(repo, path, GOOD.encode())
    with pytest.raises(RuleFileError, match=r"only \.ace/rejected/<12 hex digits>\.yaml is read here"):
        read_rejections(repo, "HEAD")


def test_a_link_is_not_followed(repo: Path) -> None:
    (repo / FOLDER).mkdir(parents=True)
    (repo / PATH).symlink_to("/etc/hostname")
    commit_all(repo)
    with pytest.raises(RuleFileError, match="a symbolic link is not read"):
        read_rejections(repo, "HEAD")


@pytest.mark.parametrize("mark", ["", '"', "'"], ids=["bare", "double quotes", "single quotes"])
@pytest.mark.parametrize("name", ["date", "expires"])
def test_both_days_are_read_bare_and_in_quotes(name: str, mark: str) -> None:
    day = str(getattr(REJECTION, name))
    text = GOOD.replace(f"{name}: {day}", f"{name}: {mark}{day}{mark}")
    assert parse_rejection(text.encode(), PATH) == REJECTION


@pytest.mark.parametrize("path", sorted(BESIDE))
def test_what_describes_the_folder_is_fine(repo: Path, path: str) -> None:
    put(repo, rejection_path(MARK), dump_rejection(REJECTION))
    put(repo, path, b"Why we said no.\n")
    assert read_rejections(repo, "HEAD") == (REJECTION,)
    assert find_in_tree(repo) == find_rejections(repo, "HEAD")


@pytest.mark.parametrize("path", [f"{FOLDER}/note.txt", f"{FOLDER}/more/README.md", FOLDER, PATH])
def test_tree_and_commit_are_judged_alike(repo: Path, path: str) -> None:
    put(repo, path, b"op: add\n")
    found = find_in_tree(repo)
    assert {problem.path for problem in found.problems} == {path}
    assert found == find_rejections(repo, "HEAD")


@pytest.mark.parametrize("path", [PATH, f"{FOLDER}/README.md"])
def test_a_link_in_the_tree_is_a_problem_too(repo: Path, path: str) -> None:
    (repo / FOLDER).mkdir(parents=True)
    (repo / path).symlink_to("/etc/hostname")
    commit_all(repo)
    (problem,) = find_in_tree(repo).problems
    assert "a symbolic link is not read" in problem.message
    assert find_rejections(repo, "HEAD").problems == (problem,)


def test_beside_a_broken_file_the_valid_ones_are_still_found(repo: Path) -> None:
    put(repo, rejection_path(MARK), dump_rejection(REJECTION))
    put(repo, f"{FOLDER}/111111111111.yaml", b"- 1\n")
    found = find_rejections(repo, "HEAD")
    assert found.valid == (REJECTION,)
    assert [problem.path for problem in found.problems] == [f"{FOLDER}/111111111111.yaml"]
