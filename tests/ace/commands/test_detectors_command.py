"""`ace detectors`."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.ace.building import starter_repository
from tests.conftest import Ran


def test_a_list_outside_a_repository(ace: Callable[..., Ran], tmp_path: Path) -> None:
    ran = ace("detectors", "-C", str(tmp_path))
    assert ran.code == 0
    assert "not in a git repository; only ACE's own detectors are listed" in ran.err
    assert ran.out.splitlines()[1].split()[:4] == ["malformed_action", "tutor", "design", "minor"]


def test_json_in_a_repository_has_the_rules_too(ace: Callable[..., Ran], tmp_path: Path) -> None:
    repo = starter_repository(tmp_path / "repo")
    ran = ace("detectors", "--json", "-C", str(repo))
    assert (ran.code, ran.err) == (0, "")
    rows = ran.json["detectors"]
    assert isinstance(rows, list)
    assert {row["source"] for row in rows} == {"shipped", "rule"}


def test_those_of_one_agent(ace: Callable[..., Ran], tmp_path: Path) -> None:
    rows = ace("detectors", "--agent", "mine", "--json", "-C", str(tmp_path)).json["detectors"]
    assert isinstance(rows, list)
    assert rows
    assert {row["scope"] for row in rows} <= {"tool_agent", "any"}


def test_one_in_full(ace: Callable[..., Ran], tmp_path: Path) -> None:
    ran = ace("detectors", "step_limit", "-C", str(tmp_path))
    assert ran.out.startswith("step_limit  major, verification (shipped; reads the tutor)\n")
    assert "Remedy: end on purpose" in ran.out


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (("nothing_such",), 1, "there is no detector 'nothing_such'"),
        (("",), 64, "must not be empty"),
        (("malformed_action", "--agent", "mine"), 1, "no detector of this name reads episodes of 'mine'"),
    ],
    ids=["name", "empty", "agent"],
)
def test_bad_input_is_one_message(
    ace: Callable[..., Ran], tmp_path: Path, arguments: tuple[str, ...], code: int, said: str
) -> None:
    ran = ace("detectors", "-C", str(tmp_path), *arguments)
    assert (ran.code, ran.out) == (code, "")
    assert said in ran.err
    assert "Traceback" not in ran.err


def test_a_detector_of_the_projects_that_cannot_be_loaded_is_not_passed_over(
    ace: Callable[..., Ran], tmp_path: Path
) -> None:
    repo = starter_repository(tmp_path / "repo")
    (repo / "ace.yaml").write_text("schema: 1\nanalysis: {detectors: ['nowhere_at_all:detect']}\n")
    ran = ace("detectors", "-C", str(repo))
    assert (ran.code, ran.out) == (1, "")
    assert "ace.yaml: analysis.detectors: 'nowhere_at_all:detect': there is no module nowhere_at_all" in ran.err
    assert "Traceback" not in ran.err
