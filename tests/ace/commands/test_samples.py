"""`ace samples`: from an outside data set to a run, in the terminal."""

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.ace.sample_import.data_sets import pubmed_entry, vqa_row, with_images, write_json
from tests.conftest import Ran


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A small VQA-RAD with its images."""
    folder = write_json(tmp_path / "vqa", [*(vqa_row(number) for number in range(12)), vqa_row(1)])
    with_images(folder / "images", *(f"film{number}.jpg" for number in range(12)))
    return folder


def test_imported_samples_are_run_by_the_simulated_controller(
    demo_repository: Path, data: Path, ace: Callable[..., Ran]
) -> None:
    repo = str(demo_repository)
    ran = ace("samples", "import", "vqa-rad", str(data), "-C", repo, "--split", "dev")
    assert ran.code == 0, ran.err
    assert "12 cases (12 dev, 0 sealed), 36 samples" in ran.out
    assert "1: its id is already used at an earlier row (data.json:13)" in ran.out
    (demo_repository / "ace.yaml").write_text("schema: 1\nsamples: [samples/imported]\ncontroller: {kind: simulated}\n")
    assert ace("samples", "check", f"{repo}/samples/imported", "-C", repo).code == 0
    counts = ace("samples", "list", "-C", repo, "--json").json
    assert (counts["cases"], counts["split"], counts["organ"]) == (12, {"dev": 12}, {"chest": 12})
    run = ace("run", "-C", repo, "--limit", "6", "--json", "-q")
    assert run.code == 0, run.err
    assert run.json["simulated"] is True
    ends = run.json["ends"]
    assert isinstance(ends, dict)
    assert sum(ends.values()) == 6
    assert "infrastructure_error" not in ends


def test_json_lists_every_row_left_out(demo_repository: Path, data: Path, ace: Callable[..., Ran]) -> None:
    ran = ace("samples", "import", "vqa-rad", str(data), "-C", str(demo_repository), "--json")
    assert ran.json["skipped"] == [{"row": "data.json:13", "reason": "its id is already used at data.json:2"}]


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        (("import", "vqa-rat", "x"), 64, "vqa-rat"),
        (("import", "vqa-rad", "gone"), 1, "gone: no such folder"),
        (("import", "vqa-rad"), 64, "FOLDER"),
        (("import", "pubmedqa", "{data}"), 1, "holds no object of questions"),
        (("import", "vqa-rad", "{data}", "--out", "../x"), 1, "inside the repository"),
        (("import", "vqa-rad", "{data}", "--images", "nowhere"), 1, "nowhere: no such folder"),
        (("check", "x", "--agent", ""), 64, "must not be empty"),
        (("check", ""), 64, "must not be empty"),
        (("import", "vqa-rad", ""), 64, "must not be empty"),
        (("import", "vqa-rad", "{data}", "--images", ""), 64, "must not be empty"),
        (("import", "vqa-rad", "{data}", "--out", ""), 64, "must not be empty"),
    ],
    ids=[
        "no such set",
        "no folder",
        "no argument",
        "another set",
        "outside",
        "no images",
        "empty",
        "empty check",
        "empty data",
        "empty images",
        "empty out",
    ],
)
def test_what_cannot_be_done_says_why(
    arguments: tuple[str, ...], code: int, says: str, data: Path, ace: Callable[..., Ran]
) -> None:
    repository = data.parent / "repository"
    subprocess.run(["git", "init", "-q", str(repository)], check=True)
    words = [word.format(data=data) for word in arguments]
    ran = ace("samples", *words, "-C", str(repository))
    assert ran.code == code, ran.err
    assert says in ran.err
    assert "Traceback" not in ran.err


def test_a_check_that_finds_something_fails(tmp_path: Path, ace: Callable[..., Ran]) -> None:
    (tmp_path / "tutor").mkdir()
    (tmp_path / "tutor/a.yaml").write_text("schema: 1\nagent: tutor\ncases: []\n")
    ran = ace("samples", "check", str(tmp_path), "-C", str(tmp_path))
    assert ran.code == 1
    assert "a.yaml: cases: line 3" in ran.out
    assert "not in a git repository" in ran.err


def test_a_data_set_is_imported_from_one_file(demo_repository: Path, tmp_path: Path, ace: Callable[..., Ran]) -> None:
    folder = write_json(tmp_path / "pubmed", {"1": pubmed_entry(), "2": pubmed_entry(QUESTION="And does it hurt?")})
    ran = ace("samples", "import", "pubmedqa", str(folder / "data.json"), "-C", str(demo_repository), "--json")
    assert ran.code == 0, ran.err
    assert ran.json["cases"] == 2
