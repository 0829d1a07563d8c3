"""Reading git by its plumbing, on real repositories."""

import os
import subprocess
from pathlib import Path

import pytest

from runtime.rules import git_read
from runtime.rules.git_read import (
    GitError,
    decode_lines,
    git_common_dir,
    list_tree,
    object_sizes,
    read_blobs,
    read_commits,
    resolve_commit,
    run_git,
)

WHO = {"GIT_AUTHOR_NAME": "a", "GIT_AUTHOR_EMAIL": "a@b", "GIT_COMMITTER_NAME": "a", "GIT_COMMITTER_EMAIL": "a@b"}


def commit(repo: Path, files: dict[str, bytes], message: str = "m") -> str:
    for name, data in files.items():
        path = repo / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    run_git(repo, "add", "-A")
    run_git(repo, "commit", "-q", "-m", message, env_extra=WHO)
    return run_git(repo, "rev-parse", "HEAD").decode().strip()


@pytest.fixture
def repo(tmp_path: Path) -> Path:
    run_git(tmp_path, "init", "-q", "-b", "main")
    return tmp_path


def test_a_ref_of_any_kind_resolves_to_its_commit(repo: Path) -> None:
    sha = commit(repo, {"a.txt": b"1"})
    run_git(repo, "tag", "-a", "v1", "-m", "v1", env_extra=WHO)
    assert [resolve_commit(repo, ref) for ref in ("HEAD", "main", "v1", sha, sha[:10])] == [sha] * 5


@pytest.mark.parametrize("ref", ["main", "HEAD", "refs/heads/main"])
def test_an_unborn_branch_says_to_commit_first(repo: Path, ref: str) -> None:
    with pytest.raises(GitError, match="has no commits yet: commit your playbook first"):
        resolve_commit(repo, ref)


@pytest.mark.parametrize("ref", ["nowhere", "--help", "-", "", "main:a.txt", "HEAD^9"])
def test_an_unknown_ref_is_named(repo: Path, ref: str) -> None:
    commit(repo, {"a.txt": b"1"})
    with pytest.raises(GitError, match="there is no commit"):
        resolve_commit(repo, ref)


def test_outside_a_repository_the_remedy_is_named(tmp_path: Path) -> None:
    with pytest.raises(GitError, match=r"not a git repository.*run `git init` there"):
        resolve_commit(tmp_path, "main")
    with pytest.raises(GitError, match="correct the path"):
        resolve_commit(tmp_path / "missing", "main")


def test_a_failing_command_carries_what_ran_and_its_status(repo: Path) -> None:
    with pytest.raises(GitError, match=r"`git cat-file -t nothing` failed in .* \(exit 128\)") as info:
        run_git(repo, "cat-file", "-t", "nothing")
    assert info.value.arguments == ("cat-file", "-t", "nothing")
    assert info.value.code == 128
    assert run_git(repo, "cat-file", "-t", "nothing", check=False) == b""


def test_without_git_the_error_says_so(repo: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    with pytest.raises(GitError, match="git is not installed"):
        run_git(repo, "status")


def test_git_settings_of_the_caller_do_not_leak_in(repo: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sha = commit(repo, {"a.txt": b"1"})
    monkeypatch.setenv("GIT_DIR", "/nowhere")
    monkeypatch.setenv("GIT_INDEX_FILE", "/nowhere")
    assert resolve_commit(repo, "main") == sha


def test_tree_lists_odd_names_links_and_only_the_folder(repo: Path) -> None:
    (repo / "p").mkdir()
    (repo / "p" / "link").symlink_to("/etc/passwd")
    sha = commit(repo, {"p/é ü.txt": b"1", "p/new\nline": b"2", "p/[x]*": b"3", "p2/a": b"4", "-x/a": b"5"})
    entries = {entry.path: entry.mode for entry in list_tree(repo, sha, "p")}
    assert entries == {"p/é ü.txt": "100644", "p/new\nline": "100644", "p/[x]*": "100644", "p/link": "120000"}
    assert list_tree(repo, sha, "missing") == []
    assert list_tree(repo, sha, "p*") == []
    assert [entry.path for entry in list_tree(repo, sha, "-x")] == ["-x/a"]


def test_blobs_come_back_byte_for_byte(repo: Path) -> None:
    contents = [b"", b"\n", b"a\nb", bytes(range(256)), b"x" * 200_000]
    sha = commit(repo, {f"p/{index}": data for index, data in enumerate(contents)})
    entries = list_tree(repo, sha, "p")
    blobs = read_blobs(repo, [entry.sha for entry in entries] * 2)
    assert [blobs[entry.sha] for entry in entries] == contents
    assert read_blobs(repo, []) == {}


def test_of_a_long_blob_only_the_beginning_is_read_and_the_next_are_whole(
    repo: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(git_read, "_SKIPPED_BYTES", 100_000)
    sizes = {"a": 10, "b": 400_000, "c": 11, "d": 50_000, "e": 5}
    sha = commit(repo, {f"p/{name}": name.encode() * size for name, size in sizes.items()})
    listed = {entry.path: entry.sha for entry in list_tree(repo, sha, "p")}
    blobs = read_blobs(repo, listed.values(), 10)
    assert [blobs[one] for one in listed.values()] == [b"a" * 10, b"b" * 11, b"c" * 11, b"d" * 11, b"e" * 5]
    assert set(object_sizes(repo, listed.values()).values()) == set(sizes.values())


def test_git_that_runs_too_long_is_stopped(repo: Path) -> None:
    with pytest.raises(GitError, match=r"ran over 0\.2 s"):
        run_git(repo, "-c", "alias.wait=!sleep 5", "wait", timeout=0.2)


def test_a_missing_or_wrong_object_is_an_error(repo: Path) -> None:
    sha = commit(repo, {"a": b"1"})
    with pytest.raises(GitError, match="is missing, not a file"):
        read_blobs(repo, ["0" * 40])
    with pytest.raises(GitError, match="is commit"):
        read_blobs(repo, [sha])


def test_a_replacement_object_does_not_change_what_a_commit_says(repo: Path) -> None:
    old = commit(repo, {"a": b"reviewed"})
    new = commit(repo, {"a": b"changed"})
    run_git(repo, "replace", old, new)
    assert read_blobs(repo, [entry.sha for entry in list_tree(repo, old, "a")]).popitem()[1] == b"reviewed"


def test_a_commit_is_read_as_it_was_written(repo: Path) -> None:
    first = commit(repo, {"a": b"1"})
    run_git(repo, "config", "i18n.commitEncoding", "ISO-8859-1")
    second = commit(repo, {"a": b"2"}, "caf\u00e9")
    data = read_commits(repo, [second])[second]
    assert f"\nparent {first}\n".encode() in data
    with pytest.raises(GitError, match=r"is tree .*, not a commit"):
        read_commits(repo, [run_git(repo, "rev-parse", "HEAD^{tree}").decode().strip()])


def test_a_graft_does_not_change_what_a_commit_is_based_on(repo: Path) -> None:
    base, tip = commit(repo, {"a": b"1"}), commit(repo, {"a": b"2"})
    (repo / ".git" / "info").mkdir(exist_ok=True)
    (repo / ".git" / "info" / "grafts").write_text(f"{tip}\n")
    assert run_git(repo, "rev-parse", "HEAD^").decode().strip() == base


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("trailer.separators", "="),
        ("i18n.logOutputEncoding", "UTF-16"),
        ("core.commentChar", "A"),
        ("core.abbrev", "5"),
        ("color.ui", "always"),
        ("color.diff", "always"),
        ("log.showSignature", "true"),
        ("log.date", "iso"),
        ("log.decorate", "full"),
        ("format.pretty", "oneline"),
        ("diff.noprefix", "true"),
    ],
)
def test_a_users_settings_do_not_change_the_output(repo: Path, name: str, value: str) -> None:
    commit(repo, {"\u00e9": b"1"}, "s\n\nb\n\nA: \u00e9")
    shown = ("log", "-p", "--format=%h %ad %s %(trailers:only,unfold)%n%Cauto%d", "HEAD")
    before = [run_git(repo, *args) for args in (shown, ("log",))]
    run_git(repo, "config", name, value)
    assert [run_git(repo, *args) for args in (shown, ("log",))] == before


def test_lines_end_at_a_line_feed_only_and_survive_the_way_back(repo: Path) -> None:
    names = [b"a\xff", "b\u2028c\u0085d".encode()]
    lines = decode_lines(b"\n".join(names) + b"\n")
    assert [os.fsencode(line) for line in lines] == names
    assert decode_lines(b"") == []


def test_a_head_that_is_not_utf8_is_named(repo: Path) -> None:
    odd = os.fsdecode(b"m\xff")
    run_git(repo, "symbolic-ref", "HEAD", f"refs/heads/{odd}")
    with pytest.raises(GitError, match=r"'m\\udcff' has no commits yet"):
        resolve_commit(repo, odd)


def test_common_dir_is_shared_by_worktrees(repo: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    commit(repo, {"a": b"1"})
    other = tmp_path_factory.mktemp("w") / "tree"
    subprocess.run(["git", "-C", str(repo), "worktree", "add", "-q", str(other), "-b", "x"], check=True)
    assert git_common_dir(other) == git_common_dir(repo) == repo / ".git"
