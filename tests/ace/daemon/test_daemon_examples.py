"""What docs/daemon.md and docs/examples show works."""

import re
from pathlib import Path

import pytest

from ace.commands.daemon import command
from ace.config.load import load_config
from ace.daemon.cron_line import read_cron
from ace.daemon.schedules import build_schedules
from tests.ace.daemon.daemon_building import TOP

EXAMPLES = TOP / "docs/examples"


def test_the_settings_that_are_shown_are_read(tmp_path: Path) -> None:
    text = (TOP / "docs/daemon.md").read_text(encoding="utf-8")
    shown = text.split("```yaml\n")[1].split("```")[0]
    (tmp_path / "ace.yaml").write_text(shown, encoding="utf-8")
    (tmp_path / "ace.weekly.yaml").write_text("agent: tutor\n", encoding="utf-8")
    settings = load_config(tmp_path, {}, {}).settings
    made = build_schedules(settings.schedules, None, tmp_path)
    assert [one.name for one in made] == ["nightly", "weekly"]
    assert made[0].ceilings == {"--max-cost-usd": "5"}


def test_every_crontab_line_is_one() -> None:
    lines = re.findall(
        r"^#? ?((?:[*0-9/]+ ){2}\* \* \*)  cd ", (EXAMPLES / "crontab").read_text(encoding="utf-8"), re.M
    )
    assert len(lines) == 2
    for line in lines:
        read_cron(line)


@pytest.mark.parametrize("name", ["ace.service", "ace-once.service", "crontab"])
def test_the_options_that_are_used_exist(name: str) -> None:
    known = {option for parameter in command.params for option in parameter.opts}
    used = re.findall(r"ace daemon ((?:--[a-z-]+ ?)+)", (EXAMPLES / name).read_text(encoding="utf-8"))
    assert used
    assert {option for part in used for option in part.split()} <= known
