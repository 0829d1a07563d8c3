"""Judging with the ledger kept."""

import pytest

from ace.cycle.counted_ledger import counted_ledger
from ace.cycle.draft_identity import proposal_of
from ace.cycle.judge_counted import counting_hooks, judge_counted
from ace.cycle.judging.judgement import JudgeHooks, Judgement
from ace.cycle.sealed_uses import SealedUses
from ace.ledger.errors import LedgerError
from ace.ledger.ledger_ref import add_uses
from runtime.contracts.sample import Sample
from tests.ace.building import git
from tests.ace.conftest import SmallProposal, SmallRun
from tests.ace.cycle.judging.judging_setup import bench_of, rules_of, under, web_draft
from tests.ace.ledger.ledger_setup import WHO, use


def judged(small: SmallRun, hooks: JudgeHooks | None = None) -> Judgement:
    """Return the judgement of the draft that passes the screen."""
    return judge_counted(small.session, small.run, rules_of(small), (web_draft(small),), hooks or JudgeHooks())[0][0]


def test_a_cycle_leaves_uses_and_verdicts_in_the_ledger(small_proposal: SmallProposal) -> None:
    ledger = counted_ledger(small_proposal.session)
    confirmed = [item for item in small_proposal.proposed.judgements if item.looks]
    assert {use.proposal: use.verdict for use in ledger.uses.values()} == {
        proposal_of(item.draft): item.verdict for item in confirmed
    }
    assert all(len(use.samples) == 6 for use in ledger.uses.values())


def test_judging_again_counts_nothing_again(warm_run: SmallRun) -> None:
    before = counted_ledger(warm_run.session)
    assert judged(warm_run).looks
    assert counted_ledger(warm_run.session) == before


def test_a_judging_that_is_killed_has_counted(copied_run: SmallRun) -> None:
    def killed(episode: object) -> None:
        if getattr(getattr(episode, "header", None), "split", "") == "sealed":
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        judged(copied_run, JudgeHooks(episode=killed))
    (use,) = counted_ledger(copied_run.session).uses.values()
    assert (len(use.samples), use.verdict) == (6, None)
    looks = judged(copied_run).looks
    (after,) = counted_ledger(copied_run.session).uses.values()
    assert (after.samples, after.verdict, len(looks)) == (use.samples, "promising", 1)


def test_one_cut_off_by_a_ceiling_keeps_an_unknown_verdict(copied_run: SmallRun) -> None:
    spent = judged(copied_run).spend.model_calls
    ledger = counted_ledger(copied_run.session)
    git(copied_run.session.workspace.repo, "update-ref", "-d", "refs/ace/ledger")
    for path in copied_run.session.workspace.arms.glob("*.jsonl"):
        path.unlink()
    # All of the screen and some of the confirmation.
    cut = under(copied_run, max_calls=spent // 3 + 40)
    assert judged(cut).stopped
    found = counted_ledger(copied_run.session).uses
    assert [use.verdict for use in found.values()] == [None]
    assert found.keys() == ledger.uses.keys()


def test_used_up_samples_serve_no_more(warm_run: SmallRun) -> None:
    session = under(warm_run, sealed_uses=1)
    fresh = warm_run.run.record.model_copy(update={"seed": 5})
    again = SmallRun(session.session, warm_run.run._replace(record=fresh))
    used = {one.id for use in counted_ledger(session.session).uses.values() for one in use.samples}
    seen: set[str] = set()

    def ran(episode: object) -> None:
        header = getattr(episode, "header", None)
        if header is not None and header.split == "sealed":
            seen.add(header.sample)

    judged(again, JudgeHooks(episode=ran))
    sealed: dict[str, Sample] = {sample.id: sample for sample in session.session.samples("sealed")[0]}
    assert not {sealed[name].case for name in seen} & {sealed[name].case for name in used}


@pytest.mark.parametrize(("renewed", "accepted", "bar"), [(True, 1, 20.0), (False, 0, 230.3), (False, 1, 921.2)])
def test_where_samples_are_not_renewed_each_acceptance_raises_the_bar(
    copied_run: SmallRun, renewed: bool, accepted: int, bar: float
) -> None:
    small = under(copied_run, renewed=renewed)
    earlier = [
        use(f"{number:012x}", arm="a-earlier", verdict="confirmed", simulated=True) for number in range(accepted)
    ]
    add_uses(small.session.workspace.repo, earlier, WHO)
    uses = SealedUses(small.session, small.run, rules_of(small))
    hooks = counting_hooks(small.session, uses, JudgeHooks())
    assert hooks.ledger is uses
    assert bench_of(small, hooks).rules.confirm_e == pytest.approx(bar, abs=0.1)


def test_a_broken_ledger_stops_judging_before_a_held_out_sample_is_run(copied_run: SmallRun) -> None:
    repo = copied_run.session.workspace.repo
    git(repo, "update-ref", "refs/ace/ledger", "HEAD")
    splits: list[str] = []
    with pytest.raises(LedgerError, match="is no file of a ledger"):
        judged(copied_run, JudgeHooks(episode=lambda episode: splits.append(episode.header.split)))
    assert "sealed" not in splits
