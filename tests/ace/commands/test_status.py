"""`ace status`."""

import subprocess
from collections.abc import Callable
from pathlib import Path

from runtime.contracts.json_types import JsonObject
from tests.conftest import Ran


def test_it_names_base_open_merged_and_runs(demo_made: tuple[Path, JsonObject], ace: Callable[..., Ran]) -> None:
    folder, value = demo_made
    status = ace("status", "-C", str(folder), "--json").json
    merged = str(value["merged"]).removeprefix("ace/p/")
    proposals = value["proposals"]
    assert isinstance(proposals, list)
    opened = status["open"]
    assert isinstance(opened, list)
    assert status["merged"] == [merged]
    assert {item["id"] for item in opened} == {item["id"] for item in proposals} - {merged}
    assert all(item["simulated"] for item in opened)
    text = ace("status", "-C", str(folder)).out
    assert "simulated" in text
    assert text.endswith("next      ace refresh --all\n" if opened else "next      ace cycle\n")
    assert "r-" in text


def test_without_any_run_it_says_how_to_make_one(tmp_path: Path, ace: Callable[..., Ran]) -> None:
    subprocess.run(["git", "init", "-q", "-b", "main", str(tmp_path)], check=True)
    identity = ["-c", "user.name=t", "-c", "user.email=t@t"]
    subprocess.run(["git", "-C", str(tmp_path), *identity, "commit", "-q", "--allow-empty", "-m", "x"], check=True)
    ran = ace("status", "-C", str(tmp_path))
    assert ran.code == 0
    assert "`ace cycle` makes one" in ran.out
    assert "cycles" not in ran.out
    assert ran.out.endswith("next      ace cycle\n")
