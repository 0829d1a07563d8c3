"""`ace clusters`."""

from collections.abc import Callable
from pathlib import Path

import pytest

from runtime.contracts.json_types import JsonObject
from tests.conftest import Ran


def _clusters(value: JsonObject) -> list[JsonObject]:
    clusters = value["clusters"]
    assert isinstance(clusters, list)
    return clusters


def test_both_runs_of_the_demonstration_are_in_the_trend(
    demo_made: tuple[Path, JsonObject], ace: Callable[..., Ran]
) -> None:
    folder = str(demo_made[0])
    value = ace("clusters", "-C", folder, "--json").json
    assert len(value["runs"]) == 2  # type: ignore[arg-type]
    clusters = _clusters(value)
    assert clusters
    assert all(len(cluster["trend"]) == 2 for cluster in clusters)  # type: ignore[arg-type]
    ranks = [cluster["rank"] for cluster in clusters]
    assert ranks == sorted(ranks, reverse=True)  # type: ignore[type-var]
    text = ace("clusters", "-C", folder).out
    assert "(simulated)" in text.splitlines()[0]
    assert all(str(cluster["id"]) in text for cluster in clusters)
    assert len(_clusters(ace("clusters", "-C", folder, "--all", "--json").json)) >= len(clusters)


def test_grouping_anew_changes_no_id_where_nothing_is_new(demo_repository: Path, ace: Callable[..., Ran]) -> None:
    before = ace("clusters", "-C", str(demo_repository), "--all", "--json").json
    after = ace("clusters", "-C", str(demo_repository), "--all", "--recluster", "--json").json
    assert [item["id"] for item in _clusters(after)] == [item["id"] for item in _clusters(before)]


def test_a_registry_that_is_gone_is_made_again_from_the_runs(demo_repository: Path, ace: Callable[..., Ran]) -> None:
    before = ace("clusters", "-C", str(demo_repository), "--all", "--json").json
    (demo_repository / ".git/ace/clusters/tutor.json").unlink()
    empty = ace("clusters", "-C", str(demo_repository), "--json")
    assert _clusters(empty.json) == []
    assert "ace analyze" in empty.err
    made = ace("clusters", "-C", str(demo_repository), "--all", "--recluster", "--json")
    assert "made from 2 runs" in made.err
    assert {item["id"] for item in _clusters(made.json)} == {item["id"] for item in _clusters(before)}


@pytest.mark.parametrize("agent", ["ship", "../../HEAD"])
def test_an_agent_that_is_not_known_is_named(
    agent: str, demo_made: tuple[Path, JsonObject], ace: Callable[..., Ran]
) -> None:
    ran = ace("clusters", "-C", str(demo_made[0]), "--agent", agent)
    assert ran.code == 1
    assert repr(agent) in ran.err
    assert "tutor" in ran.err
