"""`ace show`: one thing by its name."""

from collections.abc import Callable
from pathlib import Path

import pytest

from runtime.contracts.json_types import JsonObject
from tests.conftest import Ran


def test_a_cluster_shows_its_quotes_and_an_episode_of_it_its_steps(
    demo_made: tuple[Path, JsonObject], ace: Callable[..., Ran]
) -> None:
    folder, value = demo_made
    clusters = value["clusters"]
    assert isinstance(clusters, list)
    name = str(clusters[0]["id"])
    first = str(ace("show", "r-", "-C", str(folder)).err)
    assert "fits 2 runs" in first
    shown = ace("show", name, "-C", str(folder))
    assert shown.code == 0
    assert shown.out.startswith(name)
    episode = next(word for word in shown.out.split() if word.startswith("e-"))
    steps = ace("show", episode, "-C", str(folder))
    assert "proposed" in steps.out
    assert "end: " in steps.out
    whole = ace("show", episode, "-C", str(folder), "--json").json
    assert _dict(whole["header"])["episode"] == episode


def test_a_rule_shows_its_file_and_its_life(demo_made: tuple[Path, JsonObject], ace: Callable[..., Ran]) -> None:
    ran = ace("show", "tools.retrieve-before-web", "-C", str(demo_made[0]))
    assert "checked by code: yes; status " in ran.out
    assert "ace: edit tools.retrieve-before-web" in ran.out
    value = ace("show", "tools.retrieve-before-web", "-C", str(demo_made[0]), "--json").json
    history = value["history"]
    assert isinstance(history, list)
    assert len(history) == 2
    assert len(str(history[0]["proposal"])) == 12


def test_a_proposal_shows_its_body(demo_made: tuple[Path, JsonObject], ace: Callable[..., Ran]) -> None:
    folder, value = demo_made
    proposals = value["proposals"]
    assert isinstance(proposals, list)
    ran = ace("show", str(proposals[1]["id"]), "-C", str(folder))
    assert "**Effect**" in ran.out
    assert "simulated" in ran.out.split("What changes")[0]


@pytest.mark.parametrize("name", ["c-00000000", "e-000000000000", "r-1999", "no.such-rule", "ffffffffffff"])
def test_what_does_not_exist_is_named(name: str, demo_made: tuple[Path, JsonObject], ace: Callable[..., Ran]) -> None:
    ran = ace("show", name, "-C", str(demo_made[0]))
    assert ran.code == 1
    assert name in ran.err


def _dict(value: object) -> JsonObject:
    assert isinstance(value, dict)
    return value


def test_an_agent_is_for_clusters_and_must_be_known(
    demo_made: tuple[Path, JsonObject], ace: Callable[..., Ran]
) -> None:
    folder, value = demo_made
    clusters = value["clusters"]
    assert isinstance(clusters, list)
    name = str(clusters[0]["id"])
    assert ", agent tutor\n" in ace("show", name, "--agent", "tutor", "-C", str(folder)).out
    unknown = ace("show", name, "--agent", "ship", "-C", str(folder))
    assert (unknown.code, "known are 'tutor'" in unknown.err) == (1, True)
    assert ace("show", "latest", "--agent", "tutor", "-C", str(folder)).code == 64
