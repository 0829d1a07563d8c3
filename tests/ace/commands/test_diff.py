"""`ace diff` from the command line."""

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

from runtime.contracts.json_types import JsonObject
from tests.conftest import Ran


def test_it_shows_each_open_proposal_and_the_plan(demo_made: tuple[Path, JsonObject], ace: Callable[..., Ran]) -> None:
    folder, value = demo_made
    ran = ace("diff", "-C", str(folder))
    still_open = [item for item in _proposals(value) if item["branch"] != value["merged"]]
    assert ran.code == 0
    assert all(str(item["rule"]) in ran.out for item in still_open)
    assert "Plan: " in ran.out
    assert "\x1b" not in ran.out, "no colour in a pipe"


def test_json_is_one_document_with_a_version(demo_made: tuple[Path, JsonObject], ace: Callable[..., Ran]) -> None:
    value = json.loads(ace("diff", "-C", str(demo_made[0]), "--json").out)
    assert value["schema_version"] == 1
    assert value["proposals"]
    assert value["proposals"][0]["evidence"]["simulated"] is True


def test_exit_code_tells_changes_from_none(
    demo_made: tuple[Path, JsonObject], demo_repository: Path, ace: Callable[..., Ran]
) -> None:
    stale = ace("diff", "-C", str(demo_repository), "--exit-code")
    assert stale.code == 4, "main moved when the best proposal was merged"
    for item in _proposals(demo_made[1]):
        subprocess.run(["git", "-C", str(demo_repository), "branch", "-q", "-D", str(item["branch"])], check=True)
    assert ace("diff", "-C", str(demo_repository), "--exit-code").code == 0


def test_an_unknown_proposal_is_named(demo_made: tuple[Path, JsonObject], ace: Callable[..., Ran]) -> None:
    ran = ace("diff", "ffffffffffff", "-C", str(demo_made[0]))
    assert ran.code == 1
    assert "ffffffffffff" in ran.err


def test_traces_and_stat_and_markdown(demo_made: tuple[Path, JsonObject], ace: Callable[..., Ran]) -> None:
    folder = str(demo_made[0])
    assert "e-" in ace("diff", "-C", folder, "--traces").out
    assert len(ace("diff", "-C", folder, "--stat").out) < len(ace("diff", "-C", folder).out)
    assert "held-out" not in ace("diff", "-C", folder, "--no-eval").out
    still_open = [item for item in _proposals(demo_made[1]) if item["branch"] != demo_made[1]["merged"]]
    assert ace("diff", "-C", folder, "--format", "markdown").out.count("\n### ") == len(still_open)


def _proposals(value: JsonObject) -> list[JsonObject]:
    proposals = value["proposals"]
    assert isinstance(proposals, list)
    return proposals
