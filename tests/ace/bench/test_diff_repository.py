"""Many rules with five proposals."""

from pathlib import Path

import pytest

from ace.bench.diff_repository import PROPOSALS, make_diff_repository
from ace.bench.rules import FOLDER
from ace.review.build_diff import build_diff
from runtime.rules.git_read import list_tree


@pytest.mark.parametrize("rules", [5, 23])
def test_every_proposal_is_one_fresh_edit_with_its_evidence(tmp_path: Path, rules: int) -> None:
    repository = make_diff_repository(tmp_path, rules)
    report = build_diff(tmp_path, None, FOLDER)
    assert len(list_tree(tmp_path, "main", FOLDER)) == rules
    assert sorted(item.proposal.branch for item in report.items if item.proposal) == sorted(repository.branches)
    assert len(report.items) == PROPOSALS
    assert {(item.changes[0].kind, item.verdict, item.is_stale, item.problems) for item in report.items} == {
        ("edited", "promising", False, ())
    }
