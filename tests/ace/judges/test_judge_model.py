"""Which model judges: the judge's own, else the controller's, always at a temperature that repeats itself."""

from pathlib import Path

import pytest

from ace.errors import ConfigError
from ace.judges.judge_model import build_judge_model, judge_settings
from ace.session import Session, open_session
from tests.ace.building import git

FLAGS = {"controller.kind": None, "controller.model": "other", "controller.base_url": "http://127.0.0.1:2/v1"}
OWN = "analysis: {judge: {kind: openai, model: j, base_url: 'http://127.0.0.1:1/v1'}}\n"


def session(folder: Path, config: str, flags: dict[str, str | None] | None = None) -> Session:
    """Return the session of a repository with this ace.yaml."""
    git(folder, "init", "-q")
    (folder / "ace.yaml").write_text(f"schema: 1\n{config}")
    return open_session(folder, {}, flags or {})


def test_the_judges_own_at_temperature_0_unless_set(tmp_path: Path) -> None:
    found = judge_settings(session(tmp_path, OWN))
    assert (found.model, found.temperature) == ("j", 0.0)
    warm = session(tmp_path, OWN.replace("}}", ", temperature: 0.3}}"))
    assert judge_settings(warm).temperature == 0.3


def test_else_the_controllers_at_temperature_0_whatever_the_agents(tmp_path: Path) -> None:
    config = "controller: {model: c, base_url: 'http://127.0.0.1:1/v1', temperature: 0.9}\n"
    found = judge_settings(session(tmp_path, config))
    assert (found.model, found.temperature) == ("c", 0.0)


def test_a_model_named_by_flags_wins(tmp_path: Path) -> None:
    assert judge_settings(session(tmp_path, OWN, FLAGS), FLAGS).model == "other"


def test_a_simulated_one_cannot_judge(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="simulated: it can only play the agent"):
        judge_settings(session(tmp_path, "controller: {kind: simulated}\n"))


def test_without_a_model_it_says_how_to_set_one(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="--base-url"):
        judge_settings(session(tmp_path, ""))


def test_paths_are_taken_from_the_repository(tmp_path: Path) -> None:
    (tmp_path / "said.json").write_text('["one"]')
    found = session(tmp_path, "analysis: {judge: {kind: scripted, script: said.json}}\n")
    assert build_judge_model(found, judge_settings(found)).info.label == "scripted/said (simulated)"
