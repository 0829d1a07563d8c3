"""Whole imports: what is written loads, nothing is asked twice, and what was left out is listed."""

import os
import time
from pathlib import Path

import pytest

from ace.errors import AceError
from ace.sample_import.import_samples import import_samples, split_of, without_repeats
from ace.sample_import.request import ImportRequest
from runtime.contracts.sample import TutorSample
from runtime.samples.load_samples import load_samples
from tests.ace.sample_import.data_sets import (
    imported,
    pubmed_entry,
    question,
    slake_row,
    vqa_row,
    with_images,
    write_json,
)

OUT = Path("samples/imported")


def _vqa(tmp_path: Path, *rows: object) -> Path:
    data = write_json(tmp_path / "data", list(rows))
    with_images(data / "images", *(f"film{number}.jpg" for number in range(40)))
    return data


def _loaded(top: Path) -> tuple[TutorSample, ...]:
    loaded = load_samples([top / OUT], frozenset({"dev", "sealed"}), "tutor", top)
    assert loaded.problems == ()
    return loaded.samples


def test_an_import_writes_samples_that_load_with_their_images(tmp_path: Path) -> None:
    top = tmp_path / "repository"
    report = imported(top, "vqa-rad", _vqa(tmp_path, *(vqa_row(number) for number in range(12))))
    assert (report.cases, report.skipped, report.problems, report.copied_images) == (12, (), (), 12)
    assert report.dev + report.sealed == 12
    samples = _loaded(top)
    assert len(samples) == 36
    assert {sample.image for sample in samples if sample.case == "vqa-rad.1"} == {
        "samples/imported/images/vqa-rad/film1.jpg"
    }
    assert all(sample.source[0].licence.startswith("CC0") for sample in samples)


def test_all_about_one_image_is_in_one_split_and_the_order_of_rows_does_not_matter(tmp_path: Path) -> None:
    rows = [vqa_row(n, image_name=f"film{n % 10}.jpg", question=f"Where is {n}?") for n in range(40)]
    imported(tmp_path / "a", "vqa-rad", _vqa(tmp_path / "x", *rows))
    imported(tmp_path / "b", "vqa-rad", _vqa(tmp_path / "y", *reversed(rows)))
    one, other = _loaded(tmp_path / "a"), _loaded(tmp_path / "b")
    splits = {(sample.image, sample.split) for sample in one}
    assert len(splits) == 10
    assert {split for _, split in splits} == {"dev", "sealed"}
    assert [(s.id, s.split) for s in one] == [(s.id, s.split) for s in other]


def test_the_same_import_gives_the_same_bytes(tmp_path: Path) -> None:
    data = _vqa(tmp_path, *(vqa_row(number) for number in range(12)))
    for top in ("a", "b"):
        imported(tmp_path / top, "vqa-rad", data, seed=3)
    files = [{p.name: p.read_bytes() for p in (tmp_path / top / OUT / "tutor").iterdir()} for top in ("a", "b")]
    assert files[0] == files[1]


def test_a_smaller_limit_is_a_part_of_a_larger_one(tmp_path: Path) -> None:
    data = _vqa(tmp_path, *(vqa_row(number) for number in range(12)))
    small = imported(tmp_path / "a", "vqa-rad", data, limit=4)
    imported(tmp_path / "b", "vqa-rad", data, limit=8)
    assert (small.cases, small.left_out) == (4, 8)
    assert {s.id for s in _loaded(tmp_path / "a")} < {s.id for s in _loaded(tmp_path / "b")}


def test_a_split_can_be_asked_for(tmp_path: Path) -> None:
    report = imported(tmp_path / "a", "pubmedqa", write_json(tmp_path / "d", {"1": pubmed_entry()}), split="sealed")
    assert (report.dev, report.sealed) == (0, 1)


@pytest.mark.parametrize(
    ("second", "reason"),
    [
        ({"id": "set.1", "question": "Another?"}, "its id is already used at data.json:1"),
        ({"id": "set.2", "question": "Where IS finding 1"}, "asked before at data.json:1"),
        ({"question": "Reworded?", "linked": "l"}, "another wording of data.json:1"),
        ({"question": "Where is finding 1?", "answer": "Sternum"}, "asked before at data.json:1, with another answer"),
        ({"question": "Reworded?", "linked": "l", "answer": "Sternum"}, ""),
        ({"question": "Where is finding 1?", "group": "film2.jpg"}, ""),
    ],
    ids=["id", "words", "linked", "another answer", "linked, another answer", "another image"],
)
def test_nothing_is_asked_twice(second: dict[str, object], reason: str) -> None:
    first = question(1, linked="l")
    other = question(2, **{"group": first.group, "answer": first.answer, **second})
    kept, skipped = without_repeats([first, other])
    assert [row.reason for row in skipped] == ([reason] if reason else [])
    assert len(kept) == (1 if reason else 2)


def test_every_row_is_imported_or_listed(tmp_path: Path) -> None:
    rows: list[object] = [vqa_row(number) for number in range(8)]
    rows += [vqa_row(1), vqa_row(20, answer=7), vqa_row(21, answer=""), vqa_row(22, image_name="gone.jpg"), 5]
    report = imported(tmp_path / "a", "vqa-rad", _vqa(tmp_path, *rows))
    assert report.cases == 8
    assert {row.place.rpartition(":")[2]: row.reason.split(" in ")[0] for row in report.skipped} == {
        "9": "its id is already used at data.json:2",
        "10": "fewer than two other answers of its kind are surely wrong for it",
        "11": "answer is empty",
        "12": "its image is not there",
        "13": "not an object",
    }


def test_without_images_slake_keeps_what_can_be_asked_once(tmp_path: Path) -> None:
    rows = [slake_row(number) for number in range(6)]
    rows += [slake_row(7, question="Which organ belongs to system 1?"), slake_row(8, question="What is on the left?")]
    report = imported(tmp_path / "a", "slake", write_json(tmp_path / "d", rows))
    assert report.cases == 6
    assert [row.reason for row in report.skipped] == [
        "without its image the same question as data.json:2",
        "its image is not there; name their folder with --images",
    ]
    sample = _loaded(tmp_path / "a")[0]
    assert sample.question.endswith("(Asked about an X-ray image, region: chest lung, which is not shown.)")
    assert sample.image == ""


def test_an_earlier_import_is_only_replaced_when_asked_and_other_files_stay(tmp_path: Path) -> None:
    data = _vqa(tmp_path, *(vqa_row(number) for number in range(12)))
    imported(tmp_path / "a", "vqa-rad", data)
    folder = tmp_path / "a" / OUT / "tutor"
    (folder / "vqa-rad-mine.yaml").write_text("schema: 1\n")
    with pytest.raises(AceError, match="already holds 12 files of vqa-rad; --replace"):
        imported(tmp_path / "a", "vqa-rad", data)
    imported(tmp_path / "a", "vqa-rad", data, limit=2, is_replacing=True)
    assert len(list(folder.glob("vqa-rad-film*.yaml"))) == 2
    assert (folder / "vqa-rad-mine.yaml").read_text() == "schema: 1\n"


@pytest.mark.parametrize(
    ("out", "rows", "says"),
    [
        ("../elsewhere", [vqa_row(1)], "must be a folder inside the repository"),
        (".", [vqa_row(1)], "must be a folder inside the repository"),
        (".git/x", [vqa_row(1)], "must be a folder of files inside"),
        ("samples/x", [], "no row could be imported"),
        ("samples/x", [vqa_row(1, answer="")], "no row could be imported .data.json:1: answer is empty"),
    ],
    ids=["outside", "top", "git", "empty", "nothing usable"],
)
def test_what_cannot_be_imported_says_why(out: str, rows: list[object], says: str, tmp_path: Path) -> None:
    request = ImportRequest("vqa-rad", write_json(tmp_path / "data", rows), tmp_path / "top", Path(out))
    with pytest.raises(AceError, match=says):
        import_samples(request)


def test_ten_thousand_rows_take_seconds(tmp_path: Path) -> None:
    words = [
        f"{first}{last}" for first in ("ak", "bo", "cu", "di", "ef") for last in ("la", "mi", "no", "pu", "ra", "so")
    ]
    rows = [
        vqa_row(n, image_name=f"film{n % 40}.jpg", question=f"Where is finding {n}?", answer=words[n % 30])
        for n in range(10_000)
    ]
    started = time.process_time()
    report = imported(tmp_path / "a", "vqa-rad", _vqa(tmp_path, *rows), limit=200)
    assert report.cases + report.left_out == 10_000 - len(report.skipped)
    assert time.process_time() - started < 20


def test_an_answer_that_cannot_be_written_is_no_other_questions_option(tmp_path: Path) -> None:
    rows = [vqa_row(n) for n in range(8)]
    rows += [vqa_row(20, answer="Hi\u202elum"), vqa_row(21, answer="\x1b[31mred"), vqa_row(22, answer="half \ud800")]
    rows += [vqa_row(23, question="Where \udfff is it?"), vqa_row(24, image_name="film\ud800.jpg")]
    report = imported(tmp_path / "a", "vqa-rad", _vqa(tmp_path, *rows))
    assert (report.cases, report.problems) == (8, ())
    assert [row.reason for row in report.skipped] == [
        "answer holds a bidirectional mark (U+202E)",
        "answer holds a control character (U+001B)",
        "answer holds a lone surrogate (U+D800)",
        "question holds a lone surrogate (U+DFFF)",
        "image_name holds a lone surrogate (U+D800)",
    ]
    assert len(_loaded(tmp_path / "a")) == 24


def test_rows_whose_long_ids_begin_alike_are_all_imported(tmp_path: Path) -> None:
    rows = [vqa_row(n, qid=f"{'question-' * 8}{n}") for n in range(8)]
    assert imported(tmp_path / "a", "vqa-rad", _vqa(tmp_path, *rows)).cases == 8


def test_long_texts_of_another_script_are_read_back(tmp_path: Path) -> None:
    entries = {
        str(n): pubmed_entry(QUESTION=f"{n} {'中' * 800}", CONTEXTS=["中" * 390] * 4, LONG_ANSWER="中" * 1800)
        for n in range(70)
    }
    report = imported(tmp_path / "a", "pubmedqa", write_json(tmp_path / "d", entries))
    assert (report.cases, report.problems) == (70, ())
    assert len(_loaded(tmp_path / "a")) == 210


def test_about_three_in_ten_groups_are_sealed() -> None:
    splits = [split_of(f"film{number}", 0, "") for number in range(500)]
    assert 0.2 < splits.count("sealed") / 500 < 0.4
    assert split_of("film1", 0, "dev") == "dev"


@pytest.mark.outside_data
@pytest.mark.parametrize(("name", "at_least"), [("vqa-rad", 1000), ("slake", 20), ("pubmedqa", 500)])
def test_the_real_data_sets_are_imported_without_a_problem(name: str, at_least: int, tmp_path: Path) -> None:
    outside = os.environ.get("ACE_OUTSIDE_DATA")
    if not outside:
        pytest.skip("ACE_OUTSIDE_DATA names no folder of outside data")
    report = imported(tmp_path, name, Path(outside) / name)
    assert report.cases >= at_least
    assert report.problems == ()
    assert len(_loaded(tmp_path)) == 3 * report.cases
