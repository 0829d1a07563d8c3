"""One proposal by its name, and what is said when that names none, or several."""

import pytest

from ace.errors import NotFoundError
from ace.rejections.find_proposal import find_proposal
from tests.ace.rejections.rejecting import open_edit, open_one
from tests.ace.review.playbook_repository import NEW_RULE, RULE_ID, Repository


def test_several_for_one_rule_are_asked_for(repository: Repository) -> None:
    first = open_one(repository)
    second = open_edit(repository, NEW_RULE.replace(b"priority: 40", b"priority: 30"))
    with pytest.raises(NotFoundError, match="2 open proposals change") as caught:
        find_proposal(repository.path, "main", RULE_ID)
    assert {name in str(caught.value) for name in (first.id, second.id)} == {True}


def test_a_start_that_fits_several_is_asked_for_more_of(repository: Repository) -> None:
    first = open_one(repository)
    repository.git("update-ref", f"refs/ace/opened/{first.id[:4]}00000000", "main")
    with pytest.raises(NotFoundError, match="2 proposals begin with"):
        find_proposal(repository.path, "main", first.id[:4])
    assert find_proposal(repository.path, "main", first.id[:6]).branch == first.commit


def test_one_whose_branch_is_gone_is_still_found_by_its_id(repository: Repository) -> None:
    first = open_one(repository)
    repository.git("branch", "-q", "-D", first.branch)
    assert find_proposal(repository.path, "main", f"origin/{first.branch}").tip == first.commit
    with pytest.raises(NotFoundError, match="no open proposal changes rule"):
        find_proposal(repository.path, "main", RULE_ID)
