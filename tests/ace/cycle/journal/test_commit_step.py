"""Branches are written once, also when the cycle is killed between two of them."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from ace.cycle.draft_identity import proposal_of
from ace.cycle.journal.commit_step import DELETED, check_base, commit_judged, committed
from ace.cycle.journal.cycle_plan import CyclePlan
from ace.cycle.journal.cycle_under_way import CycleUnderWay, open_cycle
from ace.cycle.open_proposals import Opened
from ace.cycle.propose import Judged
from ace.errors import AceError
from ace.review.proposals import OPENED
from ace.session import Session
from tests.ace.building import git, small_session
from tests.ace.conftest import SmallProposal, SmallRun, copy_of

ANY = ("confirmed", "promising", "insufficient evidence", "no effect", "harmful")


class Place:
    """A fresh repository with a judged run, in which every verdict may be opened."""

    def __init__(self, small_run: SmallRun, proposal: SmallProposal, folder: Path) -> None:
        self.run = copy_of(small_run, folder).run
        self.session: Session = small_session(folder, review__open=ANY)
        info = self.run.episodes[0].header.controller
        self.judged = Judged(proposal.proposed.judgements, (), info)

    def cycle(self) -> CycleUnderWay:
        """Begin the cycle, or go on with it."""
        return open_cycle(self.session.workspace.state, CyclePlan("s", "c"), self.session.clock)

    def commit(self, cycle: CycleUnderWay, most: int = 9) -> tuple[Opened, ...]:
        """Write the branches of the first judgements."""
        judged = replace(self.judged, judgements=self.judged.judgements[:most])
        return commit_judged(self.session, cycle, self.run, self.session.playbook(), judged)

    def tips(self) -> dict[str, str]:
        """Return the branches of proposals and where they are."""
        lines = git(
            self.session.workspace.repo, "for-each-ref", "--format=%(refname) %(objectname)", "refs/heads/ace/p"
        )
        return dict(line.split() for line in lines.splitlines())


@pytest.fixture
def place(small_run: SmallRun, small_proposal: SmallProposal, tmp_path: Path) -> Place:
    """One for a test."""
    return Place(small_run, small_proposal, tmp_path / "repo")


def test_each_is_written_down(place: Place) -> None:
    cycle = place.cycle()
    opened = place.commit(cycle)
    names = [proposal_of(item.judgement.draft) for item in opened]
    assert [item.why_not for item in opened] == ["", "", ""]
    assert [line["proposal"] for line in cycle.journal.lines if line["event"] == "opened"] == names
    assert {line["commit"] for line in cycle.journal.lines if line["event"] == "opened"} == set(place.tips().values())
    assert committed(place.session, cycle, place.judged) == opened
    cycle.close()


def test_after_a_kill_between_two_they_are_all_its_own_and_there_once(place: Place) -> None:
    cycle = place.cycle()
    cycle.write("commit", before={})
    place.commit(cycle, 1)
    # Killed before that was written down.
    cycle.journal.lines[:] = [line for line in cycle.journal.lines if line["event"] in ("begun", "commit")]
    first = place.tips()
    opened = place.commit(cycle)
    assert [item.why_not for item in opened] == ["", "", ""]
    assert len([line for line in cycle.journal.lines if line["event"] == "opened"]) == 3
    assert first.items() <= place.tips().items(), "what was written stays as it is"
    assert len(place.tips()) == 3
    cycle.close()


def test_what_was_open_before_is_not_its_own(place: Place) -> None:
    cycle = place.cycle()
    place.commit(cycle, 1)
    cycle.write("ended", status="done")
    cycle.close()
    later = place.cycle()
    opened = place.commit(later)
    assert [item.why_not for item in opened] == ["open already", "", ""]
    later.close()


def test_a_branch_that_a_person_deleted_meanwhile_is_not_made_again(place: Place) -> None:
    cycle = place.cycle()
    opened = place.commit(cycle, 1)
    assert opened[0].proposal is not None
    repo, branch = place.session.workspace.repo, opened[0].proposal.branch
    assert git(repo, "for-each-ref", OPENED)
    git(repo, "branch", "-q", "-D", branch)
    again = place.commit(cycle)
    why = {proposal_of(item.judgement.draft): item.why_not for item in again}
    assert why[opened[0].proposal.id] == DELETED
    assert f"refs/heads/{branch}" not in place.tips()
    assert committed(place.session, cycle, place.judged)[0].why_not == DELETED
    cycle.close()


def rewritten(repo: Path) -> None:
    """Put the reviewed branch on a root commit of its own."""
    root = git(repo, "commit-tree", "-m", "root", "main^{tree}").strip()
    git(repo, "update-ref", "refs/heads/main", root)


def deleted(repo: Path) -> None:
    """Delete the reviewed branch."""
    git(repo, "update-ref", "-d", "refs/heads/main")


@pytest.mark.parametrize(
    ("change", "said"),
    [(rewritten, "its history was rewritten, so nothing is opened"), (deleted, "is gone since this cycle began")],
)
def test_nothing_is_opened_where_the_reviewed_branch_no_longer_holds_what_was_judged_on(
    starter: Path, change: Callable[[Path], None], said: str
) -> None:
    session = small_session(starter)
    base = git(starter, "rev-parse", "main").strip()
    assert check_base(session, base) == ""
    change(starter)
    with pytest.raises(AceError, match=said):
        check_base(session, base)


def test_a_reviewed_branch_that_moved_on_makes_proposals_stale_at_birth(starter: Path) -> None:
    base = git(starter, "rev-parse", "main").strip()
    commit = git(starter, "commit-tree", "-p", "main", "-m", "x", "main^{tree}").strip()
    git(starter, "update-ref", "refs/heads/main", commit)
    told = check_base(small_session(starter), base)
    assert told == f"stale at birth: main moved while it ran ({base[:7]} -> {commit[:7]}); next: ace refresh --all"
