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


def check_cycles(repo: Path, environ: Mapping[str, str], found: Configured) -> dict[str, list[str]]:
    """Return what is wrong with each schedule's cycles, an empty list for those that would start.

    Raises: ConfigError when the webhook cannot be used.
    """
    webhook_url(found.notify.webhook_env, environ)
    return {schedule.name: _problems(schedule, repo, environ) for schedule in found.schedules}


def _problems(schedule: Schedule, repo: Path, environ: Mapping[str, str]) -> list[str]:
    try:
        session = open_session(repo, {**environ, **schedule.environment}, {})
        session.controller_settings()
        session.playbook()
        samples, _ = session.samples("dev")
    except (AceError, RuntimeFault, ReviewError) as exc:
        return [str(exc)]
    return [] if samples else [f"agent {session.settings.agent} has no development samples; see `samples` in ace.yaml"]


def check_text(checked: Mapping[str, list[str]]) -> str:
    """Return what people read."""
    lines = [f"{name}   {'ok' if not problems else '; '.join(problems)}" for name, problems in checked.items()]
    return "\n".join(lines) + "\n"
