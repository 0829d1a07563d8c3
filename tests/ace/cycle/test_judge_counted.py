"""Judging with the ledger kept."""

from pathlib import Path

import pytest

from ace.cycle.counted_ledger import counted_ledger
from ace.cycle.draft_identity import proposal_of
from ace.cycle.judge_counted import judge_counted
from ace.cycle.judging.judgement import JudgeHooks, Judgement
from ace.ledger.errors import LedgerError
from tests.ace.building import git, small_session
from tests.ace.conftest import WIDE, SmallProposal, SmallRun, copy_of
from tests.ace.cycle.judging.judging_setup import rules_of, web_draft


def judged(small: SmallRun, hooks: JudgeHooks | None = None) -> Judgement:
    """Return the judgement of the draft that passes the screen."""
    return judge_counted(small.session, small.run, rules_of(small), (web_draft(small),), hooks or JudgeHooks())[0][0]


def wide(small: SmallRun, **gate: object) -> SmallRun:
    """Return the run under other settings of the gate."""
    flags = WIDE | {f"gate__{name}": value for name, value in gate.items()}
    return SmallRun(small_session(small.session.workspace.repo, **flags), small.run)


@pytest.fixture
def own_run(wide_run: SmallRun, tmp_path: Path) -> SmallRun:
    """A run with enough held-out cases, in a repository of one's own, before anything was judged."""
    return copy_of(wide_run, tmp_path / "own", **WIDE)


def test_a_cycle_leaves_uses_and_verdicts_in_the_ledger(wide_proposal: SmallProposal) -> None:
    ledger = counted_ledger(wide_proposal.session)
    confirmed = [item for item in wide_proposal.proposed.judgements if item.looks]
    assert {use.proposal: use.verdict for use in ledger.uses.values()} == {
        proposal_of(item.draft): item.verdict for item in confirmed
    }
    # One batch, and one for the estimate.
    assert [(len(use.samples), use.needed_e) for use in ledger.uses.values()] == [(120, 20.0)]


def test_where_too_few_cases_may_serve_nothing_is_counted(small_proposal: SmallProposal) -> None:
    best = small_proposal.proposed.judgements[0]
    assert (best.verdict, best.looks) == ("promising", ())
    assert counted_ledger(small_proposal.session).commit == ""


def test_judging_again_counts_nothing_again(warm_wide_run: SmallRun) -> None:
    before = counted_ledger(warm_wide_run.session)
    assert judged(warm_wide_run).estimate_cases == 20
    assert counted_ledger(warm_wide_run.session) == before


def test_a_judging_that_is_killed_has_counted(own_run: SmallRun) -> None:
    def killed(episode: object) -> None:
        if getattr(getattr(episode, "header", None), "split", "") == "sealed":
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        judged(own_run, JudgeHooks(episode=killed))
    (use,) = counted_ledger(own_run.session).uses.values()
    assert (len(use.samples), use.verdict) == (100, None)
    looks = judged(own_run).looks
    (after,) = counted_ledger(own_run.session).uses.values()
    assert (set(use.samples) < set(after.samples), after.verdict, len(looks)) == (True, "confirmed", 1)


def test_one_cut_off_by_a_ceiling_keeps_an_unknown_verdict(warm_wide_run: SmallRun) -> None:
    ledger = counted_ledger(warm_wide_run.session)
    git(warm_wide_run.session.workspace.repo, "update-ref", "-d", "refs/ace/ledger")
    for path in warm_wide_run.session.workspace.arms.glob("*.jsonl"):
        if '"split":"sealed"' in path.read_text(encoding="utf-8").replace(" ", ""):
            path.unlink()
    # The screen is known; of the confirmation some is run.
    assert judged(wide(warm_wide_run, max_calls=40)).stopped
    found = counted_ledger(warm_wide_run.session).uses
    assert [use.verdict for use in found.values()] == [None]
    assert found.keys() == ledger.uses.keys()


def test_used_up_samples_serve_no_more(warm_wide_run: SmallRun) -> None:
    small = wide(warm_wide_run, sealed_uses=1)
    again = SmallRun(small.session, small.run._replace(record=small.run.record.model_copy(update={"seed": 5})))
    ran: list[str] = []
    judgement = judged(again, JudgeHooks(episode=lambda episode: ran.append(episode.header.split)))
    # 120 of 144 cases were used up by the first confirmation, so 24 are left.
    assert "24 held-out (sealed) cases may be used" in judgement.reason
    assert "sealed" not in ran


def test_a_broken_ledger_stops_judging_before_a_held_out_sample_is_run(own_run: SmallRun) -> None:
    repo = own_run.session.workspace.repo
    git(repo, "update-ref", "refs/ace/ledger", "HEAD")
    splits: list[str] = []
    with pytest.raises(LedgerError, match="is no file of a ledger"):
        judged(own_run, JudgeHooks(episode=lambda episode: splits.append(episode.header.split)))
    assert "sealed" not in splits
