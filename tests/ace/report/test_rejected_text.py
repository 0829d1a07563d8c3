"""What is said after a rejection and after taking it back."""

from ace.rejections.reject_proposal import Rejected
from ace.rejections.rejection import Rejection
from ace.rejections.withdraw import Withdrawn
from ace.report.rejected_text import rejected_json, rejected_text, withdrawn_json, withdrawn_text

ONE = Rejection(
    fingerprint="a" * 64,
    op="add",
    rule="tools.x",
    reason="not so",
    by="a\x1bb",
    date="2026-11-01",
    expires="2027-01-01",
)
DONE = Rejected(ONE, "c" * 40, None, "")


def test_one_line_says_what_happened_and_one_how_to_share_it() -> None:
    assert rejected_text(DONE, "main", "upstream").splitlines() == [
        "rejected until 2027-01-01: add tools.x (ace/p/aaaaaaaaaaaa), by a\\x1bb; its branch is deleted",
        "kept in .ace/rejected/aaaaaaaaaaaa.yaml on branch ace/rejected at cccccccccccc; share it: git push upstream "
        "ace/rejected, or merge it into main",
    ]


def test_without_a_remote_nothing_is_pushed() -> None:
    assert rejected_text(DONE, "main", "").endswith("; share it: merge it into main; no remote is configured\n")


def test_a_branch_that_stays_a_persons_work_and_a_decision_before_are_said() -> None:
    stays = rejected_text(Rejected(ONE, "c" * 40, ONE, "checked out", shared="pushed"), "main", "origin")
    assert "its branch stays: checked out; before: not so" in stays
    assert stays.endswith("; pushed\n")
    assert "git branch NAME dddddddddddd" in rejected_text(
        Rejected(ONE, "c" * 40, None, "", work="d" * 40), "main", "origin"
    )


def test_taking_back_says_how_to_open_it_again() -> None:
    done = Withdrawn(ONE, "c" * 40, "d" * 40)
    assert "git branch ace/p/aaaaaaaaaaaa dddddddddddd" in withdrawn_text(done, "main", "origin")
    assert withdrawn_json(done)["opened_at"] == "d" * 40


def test_json_says_what_was_done() -> None:
    value = rejected_json(DONE)
    assert (value["proposal"], value["branch_deleted"], value["shared"]) == ("a" * 12, True, None)
