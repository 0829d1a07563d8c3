"""`ace promote`."""

from pathlib import Path

import click

from ace.commands.options import environment, json_option, not_empty, repo_option
from ace.console import print_json, print_text


@click.command("promote")
@click.argument("rule", callback=not_empty)
@repo_option
@json_option
def command(rule: str, repo: Path, as_json: bool) -> None:
    """Propose that RULE, a rule id on the reviewed branch, is enforced by code: `enforce: prompt` becomes `gate`.

    A branch ace/p/... is made, for a person to merge; nothing is measured. What the rule's own control had measured is
    quoted from its evidence. Its text stays in the prompt.

    \b
    Example:
      ace promote tools.retrieve-before-web
    """
    from ace.cycle.promote import promote
    from ace.report.promote_text import promoted_json, promoted_text
    from ace.session import open_session

    session = open_session(repo, environment(), {})
    with session.workspace.lock():
        done = promote(session, rule)
    print_json(promoted_json(done)) if as_json else print_text(promoted_text(done))
