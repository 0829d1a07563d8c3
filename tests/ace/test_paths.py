"""Shipped data."""

from pathlib import Path

import pytest

from ace.errors import ConfigError, WorkspaceError
from ace.paths import expanded, shipped


@pytest.mark.parametrize(
    ("name", "holds"), [("playbooks", "tutor/tools"), ("samples", "knowledge"), ("starters", "own/common")]
)
def test_the_shipped_folders_are_found(name: str, holds: str) -> None:
    assert (shipped(name) / holds).is_dir()


def test_a_missing_folder_says_what_to_do() -> None:
    with pytest.raises(WorkspaceError, match="'nothing' is missing; reinstall ace-optimizer"):
        shipped("nothing")


def test_a_home_folder_that_is_not_there_names_the_setting() -> None:
    with pytest.raises(ConfigError, match=r"tools\.models ~no-such-user/x: there is no such home folder"):
        expanded(Path("~no-such-user/x"), "tools.models")
