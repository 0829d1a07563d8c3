"""Where a bundle is, and where runs are kept without a repository."""

from pathlib import Path

import pytest

from ace.bundle.rules_place import bundle_workspace, from_place
from ace.config.rules_settings import RulesSettings


def test_paths_of_the_file_count_from_its_folder_others_from_here(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    top, here = tmp_path / "top", tmp_path / "here"
    top.mkdir()
    here.mkdir()
    monkeypatch.chdir(here)
    rules = RulesSettings(bundle=Path("a"), allowed_signers=Path("b"), state=Path("/c"))
    found = from_place(rules, {"rules.bundle": "environment ACE_BUNDLE", "rules.allowed_signers": "ace.yaml"}, top)
    assert found == RulesSettings(bundle=here / "a", allowed_signers=top / "b", state=Path("/c"))
    assert from_place(rules, {"rules.bundle": "flag"}, top).bundle == here / "a"
    assert from_place(RulesSettings(), {}, top) == RulesSettings()


def test_runs_of_each_folder_are_kept_apart(tmp_path: Path) -> None:
    environ = {"XDG_STATE_HOME": str(tmp_path / "state")}
    one, two = (bundle_workspace(tmp_path / name / "agent", RulesSettings(), environ) for name in ("a", "b"))
    assert one.state != two.state
    assert one.state.parent == two.state.parent == tmp_path / "state" / "ace"
    assert one.state == bundle_workspace(tmp_path / "a" / "agent", RulesSettings(), environ).state
    assert (one.repo, one.is_bare, one.has_git) == (tmp_path / "a" / "agent", False, False)


def test_a_named_folder_is_taken_and_a_relative_state_home_is_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert bundle_workspace(tmp_path, RulesSettings(state=tmp_path / "s"), {}).state == tmp_path / "s"
    monkeypatch.setenv("HOME", str(tmp_path))
    found = bundle_workspace(tmp_path, RulesSettings(), {"XDG_STATE_HOME": "state"})
    assert found.state.parent == tmp_path / ".local" / "state" / "ace"
