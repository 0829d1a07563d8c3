"""`ace log`."""

from pathlib import Path

import click

from ace.commands.options import environment, json_option, not_empty, repo_option
from ace.console import print_json, print_text


@click.command("log")
@click.argument("rule", callback=not_empty)
@repo_option
@json_option
def command(rule: str, repo: Path, as_json: bool) -> None:
    """Show the life of RULE (its id), also of a deleted one, oldest first: from which failures it was born, when it was
    proposed and merged and by whom, each edit and who made it, what was measured, and what people rejected.

    \b
    Example:
      ace log tools.retrieve-before-web
      ace log tools.retrieve-before-web --json
    """
    from ace.report.rule_log import rule_log
    from ace.report.rule_log_json import rule_log_json
    from ace.report.rule_log_text import rule_log_text
    from ace.session import open_session

    log = rule_log(open_session(repo, environment(), {}), rule)
    print_json(rule_log_json(log)) if as_json else print_text(rule_log_text(log))
