"""Settings of a repository and of its user: filters, hooks, signatures, identity."""

import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from ace.review.errors import ReviewError
from ace.review.proposal_branches import list_proposals
from tests.ace.review.playbook_repository import NEW_RULE, RULE_PATH, Repository
from tests.git_matrix.write_path import assert_whole_way, everything, open_one, place_of

HOOKS = (
    "pre-commit", "commit-msg", "post-commit", "prepare-commit-msg", "reference-transaction", "post-index-change",
    "pre-push", "post-checkout", "update", "pre-receive",
)  # fmt: skip


def _script(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{text}\n", encoding="utf-8")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return path


def _failing_hooks(repository: Repository) -> None:
    for name in HOOKS:
        _script(repository.path / ".git/hooks" / name, f"echo {name} >> {repository.path}/ran; exit 1")


def _hooks_elsewhere(repository: Repository) -> None:
    folder = repository.path.parent / "hooks"
    for name in HOOKS:
        _script(folder / name, f"echo {name} >> {repository.path}/ran; exit 1")
    repository.git("config", "core.hooksPath", str(folder))


def _no_identity(repository: Repository) -> None:
    repository.git("config", "user.useConfigOnly", "true")


def _settings_for_the_eye(repository: Repository) -> None:
    for name, value in (
        ("color.ui", "always"), ("core.quotepath", "true"), ("log.showSignature", "true"), ("core.abbrev", "4"),
        ("diff.noprefix", "true"), ("log.decorate", "full"), ("core.commentChar", "%"), ("diff.renames", "copies"),
        ("status.showUntrackedFiles", "no"), ("core.logAllRefUpdates", "always"), ("i18n.commitEncoding", "latin1"),
        ("core.fsmonitor", "true"), ("core.untrackedCache", "true"), ("gc.auto", "1"), ("fetch.prune", "true"),
    ):  # fmt: skip
        repository.git("config", name, value)


def _merge_settings(repository: Repository) -> None:
    for name, value in (("merge.conflictStyle", "zdiff3"), ("merge.renames", "false"), ("merge.ff", "only")):
        repository.git("config", name, value)


def _failing_editor_and_pager(repository: Repository) -> None:
    for name in ("core.editor", "core.pager", "core.askPass", "credential.helper"):
        repository.git("config", name, "false")


SETTINGS = [
    _failing_hooks, _hooks_elsewhere, _no_identity, _settings_for_the_eye, _merge_settings, _failing_editor_and_pager,
]  # fmt: skip


@pytest.mark.parametrize("make", SETTINGS, ids=lambda make: make.__name__.strip("_"))
def test_a_proposal_goes_its_whole_way(repository: Repository, make: Callable[[Repository], None]) -> None:
    make(repository)
    assert_whole_way(place_of(repository))
    assert not (repository.path / "ran").exists()


def test_line_endings_of_the_reviewed_branch_are_kept(repository: Repository) -> None:
    """`eol=crlf` in the work tree is LF in the commit, whatever autocrlf says."""
    repository.commit(**{".gitattributes": b"*.yaml text eol=crlf\n"})
    repository.git("config", "core.autocrlf", "true")
    repository.git("config", "core.safecrlf", "true")
    way = assert_whole_way(place_of(repository))
    assert repository.blob(way.opened.commit, RULE_PATH) == NEW_RULE


def test_rules_that_are_committed_with_crlf_can_be_edited(repository: Repository) -> None:
    repository.commit(**{".gitattributes": b"*.yaml -text\n"})
    assert_whole_way(place_of(repository))


def test_a_filter_that_fails_is_a_clear_error(repository: Repository) -> None:
    repository.commit(**{".gitattributes": b"*.yaml filter=broken\n"})
    repository.git("config", "filter.broken.clean", "false")
    repository.git("config", "filter.broken.required", "true")
    place = place_of(repository)
    before = everything(place)
    with pytest.raises(ReviewError, match=r"cannot be stored.*clean filter 'broken' failed; see to its filter"):
        open_one(place)
    assert (everything(place), list_proposals(repository.path)) == (before, ())


def test_a_filter_that_changes_nothing_is_run(repository: Repository) -> None:
    repository.commit(**{".gitattributes": b"*.yaml filter=same\n"})
    repository.git("config", "filter.same.clean", f"tee -a {repository.path.parent}/filtered")
    repository.git("config", "filter.same.smudge", "cat")
    assert_whole_way(place_of(repository))
    assert NEW_RULE in (repository.path.parent / "filtered").read_bytes()


def test_attributes_of_the_user_alone_do_not_count(repository: Repository, tmp_path: Path) -> None:
    """What is committed must not depend on who runs the cycle: only the reviewed branch's attributes are asked."""
    repository.write(".gitattributes", b"*.yaml filter=broken\n")
    repository.git("config", "filter.broken.clean", "false")
    repository.git("config", "filter.broken.required", "true")
    assert_whole_way(place_of(repository))


def _signer(folder: Path, is_able: bool) -> Path:
    said = "echo '[GNUPG:] SIG_CREATED ' >&2; cat >/dev/null; echo '-----BEGIN PGP SIGNATURE-----'"
    return _script(folder / "signer", said if is_able else "echo no key >&2; exit 1")


def test_proposals_are_signed_where_the_repository_signs(repository: Repository, tmp_path: Path) -> None:
    repository.git("config", "gpg.program", str(_signer(tmp_path, True)))
    repository.git("config", "commit.gpgsign", "true")
    way = assert_whole_way(place_of(repository))
    assert way.refreshed.now is not None
    for commit in (way.opened.commit, way.refreshed.now.commit):
        assert "gpgsig" in repository.git("cat-file", "commit", commit)


def test_a_signature_that_cannot_be_made_is_a_clear_error(repository: Repository, tmp_path: Path) -> None:
    repository.git("config", "gpg.program", str(_signer(tmp_path, False)))
    repository.git("config", "commit.gpgsign", "true")
    place = place_of(repository)
    before = everything(place)
    with pytest.raises(ReviewError, match=r"commit.gpgsign is on and a commit cannot be signed here: .*signing key"):
        open_one(place)
    assert (everything(place), list_proposals(repository.path)) == (before, ())
