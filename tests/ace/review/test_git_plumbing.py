"""Commits that leave the user's repository as it was."""

import hashlib
import subprocess
from pathlib import Path

import pytest

from ace.review.errors import ReviewError, UnsafePathError
from ace.review.git_plumbing import Identity, commit_files
from runtime.rules.git_read import GitError
from tests.ace.review.playbook_repository import BOT, NEW_RULE, OLD_RULE, RULE_PATH, WHEN, Repository


def _state(repository: Repository) -> tuple[str, bytes, str, str, list[str]]:
    git_dir = Path(repository.git("rev-parse", "--path-format=absolute", "--git-dir"))
    index = (git_dir / "index").read_bytes()
    files = [
        f"{path.relative_to(repository.path)} {hashlib.sha256(path.read_bytes()).hexdigest()}"
        for path in sorted(repository.path.rglob("*"))
        if path.is_file() and ".git" not in path.relative_to(repository.path).parts
    ]
    status = repository.git("status", "--porcelain", "--untracked-files=all")
    return status, index, (git_dir / "HEAD").read_text(), repository.git("for-each-ref"), files


def test_a_dirty_tree_and_a_staged_file_stay_byte_identical(repository: Repository) -> None:
    repository.write(RULE_PATH, b"half typed")
    repository.write("staged.txt", b"staged")
    repository.git("add", "staged.txt")
    repository.write("staged.txt", b"staged and edited again")
    repository.write("untracked.txt", b"untracked")
    repository.git("status")  # refreshes the index once, so that the comparison sees only what we do
    before = _state(repository)

    commit = commit_files(repository.path, "main", {RULE_PATH: NEW_RULE}, "subject\n\nbody", BOT, when=WHEN)

    assert _state(repository) == before
    assert repository.blob(commit, RULE_PATH) == NEW_RULE
    assert repository.git("diff-tree", "-r", "--name-only", "main", commit) == RULE_PATH


def test_the_commit_says_who_when_and_what(repository: Repository) -> None:
    repository.git("config", "user.name", "somebody else")
    commit = commit_files(repository.path, "main", {RULE_PATH: NEW_RULE}, "subject\n\nbody: ü", BOT, when=WHEN)
    shown = repository.git("log", "-1", "--format=%P|%an|%ae|%cn|%ce|%aI|%cI|%B", commit)
    main = repository.git("rev-parse", "main")
    when = "2026-01-31T12:00:00+00:00"
    assert shown.replace("Z", "+00:00") == f"{main}|ace|{BOT.email}|ace|{BOT.email}|{when}|{when}|subject\n\nbody: ü"


def test_no_identity_configured_is_no_obstacle(repository: Repository) -> None:
    repository.git("config", "user.useConfigOnly", "true")
    assert commit_files(repository.path, "main", {"a": b"1"}, "m", BOT) != repository.git("rev-parse", "main")


def test_the_same_content_is_no_commit(repository: Repository) -> None:
    assert commit_files(repository.path, "main", {RULE_PATH: OLD_RULE}, "m", BOT) == repository.git("rev-parse", "main")


def test_none_removes_and_the_executable_bit_stays(repository: Repository) -> None:
    repository.write("run.sh", b"one")
    (repository.path / "run.sh").chmod(0o755)
    repository.commit()
    commit = commit_files(repository.path, "main", {RULE_PATH: None, "run.sh": b"two", "new": b"3"}, "m", BOT)
    listing = repository.git("ls-tree", "-r", commit, "--", RULE_PATH, "run.sh", "new").splitlines()
    assert [(line.split()[0], line.split("\t")[1]) for line in listing] == [("100644", "new"), ("100755", "run.sh")]


def test_a_removed_path_that_is_not_there_is_an_error(repository: Repository) -> None:
    with pytest.raises(ReviewError, match="cannot remove nowhere"):
        commit_files(repository.path, "main", {"nowhere": None}, "m", BOT)


@pytest.mark.parametrize(
    "paths",
    [
        pytest.param(["playbooks"], id="a file over a folder"),
        pytest.param([f"{RULE_PATH}/x"], id="a file below a file"),
        pytest.param(["link"], id="a file over a link"),
        pytest.param(["link/x"], id="a file below a link"),
        pytest.param(["new", "new/x"], id="one path below another"),
    ],
)
def test_nothing_is_replaced_by_another_kind(repository: Repository, paths: list[str]) -> None:
    (repository.path / "link").symlink_to("/etc")
    repository.commit()
    with pytest.raises(ReviewError, match="cannot write"):
        commit_files(repository.path, "main", dict.fromkeys(paths, b"x"), "m", BOT)


def test_an_unsafe_path_is_refused(repository: Repository) -> None:
    with pytest.raises(UnsafePathError):
        commit_files(repository.path, "main", {".git/hooks/x": b"x"}, "m", BOT)


def test_a_unicode_path_with_blanks_and_pathspec_signs(repository: Repository) -> None:
    path = "playbooks/tutör/:(glob)* [日本].yaml"
    commit = commit_files(repository.path, "main", {path: b"x"}, "m", BOT)
    assert repository.blob(commit, path) == b"x"


def test_hooks_are_not_run(repository: Repository, tmp_path: Path) -> None:
    hooks = repository.path / ".git" / "hooks"
    hooks.mkdir(exist_ok=True)
    for name in ("pre-commit", "commit-msg", "post-index-change", "reference-transaction", "post-commit"):
        hook = hooks / name
        hook.write_text(f"#!/bin/sh\necho {name} >> {tmp_path}/ran\nexit 1\n")
        hook.chmod(0o755)
    commit_files(repository.path, "main", {RULE_PATH: NEW_RULE}, "m", BOT)
    assert not (tmp_path / "ran").exists()


def test_git_variables_of_the_caller_are_left_out(
    repository: Repository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "other").mkdir()
    main = repository.git("rev-parse", "main")
    monkeypatch.setenv("GIT_DIR", str(tmp_path / "other"))
    monkeypatch.setenv("GIT_WORK_TREE", str(tmp_path / "other"))
    monkeypatch.setenv("GIT_INDEX_FILE", str(tmp_path / "other" / "index"))
    monkeypatch.setenv("GIT_AUTHOR_NAME", "caller")
    commit = commit_files(repository.path, "main", {RULE_PATH: NEW_RULE}, "m", BOT)
    for name in ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE"):
        monkeypatch.delenv(name)
    assert repository.git("log", "-1", "--format=%P %an", commit) == f"{main} ace"
    assert list((tmp_path / "other").iterdir()) == []


def test_a_bare_repository(repository: Repository, tmp_path: Path) -> None:
    repository.commit(**{".gitattributes": b"*.yaml text\n"})
    subprocess.run(["git", "clone", "-q", "--bare", str(repository.path), str(tmp_path / "bare")], check=True)
    bare = Repository(tmp_path / "bare")
    commit = commit_files(bare.path, "main", {RULE_PATH: NEW_RULE.replace(b"\n", b"\r\n")}, "m", BOT)
    assert bare.blob(commit, RULE_PATH) == NEW_RULE
    assert not (bare.path / "index").exists()


def test_a_linked_worktree_on_a_detached_head(repository: Repository, tmp_path: Path) -> None:
    repository.git("worktree", "add", "-q", "--detach", str(tmp_path / "linked"))
    linked = Repository(tmp_path / "linked")
    linked.write("staged", b"1")
    linked.git("add", "staged")
    before = linked.git("status", "--porcelain"), linked.git("rev-parse", "HEAD")
    commit = commit_files(linked.path, "HEAD", {RULE_PATH: NEW_RULE}, "m", BOT)
    assert (linked.git("status", "--porcelain"), linked.git("rev-parse", "HEAD")) == before
    assert repository.blob(commit, RULE_PATH) == NEW_RULE


def test_a_subfolder_of_the_repository_is_as_good_as_its_root(repository: Repository) -> None:
    commit = commit_files(repository.path / "playbooks", "main", {RULE_PATH: NEW_RULE}, "m", BOT)
    assert repository.git("diff-tree", "-r", "--name-only", "main", commit) == RULE_PATH


def test_line_endings_follow_the_attributes_of_the_base_not_of_the_working_tree(repository: Repository) -> None:
    repository.commit(**{".gitattributes": b"* -text\n", "playbooks/.gitattributes": b"*.yaml text eol=crlf\n"})
    repository.write("playbooks/.gitattributes", b"*.yaml -text\n")
    crlf = NEW_RULE.replace(b"\n", b"\r\n")
    commit = commit_files(repository.path, "main", {RULE_PATH: crlf, "raw.txt": b"a\r\n"}, "m", BOT)
    assert (repository.blob(commit, RULE_PATH), repository.blob(commit, "raw.txt")) == (NEW_RULE, b"a\r\n")


def test_a_clean_filter_of_the_repository_is_applied(repository: Repository) -> None:
    repository.commit(**{".gitattributes": b"*.yaml filter=upper\n"})
    repository.git("config", "filter.upper.clean", "tr a-z A-Z")
    commit = commit_files(repository.path, "main", {RULE_PATH: b"abc\n"}, "m", BOT)
    assert repository.blob(commit, RULE_PATH) == b"ABC\n"


def test_a_sha256_repository(tmp_path: Path) -> None:
    (tmp_path / "wide").mkdir()
    wide = Repository(tmp_path / "wide")
    wide.git("init", "-q", "-b", "main", "--object-format=sha256")
    wide.commit(**{RULE_PATH: OLD_RULE, "b": b"1"})
    commit = commit_files(wide.path, "main", {RULE_PATH: NEW_RULE, "b": None}, "m", BOT)
    assert (len(commit), wide.blob(commit, RULE_PATH)) == (64, NEW_RULE)


def test_a_submodule_stays_and_nothing_is_written_below_it(repository: Repository) -> None:
    entry = f"160000,{'1' * 40},vendor"
    repository.git("update-index", "--add", "--cacheinfo", entry)
    repository.git("-c", "user.name=u", "-c", "user.email=u@example.org", "commit", "-q", "-m", "submodule")
    commit = commit_files(repository.path, "main", {RULE_PATH: NEW_RULE}, "m", BOT)
    assert repository.git("ls-tree", commit, "vendor").startswith("160000 commit 1111")
    with pytest.raises(ReviewError, match="vendor is not a folder"):
        commit_files(repository.path, "main", {"vendor/x": b"x"}, "m", BOT)


def test_an_unborn_branch_is_a_clear_error(empty_repository: Repository) -> None:
    with pytest.raises(GitError, match="no commits yet"):
        commit_files(empty_repository.path, "main", {"a": b"1"}, "m", BOT)


def test_commits_are_signed_when_the_repository_signs(repository: Repository, tmp_path: Path) -> None:
    signer = tmp_path / "sign"
    signer.write_text(
        '#!/bin/sh\ncat > /dev/null\nprintf "\\n[GNUPG:] SIG_CREATED \\n" >&2\n'
        "printf -- '-----BEGIN PGP SIGNATURE-----\\n\\nabc\\n-----END PGP SIGNATURE-----\\n'\n"
    )
    signer.chmod(0o755)
    repository.git("config", "gpg.program", str(signer))
    plain = commit_files(repository.path, "main", {"a": b"1"}, "m", BOT)
    repository.git("config", "commit.gpgsign", "true")
    signed = commit_files(repository.path, "main", {"a": b"1"}, "m", BOT)
    assert "gpgsig" in repository.git("cat-file", "commit", signed)
    assert "gpgsig" not in repository.git("cat-file", "commit", plain)


@pytest.mark.parametrize(("name", "email"), [("", "a@b"), ("a", " "), ("a\nb", "a@b"), ("a", "a>b")])
def test_an_identity_that_cannot_be_written_is_refused(name: str, email: str) -> None:
    with pytest.raises(ReviewError, match="cannot be written"):
        Identity(name, email)


@pytest.mark.parametrize("when", ["yesterday", "2026-01-31", "2026-01-31T12:00:00", "2026-01-31T12:00:00Z\nx"])
def test_a_time_without_a_zone_is_refused(repository: Repository, when: str) -> None:
    with pytest.raises(ReviewError, match="ISO 8601"):
        commit_files(repository.path, "main", {"a": b"1"}, "m", BOT, when=when)


@pytest.mark.parametrize("message", ["", " \n", "a\0b"])
def test_a_message_that_says_nothing_is_refused(repository: Repository, message: str) -> None:
    with pytest.raises(ReviewError, match="commit message"):
        commit_files(repository.path, "main", {"a": b"1"}, message, BOT)
