"""What a commit holds at given paths."""

from ace.review.base_entries import attribute_files, base_modes, entries
from tests.ace.review.playbook_repository import GREETING_PATH, RULE_PATH, Repository


def test_only_the_paths_asked_for(repository: Repository) -> None:
    found = entries(repository.path, "main", ["playbooks", "playbooks/tutor", RULE_PATH, "absent"])
    assert {path: entry.mode for path, entry in found.items()} == {
        "playbooks": "040000",
        "playbooks/tutor": "040000",
        RULE_PATH: "100644",
    }


def test_modes_of_files_that_are_there(repository: Repository) -> None:
    assert base_modes(repository.path, "main", [GREETING_PATH, "new/file"]) == {GREETING_PATH: "100644"}


def test_attributes_of_every_folder_above_a_path(repository: Repository) -> None:
    files = {".gitattributes": b"1", "playbooks/tutor/.gitattributes": b"2", "other/.gitattributes": b"3"}
    repository.commit(**files)
    found = attribute_files(repository.path, "main", [RULE_PATH])
    assert found == {".gitattributes": b"1", "playbooks/tutor/.gitattributes": b"2"}
