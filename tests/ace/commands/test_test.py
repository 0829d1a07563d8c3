"""`ace test --json`."""

from collections.abc import Callable
from pathlib import Path

from runtime.contracts.json_types import JsonObject
from tests.conftest import Ran


def test_json_counts_cases_and_names_untested_rules(
    demo_made: tuple[Path, JsonObject], ace: Callable[..., Ran]
) -> None:
    value = ace("test", "-C", str(demo_made[0]), "--ref", "main", "--json").json
    assert value["failed"] == 0
    assert isinstance(value["passed"], int)
    assert value["passed"] >= 10
    assert value["untested"] == []


def test_a_proposals_own_test_passes_on_its_branch(demo_made: tuple[Path, JsonObject], ace: Callable[..., Ran]) -> None:
    folder, value = demo_made
    proposals = value["proposals"]
    assert isinstance(proposals, list)
    for item in proposals:
        ran = ace("test", "-C", str(folder), "--ref", str(item["branch"]), "--json")
        results = ran.json["results"]
        assert isinstance(results, list)
        own = [result for result in results if result["rule_id"] == item["rule"]]
        assert {result["kind"] for result in own} == {"violates", "complies"}
        assert ran.json["failed"] == 0
