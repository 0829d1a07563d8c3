"""Schedules in ace.yaml, and the variables by which a cycle gets another agent, playbook or settings file."""

from pathlib import Path

import pytest

from ace.config.load import load_config
from ace.errors import ConfigError


def test_schedules_are_a_list_with_defaults(tmp_path: Path) -> None:
    (tmp_path / "ace.yaml").write_text('schedules:\n  - {name: nightly, cron: "15 2 * * *"}\n', encoding="utf-8")
    (found,) = load_config(tmp_path, {}, {}).settings.schedules
    assert (found.name, found.cron, found.deadline_minutes, found.enabled) == ("nightly", "15 2 * * *", 360, True)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        pytest.param("- {name: nightly}", "schedules.0.cron: must be set", id="no line"),
        pytest.param('- {name: nightly, cron: "@daily", enable: true}', "did you mean `enabled`", id="misspelt"),
        pytest.param('- {name: "a b", cron: "@daily"}', "schedules.0.name", id="a name with a space"),
        pytest.param('- {name: a, cron: "@daily", deadline_minutes: 0}', "deadline_minutes: must be", id="no time"),
    ],
)
def test_a_wrong_setting_is_named_by_its_place(text: str, problem: str, tmp_path: Path) -> None:
    (tmp_path / "ace.yaml").write_text(f"schedules:\n  {text}\n", encoding="utf-8")
    with pytest.raises(ConfigError) as caught:
        load_config(tmp_path, {}, {})
    assert problem in str(caught.value)


def test_another_settings_file_takes_the_place_of_ace_yaml(tmp_path: Path) -> None:
    (tmp_path / "ace.yaml").write_text("playbook: playbooks/a\n", encoding="utf-8")
    (tmp_path / "other.yaml").write_text("playbook: playbooks/b\n", encoding="utf-8")
    loaded = load_config(tmp_path, {"ACE_CONFIG": "other.yaml"}, {})
    assert (loaded.settings.playbook, loaded.path) == ("playbooks/b", tmp_path / "other.yaml")
    assert load_config(tmp_path, {"ACE_CONFIG": ""}, {}).settings.playbook == "playbooks/a"


def test_a_settings_file_that_is_named_and_missing_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "ace.yaml").write_text("playbook: playbooks/a\n", encoding="utf-8")
    with pytest.raises(ConfigError, match=r"none\.yaml: no such settings file.*ACE_CONFIG"):
        load_config(tmp_path, {"ACE_CONFIG": "none.yaml"}, {})


def test_agent_and_playbook_come_from_the_environment_too(tmp_path: Path) -> None:
    settings = load_config(tmp_path, {"ACE_AGENT": "inspector", "ACE_PLAYBOOK": "playbooks/x"}, {}).settings
    assert (settings.agent, settings.playbook) == ("inspector", "playbooks/x")
