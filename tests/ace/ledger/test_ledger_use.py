"""One use as a file."""

import json
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ace.ledger.errors import LedgerError
from ace.ledger.use import Use, joined, read_use, sample_hash, sample_uses, use_id, write_use
from runtime.contracts.rule import Verdict
from tests.ace.ledger.ledger_setup import P1, P2, made_up, sample, use

VERDICTS: list[Verdict | None] = [None, "promising", "confirmed", "harmful", "no effect", "insufficient evidence"]


@st.composite
def records(draw: st.DrawFn) -> Use:
    """Records of one confirmation, as several machines may hold them."""
    names = draw(st.lists(st.sampled_from("abcdef"), max_size=4))
    base = use(P1, verdict=draw(st.sampled_from(VERDICTS)), when=draw(st.sampled_from(["2020", "2026", "2031"])))
    samples = tuple(sorted({made_up(name) for name in names}, key=lambda one: one.id))
    return base.model_copy(update={"samples": samples, "run": draw(st.sampled_from(["r-1", "r-2"]))})


def test_a_use_is_read_back_and_equal_uses_are_equal_bytes() -> None:
    one = use(P1, sample(1), sample(2), verdict="promising")
    assert read_use(one.path, write_use(one)) == one
    assert write_use(use(P1, sample(2), sample(1), verdict="promising")) == write_use(one)


def test_the_name_follows_from_proposal_and_arm_alone() -> None:
    assert use(P1, sample(1)).id == use(P1, sample(2), when="2031", verdict="confirmed").id == use_id(P1, "a-1")
    assert len({use(P1).id, use(P2).id, use(P1, arm="a-2").id}) == 3
    assert use(P1).path == f"uses/{use(P1).id[:2]}/{use(P1).id}.json"


def test_the_hash_is_of_what_a_sample_says() -> None:
    one = sample(1)
    renamed = one.model_copy(update={"id": "other", "case": "other", "split": "dev", "source": ()})
    assert sample_hash(renamed) == sample_hash(one)
    assert sample_hash(sample(1, organ="heart")) != sample_hash(one)


def test_samples_are_written_in_order() -> None:
    assert [one.id for one in sample_uses([sample(2), sample(1)])] == ["c1~a", "c2~a"]


@given(st.lists(records(), min_size=1, max_size=4))
def test_records_unite_in_any_order_and_lose_no_sample(found: list[Use]) -> None:
    united = joined(found)
    assert all(joined(list(order)) == united for order in permutations(found))
    assert joined([united, found[-1]]) == united
    assert joined([joined(found[:1]), *found[1:]]) == united
    assert set(united.samples) == {one for record in found for one in record.samples}
    assert (united.verdict is None) == all(record.verdict is None for record in found)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        pytest.param({"schema": 2}, "schema 2 is newer than the 1 known here; update ACE", id="newer"),
        pytest.param({"proposal": "../../x"}, "proposal", id="no proposal's id"),
        pytest.param({"samples": [{"id": "x"}]}, "samples.0.case", id="half a sample"),
        pytest.param({"verdict": "great"}, "verdict", id="no verdict"),
        pytest.param({"more": 1}, "more", id="unknown field"),
        pytest.param({"arm": "a-2"}, "holds the use that belongs at uses/", id="under another's name"),
    ],
)
def test_what_is_no_use_is_refused(change: dict[str, object], says: str) -> None:
    one = use(P1, sample(1))
    value = json.loads(write_use(one)) | change
    with pytest.raises(LedgerError, match=says):
        read_use(one.path, json.dumps(value).encode())
