"""What the ledger says."""

from ace.ledger.ledger import Ledger
from ace.ledger.vault import VaultScore
from tests.ace.ledger.ledger_setup import P1, P2, P3, ledger, sample, use


def test_each_confirmation_counts_once() -> None:
    found = ledger(use(P1, sample(1), sample(2)), use(P2, sample(1)), use(P1, sample(1), arm="a-2"))
    assert [found.count(sample(case)) for case in (1, 2, 3)] == [3, 1, 0]
    assert found.names() == {"c1~a", "c2~a"}


def test_neither_editing_nor_renaming_makes_a_sample_fresh() -> None:
    found = ledger(use(P1, sample(1)), use(P2, sample(1)))
    assert found.count(sample(1, organ="heart")) == 2
    assert found.count(sample(1).model_copy(update={"id": "new", "case": "new"})) == 2
    assert found.count(sample(1, organ="heart").model_copy(update={"id": "new", "case": "new"})) == 0


def test_a_name_and_a_content_of_one_confirmation_count_once() -> None:
    edited = use(P1, sample(1), sample(1, organ="heart"))
    assert len(edited.samples) == 2
    assert ledger(edited).count(sample(1)) == 1


def test_cases_are_spent_also_by_samples_that_are_gone() -> None:
    found = ledger(*(use(name, sample(1, "gone"), sample(2)) for name in (P1, P2)), use(P3, sample(1)))
    assert found.spent_cases(2) == {"c1", "c2"}
    assert found.spent_cases(3) == frozenset()
    assert (found.has_spent(2), found.has_spent(4)) == (True, False)


def test_simulated_uses_count_for_simulated_controllers_only() -> None:
    score = VaultScore.model_validate(
        {"arm": "a-9", "commit": "c", "controller": "x", "simulated": True, "when": "2026-11-30T00:00:00Z"}
        | {"cases": 1, "samples": 3}
    )
    real, simulated = use(P1, sample(1)), use(P2, sample(1), simulated=True)
    found = Ledger({real.id: real, simulated.id: simulated}, {"a-9": score}, "c")
    assert found.only(False) == Ledger({real.id: real}, {}, "c")
    assert found.only(True) == Ledger({simulated.id: simulated}, {"a-9": score}, "c")
