"""What each schedule means, in plain words and in its next due times. Pure."""

from collections.abc import Sequence
from datetime import UTC, datetime, tzinfo

from ace.daemon.cron_words import cron_words
from ace.daemon.schedules import Schedule
from runtime.contracts.json_types import JsonObject

_NEXT = 5


def next_due_times(schedule: Schedule, now: datetime, count: int = _NEXT) -> list[datetime]:
    """Return the next due times, in UTC."""
    out: list[datetime] = []
    while len(out) < count:
        out.append(schedule.times.next_after(out[-1] if out else now))
    return out


def explain_text(schedules: Sequence[Schedule], now: datetime, zone: tzinfo | None) -> str:
    """Return what people read; `zone` is theirs, None for this machine's."""
    return "\n\n".join(_explained(schedule, now, zone) for schedule in schedules) + "\n"


def explain_json(schedules: Sequence[Schedule], now: datetime, zone: tzinfo | None) -> JsonObject:
    """Return the same for programs."""
    return {
        "schedules": [
            {
                "name": schedule.name,
                "cron": schedule.cron,
                "enabled": schedule.is_enabled,
                "means": _words(schedule),
                "cycle": dict(_cycle(schedule)),
                "next_due": [
                    {"utc": _time(due, UTC), "local": due.astimezone(zone).isoformat()}
                    for due in next_due_times(schedule, now)
                ],
            }
            for schedule in schedules
        ]
    }


def _explained(schedule: Schedule, now: datetime, zone: tzinfo | None) -> str:
    state = "" if schedule.is_enabled else "   (not enabled: never started)"
    lines = [f"{schedule.name}   {schedule.cron}{state}", f"  {_words(schedule)}"]
    lines.append("  " + "; ".join(f"{name} {value}" for name, value in _cycle(schedule)))
    for due in next_due_times(schedule, now):
        local = due.astimezone(zone)
        own = "" if not local.utcoffset() else f"     {local:%a} {local:%Y-%m-%d %H:%M} {local:%Z}"
        lines.append(f"    {due:%a} {_time(due, UTC)} UTC{own}")
    return "\n".join(lines)


def _words(schedule: Schedule) -> str:
    assert schedule.line is not None, "a schedule that is configured has a line"
    return cron_words(schedule.line)


def _cycle(schedule: Schedule) -> list[tuple[str, str]]:
    names = {"ACE_AGENT": "agent", "ACE_PLAYBOOK": "playbook", "ACE_CONFIG": "settings"}
    out = [(names[variable], value) for variable, value in schedule.environment.items()]
    out.append(("deadline", f"{schedule.deadline_s / 60:g} minutes"))
    return out + [
        (option.removeprefix("--max-").replace("-", " ") + " at most", value)
        for option, value in schedule.ceilings.items()
    ]


def _time(moment: datetime, zone: tzinfo) -> str:
    return moment.astimezone(zone).strftime("%Y-%m-%d %H:%M")
