"""`ace refresh` from the command line."""

from collections.abc import Callable
from pathlib import Path

import pytest

from ace.review.proposal_branches import list_proposals
from tests.ace.cycle.one_proposal import make_repository, opened
from tests.ace.review.playbook_repository import OLD_RULE, RULE_PATH, Repository, make_evidence
from tests.conftest import Ran

Ace = Callable[..., Ran]


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    """One open proposal; the reviewed branch retitled its rule."""
    made = make_repository(tmp_path)
    opened(made, make_evidence(made.git("rev-parse", "main")))
    made.commit(**{RULE_PATH: OLD_RULE.replace(b"Query the local", b"Ask the local")})
    return made


def _only(ran: Ran) -> dict[str, str]:
    entries = ran.json["proposals"]
    assert isinstance(entries, list)
    assert len(entries) == 1
    assert isinstance(entries[0], dict)
    return entries[0]


def test_all_as_json(repository: Repository, ace: Ace) -> None:
    ran = ace("refresh", "--all", "--json", "--repo", str(repository.path))
    assert (ran.code, ran.err) == (0, "")
    entry = _only(ran)
    (now,) = list_proposals(repository.path)
    assert (entry["state"], entry["commit"], entry["base"]) == ("refreshed", now.commit, now.base)
    assert now.is_fresh


def test_one_by_the_start_of_its_id(repository: Repository, ace: Ace) -> None:
    (proposal,) = list_proposals(repository.path)
    ran = ace("refresh", proposal.id[:6], proposal.branch, "--repo", str(repository.path))
    assert ran.code == 0
    assert ran.out.startswith(f"refreshed  {proposal.branch}  {proposal.rule_id}\n")
    assert ran.out.endswith("refreshed 1\n")


def test_a_conflict_exits_4(repository: Repository, ace: Ace) -> None:
    repository.commit(**{RULE_PATH: OLD_RULE.replace(b"first", b"always")})
    ran = ace("refresh", "--all", "--repo", str(repository.path))
    assert ran.code == 4
    assert "both changed `text`" in ran.out


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        pytest.param((), 64, "name proposals, or give --all", id="nothing named"),
        pytest.param(("--all", "123456"), 64, "--all already means every", id="both"),
        pytest.param(("--all", "--push"), 1, "set `review: {remote: origin}`", id="no remote"),
        pytest.param(("ffffff",), 1, "there is no proposal 'ffffff'", id="unknown"),
    ],
)
def test_what_cannot_be_asked_for(
    repository: Repository, ace: Ace, arguments: tuple[str, ...], code: int, said: str
) -> None:
    ran = ace("refresh", *arguments, "--repo", str(repository.path))
    assert (ran.code, said in ran.err) == (code, True), ran.err


def test_nothing_is_open(tmp_path: Path, ace: Ace) -> None:
    ran = ace("refresh", "--all", "--repo", str(make_repository(tmp_path).path))
    assert (ran.code, ran.out) == (0, "No proposal is open.\n")


def test_pushed_ones_are_pushed_again(repository: Repository, ace: Ace, tmp_path: Path) -> None:
    repository.git("clone", "-q", "--bare", str(repository.path), str(tmp_path / "bare.git"))
    repository.git("remote", "add", "origin", str(tmp_path / "bare.git"))
    repository.write("ace.yaml", b"schema: 1\nreview: {remote: origin}\n")
    ran = ace("refresh", "--all", "--push", "--json", "--repo", str(repository.path))
    assert ran.code == 0, ran.err
    entry = _only(ran)
    assert entry["pushed"].startswith("pushed to origin, over ")
    assert Repository(tmp_path / "bare.git").git("rev-parse", entry["branch"]) == entry["commit"]
