"""The repository's ledger as one judging sees it."""

from dataclasses import replace

import pytest

from ace.cycle.counted_ledger import counted_ledger
from ace.cycle.sealed_uses import SealedUses
from ace.ledger.ledger_ref import add_uses
from ace.ledger.use import use_id
from runtime.contracts.sample import Sample
from tests.ace.conftest import SmallRun
from tests.ace.cycle.judging.judging_setup import rules_of, under
from tests.ace.cycle.test_score_vault import SetClock
from tests.ace.ledger.ledger_setup import P1, P2, P3, WHO, looked_at, use


def uses_of(small: SmallRun) -> SealedUses:
    """Return the ledger for a judging of the run."""
    return SealedUses(small.session, small.run, rules_of(small))


def sealed_of(small: SmallRun) -> tuple[Sample, ...]:
    """Return the held-out samples."""
    return small.session.samples("sealed")[0]


def test_a_use_says_who_looked_at_what(copied_run: SmallRun) -> None:
    uses, sealed = uses_of(copied_run), sealed_of(copied_run)
    uses.used(P1, sealed[:2])
    uses.used(P1, sealed[1:3])
    (found,) = uses.ledger().uses.values()
    assert [one.id for one in found.samples] == [sample.id for sample in sealed[:3]]
    record = copied_run.run.record
    assert (found.proposal, found.run, found.controller, found.simulated) == (P1, record.run, "simulated", True)
    assert (found.verdict, found.arm) == (None, uses.arm)


def test_the_fifth_confirmation_is_the_last(copied_run: SmallRun) -> None:
    sealed = sealed_of(copied_run)
    case = [sample for sample in sealed if sample.case == sealed[0].case]
    for number in range(5):
        uses = uses_of(copied_run)
        assert uses.usable(sealed, f"{number:012x}") == sealed
        uses.used(f"{number:012x}", case[:1])
    left = uses_of(copied_run).usable(sealed, P1)
    assert {one.id for one in sealed} - {one.id for one in left} == {one.id for one in case}
    more = under(copied_run, sealed_uses=6)
    assert uses_of(more).usable(sealed, P1) == sealed


def test_one_that_was_killed_goes_on_with_the_same_samples(copied_run: SmallRun) -> None:
    sealed = sealed_of(copied_run)
    for proposal in ("a" * 12, "b" * 12, "c" * 12, "d" * 12, P1):
        uses_of(copied_run).used(proposal, sealed)
    assert uses_of(copied_run).usable(sealed, P1) == sealed
    assert uses_of(copied_run).usable(sealed, P2) == ()


def test_another_seed_is_another_confirmation(copied_run: SmallRun) -> None:
    sealed = sealed_of(copied_run)
    other = copied_run.run._replace(record=copied_run.run.record.model_copy(update={"seed": 7}))
    again = SmallRun(copied_run.session, other)
    for small in (copied_run, copied_run, again):
        uses_of(small).used(P1, sealed[:1])
    assert counted_ledger(copied_run.session).count(sealed[0]) == 2


def test_vault_cases_serve_no_confirmation(copied_run: SmallRun) -> None:
    sealed = sealed_of(copied_run)
    left = uses_of(under(copied_run, vault_share=0.5)).usable(sealed, P1)
    assert 0 < len(left) < len(sealed)
    kept = {one.id for one in left}
    assert not {one.case for one in left} & {one.case for one in sealed if one.id not in kept}


def test_verdicts_are_noted_and_acceptances_counted(copied_run: SmallRun) -> None:
    uses = uses_of(copied_run)
    uses.used(P1, sealed_of(copied_run)[:1])
    uses.decided({P1: "confirmed"})
    earlier = use(P2, arm="a-earlier", verdict="confirmed", simulated=True)
    real = use(P3, arm="a-earlier", verdict="confirmed")
    add_uses(copied_run.session.workspace.repo, [earlier, real], WHO)
    assert uses.ledger().uses[use_id(P1, uses.arm)].verdict == "confirmed"
    left_open = uses_of(under(copied_run, renewed=False))
    # The real one does not count here; of this judging's own arm it does not raise its own bar.
    assert left_open.needed_e("f" * 12) == pytest.approx(921.2, abs=0.1)


def test_nothing_decided_makes_no_commit(copied_run: SmallRun) -> None:
    uses_of(copied_run).decided({})
    assert counted_ledger(copied_run.session).commit == ""


@pytest.mark.parametrize("proposal", [P1, P2])
def test_uses_are_by_proposal(copied_run: SmallRun, proposal: str) -> None:
    uses_of(copied_run).used(proposal, sealed_of(copied_run)[:1])
    assert looked_at(counted_ledger(copied_run.session)) == {proposal: {sealed_of(copied_run)[0].id}}


def test_what_came_to_nothing_raises_the_bar_and_one_that_began_keeps_its_own(copied_run: SmallRun) -> None:
    uses, sealed = uses_of(copied_run), sealed_of(copied_run)
    assert uses.needed_e(P1) == 20
    uses.used(P1, sealed[:1])
    uses.decided({P1: "promising"})
    assert (uses.needed_e(P1), uses.needed_e(P2)) == (20, 40)
    uses.used(P2, sealed[:1])
    assert uses.needed_e(P3) == 60
    uses.decided({P2: "confirmed"})
    assert (uses.needed_e(P1), uses.needed_e(P2), uses.needed_e(P3)) == (20, 40, 30)


def test_a_clock_that_was_set_back_lowers_no_bar(copied_run: SmallRun) -> None:
    uses, sealed = uses_of(copied_run), sealed_of(copied_run)
    uses.used(P1, sealed[:1])
    earlier = replace(copied_run.session, clock=SetClock("2001-01-01T00:00:00Z"))
    back = SealedUses(earlier, copied_run.run, rules_of(copied_run))
    assert back.needed_e(P2) == 40
    back.used(P2, sealed[:1])
    assert back.needed_e(P3) == uses.needed_e(P3) == 60
