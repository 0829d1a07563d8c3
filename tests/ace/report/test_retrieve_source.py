from pathlib import Path

import pytest

from ace.errors import ConfigError
from ace.paths import shipped
from ace.report.retrieve_source import find_source
from tests.ace.building import starter_repository


def test_outside_a_repository_it_is_the_shipped_cards(tmp_path: Path) -> None:
    source = find_source(tmp_path, {}, (), None)
    assert source.folders == (shipped("samples") / "knowledge",)
    assert source.settings.kind == "hybrid"
    assert source.settings.folder is None
    assert source.references == (shipped("samples"),)


def test_in_a_repository_its_settings_hold_and_flags_win(tmp_path: Path) -> None:
    repo = starter_repository(tmp_path / "r")
    with (repo / "ace.yaml").open("a") as file:
        file.write("retrieval:\n  kind: bm25\n  token_budget: 200\n  folder: kept\n")
    source = find_source(repo, {}, (), None)
    assert (source.settings.kind, source.settings.token_budget) == ("bm25", 200)
    assert source.settings.folder == repo / "kept"
    assert source.image_base == repo
    flagged = find_source(repo, {}, (tmp_path / "notes",), "hybrid")
    assert flagged.folders == (tmp_path / "notes",)
    assert (flagged.settings.kind, flagged.settings.token_budget) == ("hybrid", 200)


def test_named_folders_do_not_need_those_of_the_configuration(tmp_path: Path) -> None:
    repo = starter_repository(tmp_path / "r")
    (repo / "ace.yaml").write_text("schema: 1\nknowledge: [absent]\n")
    assert find_source(repo, {}, (tmp_path / "notes",), None).folders == (tmp_path / "notes",)


def test_a_wrong_configuration_is_an_error_not_another_source(tmp_path: Path) -> None:
    repo = starter_repository(tmp_path / "r")
    (repo / "ace.yaml").write_text("schema: 1\nknowledge: [absent]\n")
    with pytest.raises(ConfigError, match="absent"):
        find_source(repo, {}, (), None)
