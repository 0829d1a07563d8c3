"""`ace bands` on the command line."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.conftest import Ran


@pytest.fixture
def candidates(tmp_path: Path) -> Path:
    """A file of labelled candidates."""
    path = tmp_path / "candidates.jsonl"
    rows = [{"is_real": i % 10 == 0, "tool": {"border": i % 2, "contrast": i / 7}} for i in range(200)]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows) + "broken\n")
    return path


def test_every_measurement_is_shown(ace: Callable[..., Ran], candidates: Path) -> None:
    ran = ace("bands", str(candidates), "--label", "is_real")
    assert (ran.code, ran.err) == (0, "")
    assert "tool.border   AUC" in ran.out
    assert "tool.contrast   AUC" in ran.out
    assert "1 row could not be read:\n    line 201: not JSON" in ran.out


def test_json_has_the_counts_and_the_bands(ace: Callable[..., Ran], candidates: Path) -> None:
    value = ace(
        "bands", str(candidates), "--label", "is_real", "--measure", "tool.contrast", "--bands", "4", "--json"
    ).json
    data, measures = value["data"], value["measures"]
    assert isinstance(data, dict)
    assert isinstance(measures, list)
    assert (data["n"], data["true"]) == (200, 20)
    assert [measure["name"] for measure in measures] == ["tool.contrast"]
    assert [band["n"] for band in measures[0]["bands"]] == [50, 50, 50, 50]
    assert value["bad_rows"] == 1


def test_cut_points(ace: Callable[..., Ran], candidates: Path) -> None:
    value = ace(
        "bands", str(candidates), "--label", "is_real", "--measure", "tool.contrast", "--cuts", "1,10", "--json"
    )
    measures = value.json["measures"]
    assert isinstance(measures, list)
    assert [(band["low"], band["high"], band["n"]) for band in measures[0]["bands"]] == [
        (None, 1.0, 7),
        (1.0, 10.0, 63),
        (10.0, None, 130),
    ]


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (
            ("--label", "is_rea"),
            1,
            "no row has a field `is_rea`; did you mean `is_real`? (1 rows could not be read; li",
        ),
        (("--label", "tool.contrast"), 1, "in 198 rows `tool.contrast` is neither true nor false (row 2: '0.142857142"),
        (("--label", "is_real", "--measure", "contrast"), 1, "did you mean `tool.contrast`?"),
        (("--label", "is_real", "--cuts", "3,1"), 64, "give numbers that rise"),
        (("--label", "is_real", "--cuts", "a"), 64, "give numbers that rise"),
        (("--label", "is_real", "--bands", "1"), 64, "1 is not in the range"),
        (("--label", ""), 64, "must not be empty"),
        ((), 64, "Missing option '--label'"),
    ],
)
def test_what_cannot_be_done_is_said(
    ace: Callable[..., Ran], candidates: Path, arguments: tuple[str, ...], code: int, words: str
) -> None:
    ran = ace("bands", str(candidates), *arguments)
    assert (ran.code, ran.out) == (code, "")
    assert words in ran.err
