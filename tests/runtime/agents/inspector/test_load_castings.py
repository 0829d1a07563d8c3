from pathlib import Path

import numpy as np
import pytest

from runtime.agents.inspector.load_castings import drawn_sample, load_castings
from runtime.agents.inspector.sample import CastingSample
from runtime.contracts.sample import Sample, Split
from runtime.inspection.real_folder import list_images
from tests.runtime.inspection.xray_files import Values, grey16, marked, write_image, write_plates

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


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


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
    write_plates(tmp_path, "b_02", "a.01")
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


def test_what_no_agent_could_be_scored_on_is_a_problem_of_the_samples(tmp_path: Path) -> None:
    xray = tmp_path / "xray"
    xray.mkdir()
    bad: dict[str, tuple[Values, Values]] = {
        "nan.tif": (np.full((48, 64), np.nan, np.float32), marked()),
        "black.png": (np.zeros((48, 64), np.uint16), marked()),
        "white.png": (np.full((48, 64), 65535, np.uint16), marked()),
        "dot.png": (np.zeros((1, 1), np.uint16), marked(height=1, width=1)),
        "turned.png": (grey16(), marked((0, 0, 64, 48))),
        "other.png": (grey16(), marked(height=20)),
        "good.png": (grey16(), marked()),
    }
    for name, (image, mask) in bad.items():
        write_image(xray / name, image)
        write_image(xray / f"{name[:-4]}_mask.png", mask)
    for name in ("text", "cut"):
        write_image(xray / f"{name}_mask.png", marked())
    (xray / "text.png").write_text("hello")
    (xray / "cut.png").write_bytes((xray / "good.png").read_bytes()[:-200])
    path = _write(tmp_path / "samples", "images:\n  - {folder: xray, split: dev}\n")
    loaded = load_castings([tmp_path / "samples"], DEV, tmp_path)
    assert [sample.id for sample in loaded.samples] == ["good"]
    assert {problem.path for problem in loaded.problems} == {str(path)}
    said = [problem.problem.split(": ", 1)[1] for problem in loaded.problems]
    assert len(said) == 8
    # The bench of a folder leaves out the same ones, for the same reasons.
    benched = [problem.removeprefix(f"{xray}: ") for problem in list_images(xray).problems]
    assert sorted(line.replace("'xray/", "'") for line in said) == sorted(f"{line}" for line in benched)


def test_loading_draws_nothing_and_is_quick(tmp_path: Path) -> None:
    _write(tmp_path, "castings:\n" + _range("dev", 0, 20_000))
    assert len(load_castings([tmp_path], DEV).samples) == 20_000
