"""Sample files: YAML that reads back unchanged, one file an image, bounded files without."""

from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from ace.sample_import.write_samples import CASES_A_FILE, PlacedCase, head_of, sample_files, write_files, yaml_text
from runtime.contracts.json_types import JsonObject
from runtime.rules.allowed_characters import find_forbidden
from runtime.rules.read_yaml import read_yaml
from runtime.samples.file_reader import MAX_FILE_BYTES
from tests.ace.sample_import.data_sets import question

SOURCE: JsonObject = {"reference": "A set", "licence": "CC0"}
TEXT = st.text(max_size=40).filter(lambda text: find_forbidden(text) is None)


@given(st.lists(TEXT, max_size=4), st.dictionaries(TEXT.filter(bool), TEXT, max_size=4))
def test_any_text_reads_back_as_it_was(items: list[str], mapping: dict[str, str]) -> None:
    value: JsonObject = {"items": items, "mapping": mapping}
    assert read_yaml(yaml_text(value).encode(), "x.yaml") == value


def test_words_other_readers_would_take_for_something_else_are_quoted() -> None:
    words = [
        "yes",
        "No",
        "12:30",
        "1e5",
        "0o7",
        "y",
        "=",
        "~",
        "2024-01-01",
        "1_000",
        ".5",
        "null",
        " x ",
        "a: b",
        "- c",
    ]
    value: JsonObject = {"words": words, "again": words}
    text = yaml_text(value)
    assert read_yaml(text.encode(), "x.yaml") == value
    assert "&" not in text


def _placed(number: int, folder: str = "", image: str = "") -> PlacedCase:
    row = question(number, modality="CT", organ="chest", image=image)
    return PlacedCase({"id": row.id}, row, f"{folder}{image}")


def test_one_file_an_image_and_sixty_cases_a_file_without_one() -> None:
    cases = [_placed(number) for number in range(CASES_A_FILE + 1)]
    cases += [_placed(200, "img/", "film1.jpg"), _placed(201, "img/", "film1.jpg")]
    files = sample_files("set", cases, SOURCE)
    assert list(files) == ["set-ct-chest.yaml", "set-ct-chest-2.yaml", "set-film1-jpg.yaml"]
    assert all(data.startswith(head_of("set").encode()) for data in files.values())
    shown = read_yaml(files["set-film1-jpg.yaml"], "x")
    assert (shown["image"], shown["source"]) == ("img/film1.jpg", [SOURCE])
    assert "image" not in read_yaml(files["set-ct-chest.yaml"], "x")


def test_no_file_is_larger_than_what_is_read_back() -> None:
    row = question(1, modality="TXT", organ="none", image="")
    cases = [
        PlacedCase({"id": f"set.{n}", "question": "中" * 800, "explanation": "中" * 4000}, row, "") for n in range(70)
    ]
    files = sample_files("set", cases, SOURCE)
    assert max(map(len, files.values())) < MAX_FILE_BYTES
    assert (
        sum(len(as_list(read_yaml(data, name, max_bytes=MAX_FILE_BYTES)["cases"])) for name, data in files.items())
        == 70
    )


def as_list(value: object) -> list[object]:
    """Return a list read from YAML."""
    assert isinstance(value, list)
    return value


def test_images_whose_names_look_alike_get_files_of_their_own() -> None:
    cases = [_placed(1, "a/", "Film 1.jpg"), _placed(2, "a/", "film-1.jpg")]
    assert len(sample_files("set", cases, SOURCE)) == 2


def test_files_are_written_whole(tmp_path: Path) -> None:
    write_files(tmp_path / "new", {"a.yaml": b"x", "b.yaml": b"y"})
    assert {path.name: path.read_bytes() for path in (tmp_path / "new").iterdir()} == {"a.yaml": b"x", "b.yaml": b"y"}


def test_a_link_left_in_the_way_of_a_half_file_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "other.txt").write_text("mine")
    (tmp_path / ".a.yaml.partial").symlink_to(tmp_path / "other.txt")
    write_files(tmp_path, {"a.yaml": b"x"})
    assert (tmp_path / "other.txt").read_text() == "mine"
    assert (tmp_path / "a.yaml").read_bytes() == b"x"
