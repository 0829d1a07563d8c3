"""A session in a repository has its rules; anywhere else it has none and says where its trace is."""

from pathlib import Path

import pytest

from ace.errors import AceError, ConfigError, NotFoundError
from ace.tutor.place import open_place
from ace.workspace import TUTOR_RUN
from tests.ace.building import git

SIMULATED = {"controller.kind": "simulated"}


def test_in_a_repository_the_reviewed_rules_are_in_force_and_the_run_is_kept_with_the_others(starter: Path) -> None:
    place = open_place(starter, {}, SIMULATED, None)
    assert place.is_repository
    assert "tools.retrieve-before-web" in {rule.id for rule in place.rules}
    assert len(place.commit) == 40
    assert place.folder == place.session.workspace.runs / place.run
    assert place.run.startswith(TUTOR_RUN)
    assert not place.folder.exists()


def test_a_repository_without_ace_yaml_has_no_rules(starter: Path) -> None:
    (starter / "ace.yaml").unlink()
    place = open_place(starter, {}, SIMULATED, None)
    assert (place.is_repository, place.rules, place.commit) == (True, (), "")


def test_outside_a_repository_the_shipped_cards_are_used_and_the_trace_goes_to_a_folder(tmp_path: Path) -> None:
    place = open_place(tmp_path, {}, SIMULATED, None)
    assert (place.is_repository, place.rules) == (False, ())
    assert place.folder.name == place.run
    assert not place.folder.is_relative_to(tmp_path)
    kept = open_place(tmp_path, {}, SIMULATED, tmp_path / "kept")
    assert kept.folder == tmp_path / "kept" / kept.run
    assert kept.session.workspace.artifacts == tmp_path / "kept" / "artifacts"


def test_a_folder_that_is_not_there_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(AceError, match="no such folder"):
        open_place(tmp_path / "nowhere", {}, SIMULATED, None)


def test_latest_never_means_a_session_with_a_person(starter: Path) -> None:
    place = open_place(starter, {}, SIMULATED, None)
    place.folder.mkdir(parents=True)
    with pytest.raises(NotFoundError):
        place.session.workspace.run_folder("latest")
    assert place.session.workspace.run_folder(place.run) == place.folder
    other = place.session.workspace.runs / "r-20200101-000000-aaaa"
    other.mkdir()
    assert place.session.workspace.run_folder("latest") == other


def test_only_the_tutor_talks_with_a_person(tmp_path: Path) -> None:
    git(tmp_path, "init", "-q")
    own = "agent: triage\nown_agent: {kind: http, url: 'http://127.0.0.1:9/run'}\n"
    (tmp_path / "ace.yaml").write_text(own, encoding="utf-8")
    with pytest.raises(ConfigError, match="agent 'triage' is configured here, and only the tutor talks"):
        open_place(tmp_path, {}, SIMULATED, None)
