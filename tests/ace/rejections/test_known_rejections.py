"""Which decisions count: those on the reviewed branch, and those on `ace/rejected`, each once."""

import pytest

from ace.rejections.known_rejections import known_rejections, standing
from ace.rejections.reject_proposal import RejectRequest, reject_proposal
from ace.rejections.withdraw import withdraw_rejection
from ace.rejections.write_rejection import rejection_path
from runtime.rules.problem import RuleFileError
from tests.ace.rejections.rejecting import TODAY, open_one, session_on
from tests.ace.review.playbook_repository import Repository


def reject(repository: Repository, op: str = "edit", reason: str = "not wanted", day: str = TODAY) -> str:
    """Open and reject a proposal; return the path of its file."""
    done = reject_proposal(session_on(repository.path, day), RejectRequest(open_one(repository, op).id, reason))
    return rejection_path(done.rejection.fingerprint)


def merge(repository: Repository, *how: str) -> None:
    """Merge `ace/rejected` into main."""
    repository.git("-c", "user.name=u", "-c", "user.email=u@x.org", "merge", "-q", *how, "ace/rejected")
    if "--squash" in how:
        repository.commit()


def known(repository: Repository) -> list[tuple[str, bool]]:
    """Return rule and whether it stands, of every rejection there is."""
    found = known_rejections(repository.path, repository.git("rev-parse", "main"))
    return [(one.rule, one.stands(TODAY)) for one in found]


RULE, ADDED = "tools.retrieve-before-web", "safety.refer-dosing"


@pytest.mark.parametrize("how", ["--no-ff", "--squash", "--ff-only"])
def test_a_file_on_both_branches_counts_once(repository: Repository, how: str) -> None:
    reject(repository)
    merge(repository, how)
    assert known(repository) == [(RULE, True)]
    reject(repository, "add")
    assert sorted(known(repository)) == [(ADDED, True), (RULE, True)]


@pytest.mark.parametrize("how", ["--no-ff", "--squash", "--ff-only"])
def test_a_merged_rejection_is_withdrawn_before_and_after_the_withdrawal_is_merged(
    repository: Repository, how: str
) -> None:
    reject(repository)
    merge(repository, how)
    withdraw_rejection(session_on(repository.path), RULE)
    assert known(repository) == [(RULE, False)]
    merge(repository, how)
    assert known(repository) == [(RULE, False)]
    reject(repository, reason="now for good")
    assert known(repository) == [(RULE, True)], "the later decision counts, also on the same day"


def test_a_file_that_a_person_deleted_after_the_merge_is_gone(repository: Repository) -> None:
    path = reject(repository)
    merge(repository, "--no-ff")
    repository.git("rm", "-q", path)
    repository.commit()
    assert known(repository) == []
    reject(repository, "add")
    assert known(repository) == [(ADDED, True)]


def test_a_decision_edited_on_the_reviewed_branch_counts_there(repository: Repository) -> None:
    path = reject(repository)
    merge(repository, "--no-ff")
    reject(repository, "add")
    text = (repository.path / path).read_text().replace("not wanted", "said better")
    repository.commit(**{path: text.encode()})
    found = known_rejections(repository.path, repository.git("rev-parse", "main"))
    assert {one.rule: one.reason for one in found}[RULE] == "said better"


def test_the_branch_starts_anew_once_the_reviewed_one_holds_all_of_it(repository: Repository) -> None:
    reject(repository)
    merge(repository, "--squash")
    reject(repository, "add")
    assert repository.git("rev-parse", "ace/rejected~1") == repository.git("rev-parse", "main")


def test_what_others_pushed_counts_and_is_kept(
    repository: Repository, tmp_path_factory: pytest.TempPathFactory
) -> None:
    there = tmp_path_factory.mktemp("there") / "origin.git"
    repository.git("clone", "-q", "--bare", ".", str(there))
    repository.git("remote", "add", "origin", str(there))
    reject(repository)
    repository.git("push", "-q", "origin", "ace/rejected")
    repository.git("branch", "-q", "-D", "ace/rejected")
    assert known(repository) == [(RULE, True)]
    repository.git("update-ref", "-d", "refs/remotes/origin/ace/rejected")
    reject(repository, "add")
    repository.git("fetch", "-q", "origin")
    assert sorted(known(repository)) == [(ADDED, True), (RULE, True)], "both have a commit the other lacks"
    reject(repository, "delete")
    assert len(known(repository)) == 3
    assert repository.git("merge-base", "ace/rejected", "origin/ace/rejected") == repository.git(
        "rev-parse", "origin/ace/rejected"
    )
    repository.git("push", "-q", "origin", "ace/rejected")


def test_one_that_cannot_be_read_stops_the_reading(repository: Repository) -> None:
    reject(repository)
    repository.git("switch", "-q", "ace/rejected")
    repository.commit(**{".ace/rejected/000000000000.yaml": b"op: add\n"})
    repository.git("switch", "-q", "main")
    with pytest.raises(RuleFileError, match=r"000000000000\.yaml"):
        known(repository)


def test_standing_leaves_out_what_expired_or_was_withdrawn(repository: Repository) -> None:
    reject(repository)
    one = known_rejections(repository.path, repository.git("rev-parse", "main"))[0]
    over = one.model_copy(update={"expires": TODAY})
    back = one.model_copy(update={"withdrawn": TODAY})
    assert standing((one, over, back), TODAY) == (one,)
