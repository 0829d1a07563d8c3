"""What becomes of one proposal at a forge, and what a person did stays."""

import subprocess
from collections.abc import Callable

from ace.rejections.notice_closed import ClosedRequest
from tests.ace.forges.conftest import Opening
from tests.ace.review.playbook_repository import GREETING, GREETING_PATH
from tests.conftest import Ran
from tests.forge_server import Fault, Sent


def test_a_new_proposal_is_pushed_and_its_request_created(opening: Opening, proposal: str) -> None:
    opened = opening.open()
    row, request = opened.rows[0], opening.state.requests[0]
    assert (row.action, row.pushed, row.number, opened.has_failed) == ("created", True, 1, False)
    assert opening.state.tip(f"ace/p/{proposal}") == opening.repository.git("rev-parse", f"ace/p/{proposal}")
    assert (request.base, request.branch, request.labels) == ("main", f"ace/p/{proposal}", ["ace"])
    assert "tools.retrieve-before-web" in request.title
    assert "**What changes**" in request.body
    assert "62 samples were fixed and 32 broke" in request.body
    assert [comment.body.split("\n")[0] for comment in request.comments] == [f"<!-- ace:proposal:{proposal} -->"]


def test_the_second_time_nothing_is_written(opening: Opening, proposal: str) -> None:
    opening.open()
    opening.state.seen.clear()
    row = opening.open().rows[0]
    assert (row.action, row.pushed) == ("unchanged", False)
    assert opening.state.writes() == []


def test_a_confirmed_proposal_is_ready_and_any_other_a_draft_that_says_so(opening: Opening) -> None:
    opening.propose("edit")
    opening.propose("delete", verdict="no effect", simulated=True)
    opening.open()
    confirmed = next(one for one in opening.state.requests if "edit" in one.title)
    other = next(one for one in opening.state.requests if "delete" in one.title)
    assert (confirmed.draft, other.draft) == (False, True)
    assert "confirmed" not in confirmed.title
    assert "simulated" in other.title


def test_a_refreshed_proposal_updates_branch_description_draft_and_the_one_comment(
    opening: Opening, proposal: str
) -> None:
    opening.open()
    opening.repository.commit(**{"README.md": b"moved\n"})
    opening.repository.git("push", "-q", "origin", "main")
    opening.propose("edit", verdict="no effect", verdict_reason="Fixed 3, broke 3.")
    row, request = opening.open().rows[0], opening.state.requests[0]
    assert (row.action, row.pushed) == ("updated", True)
    assert opening.state.tip(f"ace/p/{proposal}") == opening.repository.git("rev-parse", f"ace/p/{proposal}")
    assert request.draft
    assert "no effect" in request.title
    assert "Fixed 3, broke 3." in request.body
    assert len(request.comments) == 1
    assert "**no effect**" in request.comments[0].body
    opening.state.seen.clear()
    assert opening.open().rows[0].action == "unchanged"
    assert opening.state.writes() == []


def test_a_main_that_moved_changes_the_comment_alone(opening: Opening, proposal: str) -> None:
    opening.open()
    opening.repository.commit(**{GREETING_PATH: GREETING + b"# moved\n"})
    opening.state.seen.clear()
    assert opening.open().rows[0].action == "updated"
    assert len(opening.state.writes()) == 1
    assert "stale" in opening.state.requests[0].comments[0].body


def test_a_request_that_a_person_closed_is_a_decision_and_never_opened_again(opening: Opening, proposal: str) -> None:
    opening.open()
    request = opening.state.requests[0]
    opening.state.comment(request, "reviewer", "Let me look at it first.")
    opening.state._clock += 3600
    opening.state.close(request, "reviewer", "We say this in the system prompt already.")
    opening.state.seen.clear()
    opened = opening.open()
    assert opened.rows[0].action == "closed"
    reason = "We say this in the system prompt already."
    assert opened.closed == (ClosedRequest(proposal, reason, "reviewer", opened.rows[0].url),)
    assert opening.state.writes() == []
    assert len(opening.state.requests) == 1
    assert opened.rejected == ("tools.retrieve-before-web",)
    kept = opening.repository.git("show", f"ace/rejected:.ace/rejected/{proposal}.yaml")
    assert "We say this in the system prompt already." in kept
    again = opening.open()
    assert ([row.action for row in again.rows], again.rejected) == (["closed"], ()), "its branch is still at the remote"
    assert opening.state.writes() == []


def test_a_closed_proposal_that_is_still_here_becomes_one_rejection_only(opening: Opening, proposal: str) -> None:
    opening.open()
    opening.state.close(opening.state.requests[0], "reviewer")
    commit = opening.repository.git("rev-parse", f"ace/p/{proposal}")
    assert opening.open().rejected != ()
    opening.repository.git("branch", f"ace/p/{proposal}", commit)
    opened = opening.open()
    assert (opened.rows[0].action, opened.rejected, len(opening.state.requests)) == ("closed", (), 1)


def test_taken_back_and_proposed_again_it_gets_a_new_request(
    opening: Opening, proposal: str, ace: Callable[..., Ran]
) -> None:
    opening.open()
    opening.state.close(opening.state.requests[0], "reviewer")
    opening.open()
    ran = ace("unreject", proposal, "-C", str(opening.repository.path))
    assert ran.code == 0, ran.err
    opening.repository.commit(**{"README.md": b"moved\n"})
    opening.propose("edit", verdict_reason="Measured once more.")
    assert opening.open().rows[0].action == "created"
    assert [one.state for one in opening.state.requests] == ["closed", "open"]


def test_a_request_closed_without_a_word_has_no_reason(opening: Opening, proposal: str) -> None:
    opening.open()
    request = opening.state.requests[0]
    opening.state.comment(request, "somebody", "Nice one.")
    opening.state.close(request, "reviewer")
    assert opening.open().closed[0].reason == ""


def test_a_closed_request_whose_branch_was_deleted_too_is_not_pushed_again(opening: Opening, proposal: str) -> None:
    opening.open()
    opening.state.close(opening.state.requests[0], "reviewer")
    subprocess.run(
        ["git", "-C", str(opening.bare), "branch", "-D", f"ace/p/{proposal}"], check=True, capture_output=True
    )
    opening.open()
    assert opening.state.tip(f"ace/p/{proposal}") == ""


def test_a_request_closed_by_another_bot_is_no_persons_decision(opening: Opening, proposal: str) -> None:
    opening.open()
    stale = {"github": "github-actions[bot]", "gitlab": "project_3_bot_0a1b"}[opening.kind]
    opening.state.close(opening.state.requests[0], stale)
    opened = opening.open()
    assert (opened.rows[0].action, opened.closed, len(opening.state.requests)) == ("closed", (), 1)
    assert "no person" in opened.rows[0].detail


def test_a_reopened_request_is_updated_again(opening: Opening, proposal: str) -> None:
    opening.open()
    opening.state.close(opening.state.requests[0], "reviewer")
    opening.state.requests[0].state = "open"
    assert opening.open().rows[0].action == "unchanged"


def test_a_merged_request_is_said_and_left(opening: Opening, proposal: str) -> None:
    opening.open()
    opening.state.merge(opening.state.requests[0], "f" * 40)
    opening.state.seen.clear()
    row = opening.open().rows[0]
    assert (row.action, row.number) == ("merged", 1)
    assert "git fetch origin" in row.detail
    assert opening.state.writes() == []


def test_merged_here_and_taken_back_is_proposed_anew(opening: Opening, proposal: str) -> None:
    opening.open()
    opening.state.merge(opening.state.requests[0], opening.repository.git("rev-parse", "main"))
    assert opening.open().rows[0].action == "created"
    assert [one.state for one in opening.state.requests] == ["merged", "open"]


def test_a_branch_with_a_persons_commits_gets_its_comment_only(opening: Opening, proposal: str) -> None:
    opening.open()
    theirs = opening.person_commits(proposal)
    opening.repository.commit(**{"README.md": b"moved\n"})
    opening.propose("edit", verdict="no effect", verdict_reason="Fixed 3, broke 3.")
    before = opening.state.requests[0].body
    opening.state.seen.clear()
    row, request = opening.open().rows[0], opening.state.requests[0]
    assert (row.action, row.pushed) == ("commented", False)
    assert opening.state.tip(f"ace/p/{proposal}") == theirs
    assert (request.body, request.draft, len(request.comments)) == (before, False, 1)
    assert "a person has worked on this branch" in request.comments[0].body
    assert len(opening.state.writes()) == 1


def test_what_a_person_wrote_into_title_description_and_draft_stays(opening: Opening, proposal: str) -> None:
    opening.open()
    request = opening.state.requests[0]
    request.title, request.body = "Our own words", f"See the meeting notes.\n\n{request.body}"
    request.draft = True
    if opening.kind == "gitlab":
        request.title = "Draft: Our own words"
    opening.repository.commit(**{"README.md": b"moved\n"})
    opening.propose("edit", verdict_reason="Measured once more.")
    row = opening.open().rows[0]
    assert request.title.endswith("Our own words")
    assert request.body.startswith("See the meeting notes.")
    assert request.draft
    assert "title, description, draft changed by a person" in row.detail


def test_labels_that_a_person_took_off_do_not_come_back(opening: Opening, proposal: str) -> None:
    opening.open()
    opening.state.requests[0].labels.clear()
    opening.open()
    assert opening.state.requests[0].labels == []


def test_cut_off_before_labels_and_comment_the_next_time_goes_on(opening: Opening, proposal: str) -> None:
    path = r"/labels$" if opening.kind == "github" else r"/merge_requests/1$"
    method = "POST" if opening.kind == "github" else "PUT"
    opening.state.faults.append(Fault(method, path, Sent(400, {"message": "no"})))
    assert opening.open().rows[0].action == "failed"
    assert opening.open().rows[0].action == "updated"
    assert (opening.state.requests[0].labels, len(opening.state.requests[0].comments)) == (["ace"], 1)


def test_a_request_of_a_fork_with_the_same_branch_name_is_not_ours(opening: Opening, proposal: str) -> None:
    forged = opening.state.add(f"ace/p/{proposal}", "main", "mine", "", draft=False, author="stranger")
    forged.fork = True
    opening.open()
    assert (forged.title, len(opening.state.requests)) == ("mine", 2)


def test_a_dry_run_reads_only(opening: Opening, proposal: str) -> None:
    row = opening.open(is_dry_run=True).rows[0]
    assert (row.action, row.pushed, opening.state.writes()) == ("created", True, [])
    assert opening.state.tip(f"ace/p/{proposal}") == ""


def test_created_in_the_meantime_is_found_and_updated(opening: Opening, proposal: str) -> None:
    opening.open()
    request = opening.state.requests[0]
    path = "/pulls$" if opening.kind == "github" else "/merge_requests$"
    # The first look-up does not show it yet, as an index that lags behind.
    opening.state.faults.append(Fault("GET", path, Sent(200, [])))
    opening.repository.commit(**{"README.md": b"moved\n"})
    opening.propose("edit", verdict_reason="Measured once more.")
    assert opening.open().rows[0].action == "updated"
    assert len(opening.state.requests) == 1
    assert "Measured once more." in request.body
