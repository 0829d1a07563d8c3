"""`ace inspect` and `ace samples make-voids` in the terminal."""

from collections.abc import Callable
from pathlib import Path

import pytest

from ace.commands.inspect import MOST_IMAGES
from ace.inspection import image_set
from tests.conftest import Ran

ROWS = ["detector", "agent", "guidance", "check", "both", "control"]


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder without ace.yaml."""
    monkeypatch.chdir(tmp_path)


def test_a_small_table_as_json_with_a_plot(ace: Callable[..., Ran], tmp_path: Path) -> None:
    arguments = ("inspect", "bench", "--images", "3", "--dev-images", "40", "--seeds", "1", "--json", "-q")
    ran = ace(*arguments, "--plot", "inspector.svg", "--out", "run")
    assert (ran.code, ran.err) == (0, "")
    rows = ran.json["rows"]
    assert isinstance(rows, list)
    assert [row["name"] for row in rows] == ROWS
    assert {row["name"] for row in rows if row["simulated"]} == {"agent", "guidance", "check", "both"}
    needed = {"kept", "tp", "fp", "fn", "precision", "recall", "precision_ci", "recall_ci", "seeds", "steps", "calls"}
    assert all(needed | {"tokens", "seconds", "undecided", "skipped", "task_gate"} <= set(row) for row in rows)
    assert all(row["kept"] == row["tp"] + row["fp"] for row in rows)
    data = ran.json["data"]
    assert isinstance(data, dict)
    assert {"images", "voids", "candidates", "real", "border_share", "border_real", "auc", "gate"} <= set(data)
    assert set(data["auc"]) == {"contrast", "area_px", "edge_distance_px", "aspect_ratio"}
    assert ran.json["simulated"] is True
    assert "KEEP" in str(ran.json["guidance"])
    assert (tmp_path / "inspector.svg").read_text().startswith("<svg ")
    # The same command runs no episode again.
    again = ace(*arguments[:-1], "--out", "run")
    assert "run now" not in again.err
    assert [row["tp"] for row in again.json["rows"]] == [row["tp"] for row in rows]  # type: ignore[attr-defined]


def test_written_castings_are_scored_like_any_folder(ace: Callable[..., Ran], tmp_path: Path) -> None:
    made = ace(
        "samples", "make-voids", "--out", "voids", "--train", "0", "--dev", "12", "--held-out", "0", "--json", "-q"
    )
    assert (made.code, made.err) == (0, "")
    assert made.json["splits"] == {"dev": {"images": 12, "written": 12, "voids": made.json["splits"]["dev"]["voids"]}}  # type: ignore[index]
    ran = ace("inspect", "bench", "--images", "voids/dev/images", "--seeds", "1", "-q")
    assert ran.code == 0, ran.err
    assert "half, by a hash of the name" in ran.out or "images choose" in ran.out
    assert "the images are drawn" not in ran.out
    assert "control" in ran.out


def test_bands_tell_what_was_left_out_and_what_is_in_one_half(ace: Callable[..., Ran], tmp_path: Path) -> None:
    ace("samples", "make-voids", "--out", "voids", "--train", "0", "--dev", "12", "--held-out", "0", "-q")
    images, masks = tmp_path / "voids/dev/images", tmp_path / "voids/dev/masks"
    (images / "text.png").write_text("hello")
    for name in ("text.png", "copy.png"):
        (masks / name).write_bytes((masks / "casting-000003.png").read_bytes())
    (images / "copy.png").write_bytes((images / "casting-000003.png").read_bytes())
    ran = ace("inspect", "bands", "--images", "voids/dev/images", "-q")
    assert ran.code == 0, ran.err
    assert "left out: " in ran.out
    assert "text.png" in ran.out
    assert "in one half: casting-000003, copy: the same file" in ran.out
    told = ace("inspect", "bands", "--images", "voids/dev/images", "-q", "--json").json["images"]
    assert isinstance(told, dict)
    assert (told["left_out"], told["groups"]) == (1, 1)
    assert "text.png" in told["left_out_examples"][0]


def test_rows_that_cannot_be_measured_are_there_with_a_reason(ace: Callable[..., Ran]) -> None:
    ran = ace("inspect", "bench", "--images", "1", "--dev-images", "1", "--seeds", "1", "--json", "-q")
    assert (ran.code, ran.err) == (0, "")
    rows = ran.json["rows"]
    assert isinstance(rows, list)
    assert [row["name"] for row in rows] == ROWS
    assert len({tuple(row) for row in rows}) == 1
    absent = {row["name"]: row for row in rows if row["reason"]}
    assert "no guidance: " in absent["guidance"]["reason"]
    assert absent["both"]["reason"] == absent["guidance"]["reason"]
    for name, row in absent.items():
        assert {key: value for key, value in row.items() if value is not None} == {
            "name": name,
            "reason": row["reason"],
        }
    assert [row["reason"] for row in rows if row["name"] not in absent] == [None] * (len(rows) - len(absent))


def test_bands_of_dev_images(ace: Callable[..., Ran]) -> None:
    ran = ace("inspect", "bands", "--images", "20", "--json", "-q")
    assert ran.code == 0, ran.err
    measures = ran.json["measures"]
    assert isinstance(measures, list)
    assert [measure["name"] for measure in measures] == ["contrast", "area_px", "aspect_ratio", "edge_distance_px"]
    images = ran.json["images"]
    assert isinstance(images, dict)
    assert (images["dev_images"], images["drawn"], images["left_out"]) == (20, True, 0)
    assert "drawn (simulated) dev images" in ace("inspect", "bands", "--images", "5").out


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        (("bench", "--images", "601"), 64, "give 1 to 600 drawn images"),
        (("bench", "--images", "0"), 64, "give 1 to 600"),
        (("bench", "--images", "-3"), 64, "give 1 to 600"),
        (("bench", "--images", ""), 64, "must not be empty"),
        (("bands", "--images", "601"), 64, "give 1 to 600"),
        (("bench", "--images", "5", "--masks", "x"), 64, "--masks goes with --images DIR"),
        (("bench", "--images", "5", "--group-by", "5"), 64, "--group-by goes with --images DIR"),
        (("bench", "--images", "empty", "--group-by", "("), 64, "no regular expression"),
        (("bands", "--images", "empty", "--group-by", "0"), 64, "at least 1"),
        (("bench", "--images", "empty", "--dev-images", "5"), 64, "half the images choose"),
        (("bench", "--images", "gone"), 1, "gone: no such folder"),
        (("bench", "--images", "empty"), 1, "no image can be scored"),
        (("bench", "--images", "empty", "--masks", "gone"), 1, "--masks"),
        (("bench", "--images", "5", "--plot", "gone/x.svg"), 1, "its folder does not exist"),
        (("bench", "--images", "5", "--controller", "openai"), 1, "base_url"),
    ],
)
def test_what_cannot_be_measured_says_why(
    arguments: tuple[str, ...], code: int, says: str, tmp_path: Path, ace: Callable[..., Ran]
) -> None:
    (tmp_path / "empty").mkdir()
    ran = ace("inspect", *arguments, "-q")
    assert ran.code == code
    assert says in ran.err
    assert "Traceback" not in ran.err


def test_a_folder_with_other_files_is_not_written_to(ace: Callable[..., Ran], tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("words")
    ran = ace("samples", "make-voids", "--out", ".")
    assert ran.code == 1
    assert "holds other files" in ran.err
    assert ace("samples", "make-voids").code == 64
    assert ace("samples", "make-voids", "--out", "new", "--dev", "-1").code == 64


def test_the_limit_is_that_of_the_images() -> None:
    assert MOST_IMAGES == image_set.MOST_IMAGES
