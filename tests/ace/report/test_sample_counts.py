"""Samples counted by case, and checked."""

from pathlib import Path

import pytest

from ace.report.sample_counts import SampleCounts, check_samples, check_text, count_samples, counts_json, counts_text
from runtime.agents.registry import find_agent
from tests.ace.building import small_session
from tests.ace.sample_import.data_sets import imported, vqa_row, with_images, write_json


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A repository with twelve imported cases."""
    data = write_json(tmp_path / "data", [vqa_row(number) for number in range(12)])
    with_images(data / "images", *(f"film{number}.jpg" for number in range(12)))
    imported(tmp_path / "top", "vqa-rad", data)
    return tmp_path / "top"


def test_cases_are_counted_once_whatever_their_students(starter: Path) -> None:
    session = small_session(starter)
    everything = count_samples(session, None)
    assert everything.samples == 3 * everything.cases
    assert sum(everything.by["split"].values()) == everything.cases
    assert sum(everything.by["modality"].values()) == everything.cases
    dev = count_samples(session, "dev")
    assert dev.by["split"] == {"dev": dev.cases}
    assert dev.cases == everything.by["split"]["dev"]
    assert f"{dev.cases} cases, {dev.samples} samples" in counts_text(dev)
    assert counts_json(dev)["split"] == {"dev": dev.cases}
    assert "(one a student)" in counts_text(dev)


def test_an_agent_without_students_has_no_word_of_them() -> None:
    assert counts_text(SampleCounts(2, 2, {}, ())) == "2 cases, 2 samples\n"


def test_ten_tags_are_shown_and_the_rest_counted() -> None:
    tags = {f"tag{number:02d}": 1 for number in range(13)}
    text = counts_text(SampleCounts(13, 39, {"tag": tags}, ()))
    assert "tag09" in text
    assert "tag10" not in text
    assert "... and 3 more" in text


def test_what_no_case_names_has_no_table() -> None:
    counts = SampleCounts(2, 2, {"split": {"dev": 2}, "organ": {"none": 2}, "modality": {"XR": 1, "none": 1}}, ())
    text = counts_text(counts)
    assert text.startswith("2 cases, 2 samples\n")
    assert ("organ" in text, "modality" in text, "none" in text) == (False, True, True)
    assert counts_json(counts)["organ"] == {"none": 2}


def test_a_sound_folder_has_no_problem(folder: Path) -> None:
    checked = check_samples(folder / "samples/imported", find_agent("tutor"), folder)
    assert (checked.cases, checked.samples, checked.problems) == (12, 36, ())
    assert check_text(checked).endswith("12 cases, 36 samples; no problem\n")


def test_each_problem_has_its_file_and_field(folder: Path) -> None:
    path = folder / "samples/imported/tutor/vqa-rad-film1-jpg.yaml"
    path.write_text(path.read_text().replace("answer: ", "answer: Z # ", 1))
    (folder / "samples/imported/images/vqa-rad/film2.jpg").unlink()
    checked = check_samples(folder / "samples/imported", find_agent("tutor"), folder)
    text = check_text(checked)
    assert len(checked.problems) == 2
    assert f"{path}: cases.0.answer: line " in text
    assert "film2.jpg" in text
    assert "2 problems" in text
    unlooked = check_samples(folder / "samples/imported", find_agent("tutor"), None)
    assert len(unlooked.problems) == 1
