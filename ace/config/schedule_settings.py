"""When `ace daemon` starts cycles, how it runs them, and who is told when one is missed or fails."""

from pydantic import Field

from runtime.contracts.sample import Frozen

ENVIRONMENT_NAME = r"^[A-Za-z_][A-Za-z0-9_]*$"


class ScheduleSettings(Frozen):
    """One schedule. `cron`: five fields in UTC, as in a crontab; `ace daemon --explain` says what they mean.

    `agent`, `playbook`: in place of those above; `config`: another settings file of this repository in place of
    ace.yaml. `deadline_minutes`: a cycle that takes longer ends after its step; one that does not is stopped a grace
    later. `max_calls`, `max_tokens`, `max_cost_usd`: ceilings of one cycle, in place of those of `cycle`. `enabled`
    False: kept, never started.
    """

    name: str = Field(pattern=r"^[a-z0-9][a-z0-9._-]{0,39}$")
    cron: str = Field(max_length=200)
    agent: str | None = Field(default=None, min_length=1)
    playbook: str | None = Field(default=None, min_length=1)
    config: str | None = Field(default=None, min_length=1)
    deadline_minutes: float = Field(default=360.0, gt=0, le=10_080)
    max_calls: int | None = Field(default=None, ge=1)
    max_tokens: int | None = Field(default=None, ge=1)
    max_cost_usd: float | None = Field(default=None, gt=0)
    enabled: bool = True


class DaemonSettings(Frozen):
    """How cycles are run. `stop_grace_seconds`: what a cycle gets after SIGTERM before it is killed.

    `busy_minutes`: how long a cycle waits for another one of the same repository that somebody else started.
    `late_minutes`: one that starts later than this after its time is told as missed. Of each cycle's output the first
    `log_megabytes` are kept, and the `keep_logs` newest of them.
    """

    stop_grace_seconds: float = Field(default=120.0, ge=1, le=3600)
    busy_minutes: float = Field(default=60.0, ge=0, le=1440)
    late_minutes: float = Field(default=5.0, gt=0, le=1440)
    keep_logs: int = Field(default=30, ge=1, le=1000)
    log_megabytes: float = Field(default=10.0, gt=0, le=1000)


class NotifySettings(Frozen):
    """Who is told of a missed or failed cycle, besides the log.

    `webhook_env`: the environment variable that holds the address JSON is posted to, so that no secret is in a file.
    The same failure is not posted again for `repeat_hours`.
    """

    webhook_env: str | None = Field(default=None, pattern=ENVIRONMENT_NAME)
    repeat_hours: float = Field(default=24.0, ge=0, le=720)
