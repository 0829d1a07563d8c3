"""Calibrations on disk: read back whole, each kept, the newest found, damage named."""

from pathlib import Path

import pytest

from ace.judges.calibration import (
    CalibratedItem,
    Calibration,
    answers_path,
    calibration_path,
    judges_folder,
    load_calibration,
    newest_calibration,
    store_calibration,
)
from ace.judges.errors import JudgeError
from ace.judges.identity import Identity
from ace.workspace import Workspace
from analyzers.judge_agreement import Pair

JUDGE = Identity("rude", "a" * 16, "r" * 64, "p" * 64, "openai/m", "b" * 16)


def made(created: str, *answers: bool | None, judge: Identity = JUDGE) -> Calibration:
    """Return a calibration; people call every other item failing."""
    items = tuple(
        CalibratedItem(item=f"i{place}", id=f"t{place}", human=place % 2 == 0, judge=answer)
        for place, answer in enumerate(answers)
    )
    return Calibration(
        judge=judge.to_json(),
        created=created,
        simulated=False,
        labels="labels.jsonl",
        items=items,
        calls=len(items),
        prompt_tokens=1,
        completion_tokens=2,
        cost_usd=0.5,
        seconds=1.0,
    )


def test_it_is_read_back_whole(tmp_path: Path) -> None:
    one = made("2026-11-30T10:00:00Z", True, None)
    path = store_calibration(tmp_path, JUDGE, one)
    assert path == calibration_path(tmp_path, JUDGE) == tmp_path / f"{'a' * 16}.json"
    assert load_calibration(path) == one
    assert one.pairs == (Pair("i0", True, True), Pair("i1", False, None))
    assert load_calibration(tmp_path / "none.json") is None


def test_the_former_ones_stay_under_their_own_names(tmp_path: Path) -> None:
    first, second = made("2026-11-30T10:00:00Z", True, True), made("2026-11-30T11:00:00Z", True, False)
    for one in (first, second):
        store_calibration(tmp_path, JUDGE, one)
    assert load_calibration(tmp_path / first.archived_name) == first
    assert load_calibration(calibration_path(tmp_path, JUDGE)) == second


def test_the_newest_is_found_whoever_was_calibrated(tmp_path: Path) -> None:
    assert newest_calibration(tmp_path / "none") is None
    store_calibration(tmp_path, JUDGE, made("2026-11-30T10:00:00Z", True))
    other = JUDGE._replace(hash="c" * 16)
    store_calibration(tmp_path, other, made("2026-11-30T09:00:00Z", True, judge=other))
    newest = newest_calibration(tmp_path)
    assert newest is not None
    assert newest.calibration.hash == "a" * 16
    # Within one second the one in force is the newer.
    store_calibration(tmp_path, JUDGE, made("2026-11-30T10:00:00Z", False))
    newest = newest_calibration(tmp_path)
    assert newest is not None
    assert newest.calibration.items[0].judge is False


def test_damage_is_named_with_what_to_do(tmp_path: Path) -> None:
    path = store_calibration(tmp_path, JUDGE, made("2026-11-30T10:00:00Z", True))
    path.write_text(path.read_text().replace('"human": true', '"human": "perhaps"'))
    with pytest.raises(JudgeError, match=r"items\.0\.human: .*; delete the file and calibrate again"):
        load_calibration(path)
    path.write_text("{")
    with pytest.raises(JudgeError, match="the document"):
        load_calibration(path)


def test_all_is_under_the_git_folder(tmp_path: Path) -> None:
    folder = judges_folder(Workspace(tmp_path, tmp_path / ".git" / "ace", is_bare=False), "rude")
    assert folder == tmp_path / ".git" / "ace" / "judges" / "rude"
    assert answers_path(folder, JUDGE).name == f"answers-{'b' * 16}.jsonl"
