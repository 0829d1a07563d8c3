"""Drawn castings as files."""

import json
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import cv2
import pytest

from ace.errors import AceError
from ace.inspection.make_voids import MARKER, MOST_OFFSET, MakeVoids, SplitName, make_voids
from runtime.inspection.castings import MAX_NUMBER, casting_mask, make_casting

SMALL: dict[SplitName, int] = {"train": 0, "dev": 2, "held-out": 1}


def test_images_masks_and_boxes_are_those_of_the_castings(tmp_path: Path) -> None:
    done = make_voids(MakeVoids(tmp_path / "out", SMALL))
    assert {split: (one.images, one.written) for split, one in done.items()} == {"dev": (2, 2), "held-out": (1, 1)}
    top = tmp_path / "out" / "held-out"
    pixels = cv2.imread(str(top / "images" / "casting-1000000.png"), cv2.IMREAD_UNCHANGED)
    mask = cv2.imread(str(top / "masks" / "casting-1000000.png"), cv2.IMREAD_UNCHANGED)
    assert pixels is not None
    assert mask is not None
    casting = make_casting(1_000_000)
    assert (pixels == casting.pixels).all()
    assert pixels.dtype == "uint16"
    assert (mask == casting_mask(1_000_000)).all()
    (line,) = (top / "boxes.jsonl").read_text().splitlines()
    assert json.loads(line)["boxes"] == [list(box) for box in casting.voids]
    assert done["held-out"].voids == len(casting.voids)


def test_a_run_goes_on_and_more_images_are_added(tmp_path: Path) -> None:
    out = tmp_path / "out"
    make_voids(MakeVoids(out, SMALL))
    first = out / "dev" / "images" / "casting-000000.png"
    before = first.stat().st_mtime_ns
    (out / "dev" / "images" / "casting-000001.png").unlink()
    done = make_voids(MakeVoids(out, {"dev": 3}))
    assert done["dev"][:2] == (3, 2)
    assert first.stat().st_mtime_ns == before
    assert len((out / "dev" / "boxes.jsonl").read_text().splitlines()) == 3
    # Fewer asked for takes nothing away, also not from the list.
    assert make_voids(MakeVoids(out, {"dev": 1}))["dev"][:2] == (3, 0)
    assert not list(out.rglob("*.part"))


@pytest.mark.parametrize("folder", ["images", "masks"])
@pytest.mark.parametrize("damage", [lambda data: data[:-40], lambda data: b"", lambda data: b"hello"])
def test_an_image_that_was_cut_off_is_drawn_again(
    tmp_path: Path, folder: str, damage: Callable[[bytes], bytes]
) -> None:
    make_voids(MakeVoids(tmp_path / "out", {"dev": 2}))
    path = tmp_path / "out" / "dev" / folder / "casting-000001.png"
    whole = path.read_bytes()
    path.write_bytes(damage(whole))
    assert make_voids(MakeVoids(tmp_path / "out", {"dev": 2}))["dev"][:2] == (2, 1)
    assert path.read_bytes() == whole


def test_two_at_once_do_not_write_to_one_folder(tmp_path: Path) -> None:
    out = tmp_path / "out"

    def another(*told: object) -> None:
        with pytest.raises(AceError, match="castings are being written there; wait"):
            make_voids(MakeVoids(out, {"dev": 3}))

    assert make_voids(MakeVoids(out, {"dev": 1}, told=another))["dev"][:2] == (1, 1)
    assert make_voids(MakeVoids(out, {"dev": 3}))["dev"][:2] == (3, 2)


def test_a_run_cut_off_at_its_first_file_goes_on(tmp_path: Path) -> None:
    (tmp_path / f".{MARKER}.part").write_text("{")
    assert make_voids(MakeVoids(tmp_path, {"dev": 1}))["dev"].written == 1


@pytest.mark.parametrize("out", ["/proc/nope", "/dev/null/nope"])
def test_where_nothing_can_be_written_says_so(out: str) -> None:
    with pytest.raises(AceError, match=r"nope: cannot be written \(.*\); check .* with --out"):
        make_voids(MakeVoids(Path(out), {"dev": 1}))


def test_other_files_are_not_written_over(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("words")
    with pytest.raises(AceError, match="holds other files"):
        make_voids(MakeVoids(tmp_path, SMALL))
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.txt"]
    with pytest.raises(AceError, match="is a file"):
        make_voids(MakeVoids(tmp_path / "thesis.txt", SMALL))


def test_a_folder_of_another_offset_or_with_a_damaged_marker_is_refused(tmp_path: Path) -> None:
    make_voids(MakeVoids(tmp_path / "out", {"dev": 1}, seed_offset=3))
    assert (tmp_path / "out" / "dev" / "images" / "casting-30000000.png").exists()
    with pytest.raises(AceError, match="--seed-offset 3, not 0"):
        make_voids(MakeVoids(tmp_path / "out", {"dev": 1}))
    (tmp_path / "out" / MARKER).write_text("{")
    with pytest.raises(AceError, match="is not what was written there"):
        make_voids(MakeVoids(tmp_path / "out", {"dev": 1}, seed_offset=3))


def test_no_two_splits_and_offsets_share_an_image(tmp_path: Path) -> None:
    most = 100_000
    ranges = sorted(
        (plan.number(split, 0), plan.number(split, most - 1))
        for offset in range(MOST_OFFSET + 1)
        for plan in [MakeVoids(tmp_path, {}, offset)]
        for split in SMALL
    )
    assert all(ended < begun for (_, ended), (begun, _) in pairwise(ranges))
    assert ranges[-1][1] <= MAX_NUMBER


def test_progress_is_told_by_image(tmp_path: Path) -> None:
    told: list[tuple[str, int, int]] = []
    make_voids(MakeVoids(tmp_path / "out", {"dev": 2}, told=lambda *one: told.append(one)))
    assert told == [("dev", 1, 2), ("dev", 2, 2)]
