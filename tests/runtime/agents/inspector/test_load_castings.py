import os
from pathlib import Path

import cv2
import numpy as np
import pytest

from runtime.agents.inspector.casting_file import ImageFolder
from runtime.agents.inspector.load_castings import drawn_sample, load_castings, pair_images
from runtime.agents.inspector.sample import CastingSample
from runtime.contracts.sample import Sample, Split

HEAD = "schema: 1\nagent: inspector\n"
DEV: frozenset[Split] = frozenset({"dev"})
ALL: frozenset[Split] = frozenset({"dev", "sealed", "must_pass"})
OWN = Path(__file__).parents[4] / "samples"


def _write(folder: Path, text: str, name: str = "castings.yaml") -> Path:
    path = folder / "inspector" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(HEAD + text, "utf-8")
    return path


def _range(split: str, first: int, count: int) -> str:
    return f"  - split: {split}\n    first: {first}\n    count: {count}\n"


def _image(path: Path, value: int = 500) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    assert cv2.imwrite(str(path), np.full((8, 8), value, np.uint16))


def _plates(base: Path, *stems: str) -> ImageFolder:
    for stem in stems:
        _image(base / f"xray/plates/{stem}.png")
        _image(base / f"xray/masks/{stem}.png", 0)
    return ImageFolder(folder="xray/plates", masks="xray/masks", split="dev", tags=("real",))


def test_a_range_is_one_sample_a_number(tmp_path: Path) -> None:
    _write(tmp_path, "castings:\n" + _range("dev", 122, 2))
    loaded = load_castings([tmp_path], DEV)
    assert loaded.problems == ()
    assert loaded.samples == (drawn_sample(122, "dev"), drawn_sample(123, "dev"))
    sample = loaded.samples[1]
    assert isinstance(sample, CastingSample)
    assert (sample.id, sample.case, sample.agent) == ("casting-000123", "casting-000123", "inspector")
    assert (sample.image, sample.mask, sample.modality, sample.tags) == ("casting:123", "", "XR", ("drawn",))


def test_sealed_samples_come_only_when_asked_for(tmp_path: Path) -> None:
    _write(tmp_path, "castings:\n" + _range("dev", 0, 1) + _range("sealed", 10, 1) + _range("must_pass", 20, 1))
    assert [sample.id for sample in load_castings([tmp_path], DEV).samples] == ["casting-000000"]
    assert len(load_castings([tmp_path], frozenset({"sealed"})).samples) == 1
    assert len(load_castings([tmp_path], ALL).samples) == 3
    assert load_castings([tmp_path], frozenset()).samples == ()


def test_the_shipped_castings_are_in_the_splits_that_their_readme_names() -> None:
    loaded = load_castings([OWN], ALL, OWN.parent)
    assert loaded.problems == ()
    numbers: dict[str, list[int]] = {}
    for sample in loaded.samples:
        numbers.setdefault(sample.split, []).append(int(sample.image.removeprefix("casting:")))
    assert numbers == {
        "dev": list(range(600)),
        "sealed": list(range(1_000_000, 1_000_600)),
        "must_pass": list(range(3_000_000, 3_000_020)),
    }


@pytest.mark.parametrize(
    ("text", "where", "said"),
    [
        ("castings:\n" + _range("test", 0, 1), "castings.0.split", "line 4: split: input should be 'dev'"),
        ("castings:\n" + _range("dev", -1, 1), "castings.0.first", "line 5: first: input should be greater than or"),
        ("castings:\n" + _range("dev", 0, 0), "castings.0.count", "line 6: count: input should be greater than or"),
        ("castings:\n" + _range("dev", 0, 10**6), "castings.0.count", "line 6: count: input should be less than or"),
        ("castings:\n" + _range("dev", 999_999_999, 2), "castings.0.count", "line 6: castings end at number 999999999"),
        ("castings:\n  - split: dev\n    frist: 0\n    count: 1\n", "castings.0.frist", "did you mean `first`?"),
        ("castings:\n  - split: dev\n    first: 0\n", "castings.0.count", "line 4: field 'count' is missing; add it"),
        ('castings:\n  - split: dev\n    first: "0"\n    count: 1\n', "castings.0.first", "valid integer"),
        ("castings:\n  - 7\n", "castings.0", "line 4: "),
        ("castings: []\n", "file", "line 1: no images are named; write `castings` with split, first and count"),
        ("castigns: []\n", "castigns", "line 3: unknown field 'castigns'; did you mean `castings`?"),
        ("castings:\n" + _range("dev", 0, 5) + _range("sealed", 3, 5), "castings.1", "casting-000003 and 1 more alre"),
        ("images:\n  - {folder: a, masks: b, split: dev}\n", "images.0.folder", "no base folder is given"),
    ],
    ids=[
        "split",
        "negative",
        "no count",
        "too many",
        "past the end",
        "typo",
        "missing",
        "text",
        "no entry",
        "nothing",
        "unknown list",
        "overlap",
        "no base",
    ],
)
def test_a_wrong_entry_is_reported_with_its_line(tmp_path: Path, text: str, where: str, said: str) -> None:
    path = _write(tmp_path, text)
    loaded = load_castings([tmp_path], ALL)
    assert {problem.path for problem in loaded.problems} == {str(path)}
    assert any(said in problem.problem for problem in loaded.problems if problem.where == where)


def test_a_wrong_entry_does_not_take_the_others_with_it(tmp_path: Path) -> None:
    _write(tmp_path, "castings:\n" + _range("test", 0, 1) + _range("dev", 5, 1))
    loaded = load_castings([tmp_path], DEV)
    assert [sample.id for sample in loaded.samples] == ["casting-000005"]
    assert len(loaded.problems) == 1


def test_a_number_of_two_files_stays_in_the_split_it_was_read_in_first(tmp_path: Path) -> None:
    first = _write(tmp_path, "castings:\n" + _range("dev", 0, 3), "a.yaml")
    _write(tmp_path, "castings:\n" + _range("sealed", 2, 3), "b.yaml")
    loaded = load_castings([tmp_path], ALL)
    assert [sample.split for sample in loaded.samples] == ["dev", "dev", "dev", "sealed", "sealed"]
    assert f"line 4: casting-000002 already used at {first}:4; name each image once" in loaded.problems[0].problem


def test_a_file_of_another_agent_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "inspector/a.yaml"
    path.parent.mkdir()
    path.write_text("schema: 1\nagent: tutor\ncastings: []\n", "utf-8")
    loaded = load_castings([tmp_path], ALL)
    assert "this file is for agent 'tutor'" in loaded.problems[0].problem


@pytest.mark.parametrize("text", ["a: [", "", "- 1\n", "a: &x 1\n"], ids=["syntax", "empty", "list", "anchor"])
def test_a_file_that_is_no_yaml_mapping_is_a_problem(tmp_path: Path, text: str) -> None:
    path = tmp_path / "inspector/a.yaml"
    path.parent.mkdir()
    path.write_text(text, "utf-8")
    loaded = load_castings([tmp_path], ALL)
    assert loaded.samples == ()
    assert [problem.where for problem in loaded.problems] == ["file"]


def test_a_missing_folder_is_a_problem(tmp_path: Path) -> None:
    assert "no folder 'inspector'" in load_castings([tmp_path], ALL).problems[0].problem


def test_images_are_paired_with_masks_of_the_same_name(tmp_path: Path) -> None:
    _plates(tmp_path, "b_02", "a.01")
    (tmp_path / "xray/plates/notes.txt").write_text("no image")
    _write(
        tmp_path / "samples",
        "images:\n  - {folder: xray/plates, masks: xray/masks/, split: sealed, tags: [real]}\n",
    )
    loaded = load_castings([tmp_path / "samples"], ALL, tmp_path)
    assert loaded.problems == ()
    expected: list[Sample] = [
        CastingSample(
            id=stem,
            case=stem,
            agent="inspector",
            split="sealed",
            image=f"xray/plates/{stem}.png",
            mask=f"xray/masks/{stem}.png",
            modality="XR",
            tags=("real",),
        )
        for stem in ("a.01", "b_02")
    ]
    assert list(loaded.samples) == expected
    assert load_castings([tmp_path / "samples"], DEV, tmp_path).samples == ()


def test_masks_may_stand_beside_their_images(tmp_path: Path) -> None:
    folder = tmp_path / "xray"
    for name in ("a.png", "a_mask.png", "b.tif", "b.png", "c.png"):
        _image(folder / name)
    paired = pair_images(ImageFolder(folder="xray", split="dev"), tmp_path)
    assert [(sample.id, sample.image, sample.mask) for sample in paired.samples] == [
        ("a", "xray/a.png", "xray/a_mask.png"),
        ("b", "xray/b.tif", "xray/b.png"),
    ]
    assert len(paired.problems) == 1
    assert "image 'c.png': has no mask; add c_mask.png" in paired.problems[0]


def test_an_image_that_cannot_be_used_is_left_out_and_reported(tmp_path: Path) -> None:
    entry = _plates(tmp_path, "good", "empty", "two", "has space")
    _image(tmp_path / "xray/plates/alone.png")
    (tmp_path / "xray/plates/empty.png").write_bytes(b"")
    _image(tmp_path / "xray/plates/two.jpg", 0)
    os.mkfifo(tmp_path / "xray/plates/pipe.png")
    _image(tmp_path / "xray/masks/pipe.png", 0)
    paired = pair_images(entry, tmp_path)
    assert [sample.id for sample in paired.samples] == ["good"]
    assert [problem.split(": ", 1)[1].split(";")[0] for problem in paired.problems] == [
        "has no mask",
        "zero bytes",
        "its name is the sample's id",
        "no such file, but a folder, pipe or device",
        "two images of one name",
    ]


@pytest.mark.parametrize(
    ("folder", "masks", "said"),
    [
        ("xray/none", "xray/masks", "cannot be looked into (No such file or directory)"),
        ("xray/plates", "xray/plates/a.png", "cannot be looked into (Not a directory)"),
        ("../outside", "xray/masks", "leaves its folder"),
        ("/etc", "xray/masks", "leaves its folder"),
        ("xray/void", "xray/masks", "holds no image; put files there that end in .png"),
    ],
    ids=["missing", "a file", "outside", "absolute", "empty"],
)
def test_a_folder_that_cannot_be_used_is_one_problem(tmp_path: Path, folder: str, masks: str, said: str) -> None:
    _plates(tmp_path, "a")
    (tmp_path / "xray/void").mkdir()
    paired = pair_images(ImageFolder(folder=folder, masks=masks, split="dev"), tmp_path)
    assert paired.samples == ()
    assert len(paired.problems) == 1
    assert said in paired.problems[0]


def test_loading_draws_nothing_and_is_quick(tmp_path: Path) -> None:
    _write(tmp_path, "castings:\n" + _range("dev", 0, 20_000))
    assert len(load_castings([tmp_path], DEV).samples) == 20_000
