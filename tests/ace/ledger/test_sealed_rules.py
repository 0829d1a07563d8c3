"""Which held-out samples may still serve."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ace.ledger.sealed_rules import accepted_before, moved_to_dev, usable, used_up_cases
from tests.ace.ledger.ledger_setup import P1, P2, P3, ledger, sample, use

PROPOSALS = [f"{number:012x}" for number in range(8)]


def test_a_case_moves_as_a_whole_at_the_limit() -> None:
    students = [sample(1, "a"), sample(1, "b"), sample(2, "a")]
    found = ledger(*(use(name, students[0]) for name in PROPOSALS[:5]))
    assert usable(students, found, 6) == tuple(students)
    assert used_up_cases(students, found, 5) == {"c1"}
    assert usable(students, found, 5) == (students[2],)
    assert [(one.id, one.split) for one in moved_to_dev(students, found, 5)] == [("c1~a", "dev"), ("c1~b", "dev")]
    assert [one.split for one in students] == ["sealed"] * 3


def test_a_renamed_case_stays_used_up() -> None:
    found = ledger(*(use(name, sample(1)) for name in PROPOSALS[:5]))
    renamed = sample(1).model_copy(update={"id": "new~a", "case": "new"})
    assert usable([renamed], found, 5) == ()


def test_only_held_out_samples_move() -> None:
    found = ledger(*(use(name, sample(1)) for name in PROPOSALS[:5]))
    must_pass = sample(1).model_copy(update={"split": "must_pass"})
    assert moved_to_dev([must_pass], found, 5) == ()


def test_a_confirmation_that_was_cut_off_goes_on_with_what_it_had_begun() -> None:
    uses = [use(name, sample(1)) for name in PROPOSALS[:5]]
    found = ledger(*uses)
    assert usable([sample(1)], found, 5) == ()
    assert usable([sample(1)], found, 5, own=uses[0].id) == (sample(1),)
    assert usable([sample(1)], found, 5, own=use(PROPOSALS[6]).id) == ()


@given(st.lists(st.sets(st.integers(0, 9), max_size=10), max_size=40), st.integers(1, 5))
def test_no_sample_ever_serves_more_than_the_limit(wanted: list[set[int]], limit: int) -> None:
    samples, uses = [sample(case) for case in range(10)], list(ledger().uses.values())
    for number, cases in enumerate(wanted):
        free = usable(samples, ledger(*uses), limit)
        uses.append(use(f"{number:012x}", *(one for one in free if int(one.case[1:]) in cases)))
    found = ledger(*uses)
    assert all(found.count(one) <= limit for one in samples)
    free, moved = usable(samples, found, limit), moved_to_dev(samples, found, limit)
    assert {one.id for one in free} | {one.id for one in moved} == {one.id for one in samples}
    assert not {one.case for one in free} & {one.case for one in moved}


@pytest.mark.parametrize(("arm", "before"), [("", 2), ("a-1", 1), ("a-2", 1), ("a-3", 2)])
def test_acceptances_before_are_those_against_other_arms(arm: str, before: int) -> None:
    found = ledger(
        use(P1, verdict="confirmed"),
        use(P2, arm="a-2", verdict="confirmed"),
        use(P3, verdict="promising"),
        use("0" * 12),
    )
    assert accepted_before(found, arm) == before


def test_a_clock_that_was_set_back_changes_nothing() -> None:
    late = ledger(*(use(name, sample(1), when="2031-01-01T00:00:00Z") for name in PROPOSALS[:5]))
    early = ledger(*(use(name, sample(1), when="1999-01-01T00:00:00Z") for name in PROPOSALS[:5]))
    assert usable([sample(1)], late, 5) == usable([sample(1)], early, 5) == ()
