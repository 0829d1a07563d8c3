"""Proposals without a forge."""

import pytest

from ace.forges.plain_git import PlainGit, publish
from ace.review.build_diff import build_diff
from ace.review.errors import PushRejectedError
from ace.review.report import DiffItem
from tests.ace.forges.conftest import Opening


def _item(opening: Opening) -> DiffItem:
    return build_diff(opening.repository.path, "main", "").items[0]


def test_without_a_remote_it_stays_here(opening: Opening, proposal: str) -> None:
    row = publish(PlainGit(opening.repository.path, None), _item(opening))
    assert (row.action, row.detail) == ("kept", f"stays here; to share it: git push origin ace/p/{proposal}")


def test_with_a_remote_it_is_pushed_once_and_again_when_it_was_refreshed(opening: Opening, proposal: str) -> None:
    place = PlainGit(opening.repository.path, "origin")
    assert [publish(place, _item(opening)).action for _ in range(2)] == ["pushed", "unchanged"]
    opening.repository.commit(**{"README.md": b"moved\n"})
    opening.propose("edit", verdict_reason="Measured once more.")
    assert publish(place, _item(opening)).action == "pushed"
    assert opening.state.tip(f"ace/p/{proposal}") == opening.repository.git("rev-parse", f"ace/p/{proposal}")


def test_a_dry_run_pushes_nothing(opening: Opening, proposal: str) -> None:
    assert publish(PlainGit(opening.repository.path, "origin", True), _item(opening)).action == "pushed"
    assert opening.state.tip(f"ace/p/{proposal}") == ""


def test_a_persons_commits_at_the_remote_are_left(opening: Opening, proposal: str) -> None:
    publish(PlainGit(opening.repository.path, "origin"), _item(opening))
    theirs = opening.person_commits(proposal)
    row = publish(PlainGit(opening.repository.path, "origin"), _item(opening))
    assert (row.action, opening.state.tip(f"ace/p/{proposal}")) == ("left", theirs)


def test_a_remote_that_is_not_there_says_so(opening: Opening, proposal: str) -> None:
    with pytest.raises(PushRejectedError, match="no remote 'upstream'"):
        publish(PlainGit(opening.repository.path, "upstream"), _item(opening))


def test_what_was_deleted_there_since_it_was_pushed_is_not_brought_back(opening: Opening, proposal: str) -> None:
    place = PlainGit(opening.repository.path, "origin")
    publish(place, _item(opening))
    opening.repository.git("push", "-q", str(opening.bare), f":ace/p/{proposal}")
    row = publish(place, _item(opening))
    assert (row.action, opening.state.tip(f"ace/p/{proposal}")) == ("left", "")
    assert f"`ace reject {proposal}`" in row.detail
    opening.repository.git("fetch", "-q", "--prune", "origin")
    assert publish(place, _item(opening)).action == "pushed"


def test_one_that_is_here_as_last_fetched_only_is_never_pushed(opening: Opening, proposal: str) -> None:
    place = PlainGit(opening.repository.path, "origin")
    publish(place, _item(opening))
    opening.repository.git("branch", "-q", "-D", f"ace/p/{proposal}")
    assert publish(place, _item(opening)).action == "unchanged"
    assert publish(PlainGit(opening.repository.path, None), _item(opening)).action == "unchanged"
    newer = opening.person_commits(proposal)
    assert publish(place, _item(opening)).action == "left"
    assert opening.state.tip(f"ace/p/{proposal}") == newer
