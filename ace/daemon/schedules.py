"""The schedules that are configured, each with the command line and environment of its cycles."""

import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from ace.config.schedule_settings import ScheduleSettings
from ace.daemon.cron_line import CronLine, read_cron
from ace.daemon.due_times import CronTimes, Times
from ace.errors import ConfigError

# The one that `--cron` makes.
UNNAMED = "cron"
WHAT_TO_WRITE = """\
no schedule is configured; write one into ace.yaml:

schedules:
  - name: nightly
    cron: "15 2 * * *"      # minute hour day month weekday, in UTC

or start `ace daemon --cron "15 2 * * *"`; `ace daemon --explain` says what a line means"""


@dataclass(frozen=True)
class Schedule:
    """`cron`: the line as written. `environment`: settings that differ for its cycles, as environment variables.

    `ceilings`: what one cycle may use, as options of `ace cycle`.
    """

    name: str
    cron: str
    times: Times
    deadline_s: float
    environment: Mapping[str, str]
    ceilings: Mapping[str, str] = field(default_factory=dict)
    is_enabled: bool = True
    line: CronLine | None = None


def build_schedules(settings: Iterable[ScheduleSettings], cron: str | None, repo: Path) -> tuple[Schedule, ...]:
    """Return what is configured, or the one schedule of `cron` in its place.

    Raises: ConfigError for a line cron would not take, two of one name, a settings file that is not there, or nothing
    to do.
    """
    chosen = tuple(settings) if cron is None else (ScheduleSettings(name=UNNAMED, cron=cron),)
    if not chosen:
        raise ConfigError(WHAT_TO_WRITE)
    names = [one.name for one in chosen]
    for name in names:
        if names.count(name) > 1:
            raise ConfigError(f"schedules: {names.count(name)} have the name {name!r}; give each its own")
    return tuple(_schedule(one, repo) for one in chosen)


def _schedule(settings: ScheduleSettings, repo: Path) -> Schedule:
    try:
        line = read_cron(settings.cron)
    except ConfigError as exc:
        raise ConfigError(f"schedule {settings.name}: {exc}") from exc
    environment = {
        name: value
        for name, value in (("ACE_AGENT", settings.agent), ("ACE_PLAYBOOK", settings.playbook))
        if value is not None
    }
    if settings.config is not None:
        environment["ACE_CONFIG"] = _inside(settings.config, settings.name, repo)
    ceilings = (
        ("--max-calls", settings.max_calls),
        ("--max-tokens", settings.max_tokens),
        ("--max-cost-usd", settings.max_cost_usd),
    )
    return Schedule(
        name=settings.name,
        cron=settings.cron,
        times=CronTimes(line),
        deadline_s=settings.deadline_minutes * 60,
        environment=environment,
        ceilings={
            option: f"{value:g}" if isinstance(value, float) else str(value) for option, value in ceilings if value
        },
        is_enabled=settings.enabled,
        line=line,
    )


def _inside(name: str, schedule: str, repo: Path) -> str:
    path = (repo / name).resolve()
    if not path.is_relative_to(repo.resolve()):
        raise ConfigError(f"schedule {schedule}: config {name!r} is outside the repository; move it into {repo}")
    if not path.is_file():
        raise ConfigError(f"schedule {schedule}: {path}: no such settings file; write it or correct `config`")
    return name


def child_command(schedule: Schedule, repo: Path, lifeline: int, grace_s: float) -> tuple[str, ...]:
    """Return the command line of one cycle. `lifeline`: a pipe's end it inherits, closed when the daemon is gone."""
    ceilings = [word for option in schedule.ceilings.items() for word in option]
    return (
        *(sys.executable, "-P", "-m", "ace.daemon.child", str(lifeline), str(grace_s)),
        *(
            "cycle",
            "-C",
            str(repo),
            "--schedule",
            schedule.name,
            "--deadline",
            f"{schedule.deadline_s / 60:g}",
            *ceilings,
        ),
    )
