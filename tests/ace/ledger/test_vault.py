"""The vault."""

from datetime import UTC, datetime, timedelta
from itertools import permutations

import pytest

from ace.ledger.errors import LedgerError
from ace.ledger.vault import (
    VaultScore,
    is_in_vault,
    joined_scores,
    last_finished,
    next_scoring,
    read_score,
    write_score,
)

START = datetime(2026, 11, 30, tzinfo=UTC)


def score(arm: str = "a-1", day: int = 0, success: float | None = None) -> VaultScore:
    return VaultScore(
        arm=arm, commit="c", controller="m", simulated=False, when=START + timedelta(days=day), cases=2, samples=6,
        success=success,
    )  # fmt: skip


def test_the_share_of_cases_in_the_vault_follows_from_their_names() -> None:
    cases = [f"case-{number}" for number in range(2000)]
    half = {case for case in cases if is_in_vault(case, 0.5)}
    assert 900 < len(half) < 1100
    assert {case for case in cases if is_in_vault(case, 0.2)} < half
    assert not any(is_in_vault(case, 0.0) for case in cases)


def test_a_scoring_follows_thirty_days_after_the_latest_begun() -> None:
    assert next_scoring([]) is None
    assert next_scoring([score("a-1", 5), score("a-2", 0, 0.5)]) == START + timedelta(days=35)


def test_the_last_known_score() -> None:
    assert last_finished([score("a-1", 9), score("a-2", 5, 0.6), score("a-3", 0, 0.5)]) == score("a-2", 5, 0.6)
    assert last_finished([score()]) is None


def test_records_of_one_scoring_unite_in_any_order() -> None:
    records = [score(day=0), score(day=3, success=0.5), score(day=4, success=0.6)]
    assert {joined_scores(list(order)) for order in permutations(records)} == {records[1]}


def test_a_score_is_read_back_and_another_is_refused() -> None:
    assert read_score(score().path, write_score(score(success=0.25))) == score(success=0.25)
    with pytest.raises(LedgerError, match=r"belongs at vault/a-1\.json"):
        read_score("vault/a-2.json", write_score(score()))
    with pytest.raises(LedgerError, match="success"):
        read_score(score().path, write_score(score(success=0.25)).replace(b"0.25", b"25"))
