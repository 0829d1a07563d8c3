"""Would the cycles of the configured schedules start? Their settings, agent, samples and reviewed rules, read once."""

from collections.abc import Mapping
from pathlib import Path

from ace.daemon.run_daemon import Configured
from ace.daemon.schedules import Schedule
from ace.daemon.webhook import webhook_url
from ace.errors import AceError
from ace.review.errors import ReviewError
from ace.session import open_session
from runtime.contracts.errors import RuntimeFault

# A check costs nothing and waits for nobody: whether the server answers is for the cycle to find.
_WELL = "ok, model server not asked"


def check_cycles(repo: Path, environ: Mapping[str, str], found: Configured) -> dict[str, list[str]]:
    """Return what is wrong with each schedule's cycles, an empty list for those that would start.

    Raises: ConfigError when the webhook cannot be used.
    """
    webhook_url(found.notify.webhook_env, environ)
    # Schedules that differ in nothing but their times start the same cycles: those are looked at once.
    seen: dict[tuple[tuple[str, str], ...], list[str]] = {}
    for schedule in found.schedules:
        key = _key(schedule)
        if key not in seen:
            seen[key] = _problems(schedule.environment, repo, environ)
    return {schedule.name: list(seen[_key(schedule)]) for schedule in found.schedules}


def _key(schedule: Schedule) -> tuple[tuple[str, str], ...]:
    return tuple(sorted(schedule.environment.items()))


def _problems(changed: Mapping[str, str], repo: Path, environ: Mapping[str, str]) -> list[str]:
    try:
        session = open_session(repo, {**environ, **changed}, {})
        session.asked_settings()
        session.playbook()
        samples, _ = session.samples("dev")
    except (AceError, RuntimeFault, ReviewError) as exc:
        return [str(exc)]
    return [] if samples else [f"agent {session.settings.agent} has no development samples; see `samples` in ace.yaml"]


def check_text(checked: Mapping[str, list[str]]) -> str:
    """Return what people read."""
    lines = [f"{name}   {'; '.join(problems) or _WELL}" for name, problems in checked.items()]
    return "\n".join(lines) + "\n"
