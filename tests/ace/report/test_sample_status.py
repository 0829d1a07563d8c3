"""The state of held-out samples."""

import json
from pathlib import Path

import pytest

from ace.ledger.ledger_ref import LEDGER_REF, add_score, add_uses
from ace.ledger.vault import VaultScore
from ace.report.sample_status import sample_status, status_json
from runtime.contracts.sample import Sample
from tests.ace.building import git, small_session
from tests.ace.ledger.ledger_setup import WHO, use


def sealed_cases(repo: Path) -> dict[str, list[Sample]]:
    """Return the held-out samples by case."""
    out: dict[str, list[Sample]] = {}
    for sample in small_session(repo).samples("sealed")[0]:
        out.setdefault(sample.case, []).append(sample)
    return out


def test_of_a_repository_where_nothing_was_used(starter: Path) -> None:
    status = sample_status(small_session(starter))
    cases = len(sealed_cases(starter))
    assert (status.by_uses, status.usable.cases, status.moved.cases) == ({0: cases}, cases, 0)
    assert (status.commit, status.confirmations, status.bar) == ("", 0, 20.0)
    assert status.splits["sealed"].samples == 3 * cases


def test_uses_are_counted_by_case_and_used_up_ones_are_development(starter: Path) -> None:
    before = sample_status(small_session(starter))
    spent, some, *_ = sealed_cases(starter).values()
    uses = [use(f"{number:012x}", spent[0], simulated=True) for number in range(5)]
    uses += [use("a" * 12, *some, simulated=True, verdict="confirmed"), use("b" * 12, some[0], simulated=True)]
    gone = some[0].model_copy(update={"id": "gone~novice"})
    uses.append(use("c" * 12, gone, spent[1], arm="a-2", simulated=True, verdict="harmful"))
    add_uses(starter, uses, WHO)
    status = sample_status(small_session(starter, gate__renewed=False))
    total = before.usable.cases
    # `gone` says what a sample of `some` says: that is a use of it.
    assert status.by_uses == {0: total - 2, 3: 1}
    assert (status.moved.cases, status.moved.samples) == (1, 3)
    assert status.splits["dev"].cases == before.splits["dev"].cases + 1
    assert status.splits["sealed"].cases == status.usable.cases == total - 1
    assert (status.confirmations, status.accepted, status.unknown, status.gone) == (8, 1, 6, 1)
    assert status.bar == pytest.approx(921.2, abs=0.1)


def test_simulated_uses_are_told_apart(starter: Path) -> None:
    add_uses(starter, [use("a" * 12, sealed_cases(starter).popitem()[1][0])], WHO)
    assert sample_status(small_session(starter)).confirmations == 0


def test_the_vault(starter: Path) -> None:
    score = VaultScore.model_validate(
        {"arm": "a-1", "commit": "c", "controller": "m", "simulated": True, "when": "2026-11-30T00:00:00Z"}
        | {"cases": 1, "samples": 3, "success": 0.5}
    )
    add_score(starter, score, WHO)
    status = sample_status(small_session(starter, gate__vault_share=0.5))
    assert status.vault.cases > 0
    assert status.vault.cases + status.usable.cases == len(sealed_cases(starter))
    assert (status.vault_last, status.vault_next) == (score, "2026-12-30")


def test_json_is_complete(starter: Path) -> None:
    add_uses(starter, [use("a" * 12, sealed_cases(starter).popitem()[1][0], simulated=True)], WHO)
    value = json.loads(json.dumps(status_json(sample_status(small_session(starter)))))
    assert value["ledger"] == git(starter, "rev-parse", LEDGER_REF).strip()
    assert set(value["splits"]) == {"dev", "must_pass", "sealed"}
    assert value["sealed"]["cases_by_uses"]["1"] == 1
    assert (value["confirmations"], value["unknown"], value["next_e_value"]) == (1, 1, 40.0)
    assert (value["vault"], value["problems"]) == ({"cases": 0, "samples": 0, "last": None, "next": None}, [])
