"""Shipped data."""

import pytest

from ace.errors import WorkspaceError
from ace.paths import shipped


@pytest.mark.parametrize(("name", "holds"), [("playbooks", "tutor/tools"), ("samples", "knowledge")])
def test_the_shipped_folders_are_found(name: str, holds: str) -> None:
    assert (shipped(name) / holds).is_dir()


def test_a_missing_folder_says_what_to_do() -> None:
    with pytest.raises(WorkspaceError, match="'nothing' is missing; reinstall ace-optimizer"):
        shipped("nothing")
