"""Schedules out of settings, and the command line of a cycle."""

from pathlib import Path

import pytest

from ace.config.schedule_settings import ScheduleSettings
from ace.daemon.schedules import build_schedules, child_command
from ace.errors import ConfigError
from tests.ace.daemon.daemon_building import schedule


def settings(**fields: object) -> ScheduleSettings:
    return ScheduleSettings.model_validate({"name": "nightly", "cron": "15 2 * * *", **fields})


def test_without_schedules_the_message_says_what_to_write(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"schedules:\n  - name: nightly\n    cron: "):
        build_schedules((), None, tmp_path)


def test_a_line_of_the_command_line_takes_the_place_of_those_configured(tmp_path: Path) -> None:
    (made,) = build_schedules((settings(),), "@hourly", tmp_path)
    assert (made.name, made.cron) == ("cron", "@hourly")


def test_agent_playbook_and_settings_file_reach_the_cycle_through_its_environment(tmp_path: Path) -> None:
    (tmp_path / "other.yaml").write_text("agent: tutor\n", encoding="utf-8")
    chosen = settings(agent="inspector", playbook="playbooks/inspector", config="other.yaml")
    (made,) = build_schedules((chosen,), None, tmp_path)
    assert made.environment == {
        "ACE_AGENT": "inspector",
        "ACE_PLAYBOOK": "playbooks/inspector",
        "ACE_CONFIG": "other.yaml",
    }


@pytest.mark.parametrize(
    ("chosen", "problem"),
    [
        pytest.param((settings(), settings()), "2 have the name 'nightly'", id="two of one name"),
        pytest.param((settings(cron="61 * * * *"),), "schedule nightly: cron line", id="a wrong line"),
        pytest.param((settings(config="none.yaml"),), "no such settings file", id="no file"),
        pytest.param((settings(config="../ace.yaml"),), "outside the repository", id="a file elsewhere"),
    ],
)
def test_what_cannot_be_used_is_refused(chosen: tuple[ScheduleSettings, ...], problem: str, tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=problem):
        build_schedules(chosen, None, tmp_path)


def test_the_command_line_names_the_schedule_and_its_budget(tmp_path: Path) -> None:
    words = child_command(schedule(ceilings={"--max-tokens": "5000"}), tmp_path, 7, 30.0)
    assert words[1:6] == ("-P", "-m", "ace.daemon.child", "7", "30.0")
    assert words[6:] == (
        "cycle",
        "-C",
        str(tmp_path),
        "--schedule",
        "nightly",
        "--deadline",
        "60",
        "--max-tokens",
        "5000",
    )
