"""`ace revert`."""

from pathlib import Path

import click

from ace.commands.options import environment, json_option, not_empty, repo_option
from ace.console import print_json, print_text


@click.command("revert")
@click.argument("rule", callback=not_empty)
@click.option("--taint", is_flag=True, help="What is undone must not be proposed again: a rejection comes with it.")
@click.option("--reason", callback=not_empty, help="Why; stands in the proposal, and in the rejection.")
@click.option("--by", callback=not_empty, help="Role or login of who decides. Default: git's user.name here.")
@click.option("--force", is_flag=True, help="Also a safety rule, or one that stands since the playbook began.")
@repo_option
@json_option
def command(rule: str, taint: bool, reason: str | None, by: str | None, force: bool, repo: Path, as_json: bool) -> None:
    """Propose to undo the last reviewed change of RULE (its id): an added rule goes, an edited one says again what it
    said, a deleted one comes back.

    A branch ace/p/... is made, for a person to merge; nothing is measured. What is known of the rule, its effect and
    what leaving it out did, stands in the proposal. Your working tree is not touched.

    \b
    Example:
      ace revert tools.retrieve-before-web --reason "Novices need the web"
      ace revert tools.retrieve-before-web --taint --reason "Novices need the web" --by lead
    """
    from ace.cycle.revert import RevertRequest, revert
    from ace.report.revert_text import revert_json, revert_text
    from ace.session import open_session, refuse_bundle

    session = open_session(repo, environment(), {})
    refuse_bundle(session, "`ace revert`")
    with session.workspace.lock():
        done = revert(session, session.playbook(), RevertRequest(rule, taint, reason, by, force))
    print_json(revert_json(done)) if as_json else print_text(revert_text(done))
