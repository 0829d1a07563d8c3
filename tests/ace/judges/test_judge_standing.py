"""How a judge stands: from the items of its calibration, and only while nothing about it changed."""

from pathlib import Path

import pytest

from ace.judges.calibration import Calibration, calibration_path, judges_folder, load_calibration, store_calibration
from ace.judges.identity import Identity
from ace.judges.rubric import Rubric
from ace.judges.standing import Standing, standing
from ace.workspace import Workspace
from runtime.contracts.json_types import JsonObject
from tests.ace.judges.judging import RUBRIC
from tests.ace.judges.test_calibration import JUDGE, made

GOOD = [place % 2 == 0 for place in range(40)]
BAD = [True] * 40
WORSE = [not answer if place < 12 else answer for place, answer in enumerate(GOOD)]


def stands(folder: Path, *calibrations: Calibration, judge: Identity = JUDGE, rubric: Rubric = RUBRIC) -> Standing:
    """Return how `judge` stands after `calibrations`, each compared with the one before it."""
    workspace = Workspace(folder, folder / "state", is_bare=False)
    place = judges_folder(workspace, "rude")
    against = ""
    for one in calibrations:
        one = one.model_copy(update={"against": against})  # noqa: PLW2901  the one that is stored
        owner = Identity(**one.judge)  # type: ignore[arg-type]
        store_calibration(place, owner, one)
        against = one.archived_name
    return standing(workspace, rubric, judge)


def test_never_calibrated(tmp_path: Path) -> None:
    found = stands(tmp_path)
    assert (found.state, found.is_usable, found.found) == ("not calibrated", False, None)


def test_one_that_agrees_with_people_is_usable(tmp_path: Path) -> None:
    found = stands(tmp_path, made("2026-11-30T10:00:00Z", *GOOD))
    assert (found.state, found.is_usable) == ("usable", True)
    assert found.found is not None
    assert found.found.n == 40


def test_one_that_does_not_is_under_its_floor(tmp_path: Path) -> None:
    assert stands(tmp_path, made("2026-11-30T10:00:00Z", *BAD)).state == "under floor"


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"rubric_sha256": "x"}, "its rubric changed"),
        ({"prompt_sha256": "x"}, "the prompt changed"),
        ({"model_hash": "x"}, "its model changed"),
        ({"model_hash": "x", "rubric_sha256": "x"}, "its rubric and its model changed"),
    ],
)
def test_one_that_changed_since_gives_no_verdicts(tmp_path: Path, change: JsonObject, words: str) -> None:
    now = JUDGE._replace(hash="d" * 16, **change)  # type: ignore[arg-type]
    found = stands(tmp_path, made("2026-11-30T10:00:00Z", *GOOD), judge=now)
    assert (found.state, found.is_usable) == ("changed", False)
    assert f"{words} since the calibration of 2026-11-30T10:00:00Z" in found.reason


def test_one_that_became_worse_has_drifted_until_it_is_calibrated_again(tmp_path: Path) -> None:
    good, worse = made("2026-11-30T10:00:00Z", *GOOD), made("2026-11-30T11:00:00Z", *WORSE)
    found = stands(tmp_path, good, worse)
    assert (found.state, found.is_usable) == ("drifted", False)
    assert found.moved is not None
    assert (found.moved.worse, found.moved.better) == (12, 0)
    # The next one is compared with what it is now, and judged by its figures alone.
    rubric = RUBRIC.model_copy(
        update={"floor": RUBRIC.floor.model_copy(update={"kappa": -0.5, "precision": 0.2, "recall": 0.2})}
    )
    again = stands(tmp_path / "b", good, worse, made("2026-11-30T12:00:00Z", *WORSE[:-1], True), rubric=rubric)
    assert again.state == "usable"


def test_a_worse_rubric_is_not_drift_of_the_new_judge(tmp_path: Path) -> None:
    other = JUDGE._replace(hash="d" * 16, rubric_sha256="x")
    lax = RUBRIC.model_copy(
        update={"floor": RUBRIC.floor.model_copy(update={"kappa": -0.5, "precision": 0.2, "recall": 0.2})}
    )
    one, two = made("2026-11-30T10:00:00Z", *GOOD), made("2026-11-30T11:00:00Z", *WORSE, judge=other)
    found = stands(tmp_path, one, two, judge=other, rubric=lax)
    assert found.state == "usable"
    assert found.moved is not None
    assert found.moved.is_worse


def test_figures_are_worked_out_from_the_items_not_read(tmp_path: Path) -> None:
    stands(tmp_path, made("2026-11-30T10:00:00Z", *GOOD))
    path = calibration_path(judges_folder(Workspace(tmp_path, tmp_path / "state", is_bare=False), "rude"), JUDGE)
    loaded = load_calibration(path)
    assert loaded is not None
    flipped = [one.model_copy(update={"judge": not one.judge}) for one in loaded.items]
    store_calibration(path.parent, JUDGE, loaded.model_copy(update={"items": tuple(flipped)}))
    assert standing(Workspace(tmp_path, tmp_path / "state", is_bare=False), RUBRIC, JUDGE).state == "under floor"
