"""Which proposal has clearly the better evidence."""

import pytest

from ace.cycle.proposal_ranking import OpenOne, is_clearly_better, may_give_way, to_give_way
from ace.review.evidence import EvidenceRecord, TrialRow
from ace.review.proposal_branches import Proposal
from tests.ace.review.playbook_repository import make_evidence

BASE = "a" * 40


def _record(verdict: str, after: float = 0.7, low: float | None = 0.05, stage: str = "held-out") -> EvidenceRecord:
    row = TrialRow.model_validate(
        {"stage": stage, "metric": "success", "n": 100, "before": 0.5, "after": after, "change_low": low,
         "change_high": None if low is None else 0.5, "fixed": 30, "broke": 5}
    )  # fmt: skip
    return make_evidence(BASE, verdict=verdict, trials=(row,))


def _open(record: EvidenceRecord, name: str = "1" * 12, *, is_untouched: bool = True) -> OpenOne:
    return OpenOne(Proposal(name, f"ace/p/{name}", BASE, is_untouched=is_untouched), record)


@pytest.mark.parametrize(
    ("new", "old", "expected"),
    [
        pytest.param(_record("confirmed"), _record("promising"), True, id="a better verdict"),
        pytest.param(_record("promising"), _record("confirmed"), False, id="a worse one"),
        pytest.param(_record("no effect"), _record("harmful"), True, id="not harmful"),
        pytest.param(_record("promising", 0.9, 0.3), _record("promising", 0.6), True, id="an interval above"),
        pytest.param(_record("promising", 0.9, 0.05), _record("promising", 0.6), False, id="one that overlaps"),
        pytest.param(_record("promising", 0.9, None), _record("promising", 0.6), False, id="none"),
        pytest.param(
            _record("promising", 0.9, 0.3, "development"), _record("promising", 0.6), False, id="another stage"
        ),
    ],
)
def test_only_what_is_clear_is_better(new: EvidenceRecord, old: EvidenceRecord, expected: bool) -> None:
    assert is_clearly_better(new, old) is expected
    assert not (is_clearly_better(new, old) and is_clearly_better(old, new))


def test_the_weakest_gives_way() -> None:
    some = (_open(_record("promising", 0.9), "1" * 12), _open(_record("promising", 0.6), "2" * 12))
    assert to_give_way(_record("confirmed"), some) == some[1]
    assert to_give_way(_record("promising", 0.9, 0.3), some) == some[1]
    assert to_give_way(_record("promising"), some) is None
    assert to_give_way(_record("confirmed"), ()) is None


def test_what_a_person_made_or_worked_on_never_gives_way() -> None:
    edited = _open(_record("harmful"), is_untouched=False)
    theirs = _open(
        make_evidence(BASE, trials=(), target=None, verdict="insufficient evidence", reverts="b" * 40, cluster=None)
    )
    assert [may_give_way(one) for one in (edited, theirs)] == [False, False]
    assert to_give_way(_record("confirmed"), (edited, theirs)) is None
