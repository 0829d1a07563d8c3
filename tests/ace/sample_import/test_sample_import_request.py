"""Where an import writes: from the repository, links followed."""

from pathlib import Path

from ace.sample_import.request import ImportRequest


def test_the_output_folder_is_taken_from_the_repository(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "real")
    request = ImportRequest("slake", tmp_path / "data", tmp_path / "link", Path("samples/x"))
    assert request.repository == tmp_path / "real"
    assert request.folder == tmp_path / "real/samples/x"
