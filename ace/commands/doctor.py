"""`ace doctor`."""

from pathlib import Path

import click

from ace.commands.options import environment, json_option, repo_option
from ace.console import print_json, print_text


@click.command("doctor")
@click.option("--offline", is_flag=True, help="Do not ask the model server, nor start your own agent.")
@click.option("--all", "everything", is_flag=True, help="Also the settings that are at their default.")
@repo_option
@json_option
def command(offline: bool, everything: bool, repo: Path, as_json: bool) -> int:
    """Say what works here, what is missing, and where each setting comes from. Exits 1 when something is broken.

    \b
    Example:
      ace doctor
      ace doctor --offline --json
    """
    from ace.doctor import Level, diagnose, doctor_text

    checks, settings = diagnose(repo, environment(), is_offline=offline)
    if as_json:
        print_json({"checks": [check._asdict() for check in checks], "settings": settings})
    else:
        print_text(doctor_text(checks, settings, everything))
    return 1 if any(check.level == Level.ERROR for check in checks) else 0
