"""`ace unreject`."""

from pathlib import Path

import click

from ace.commands.options import environment, json_option, not_empty, repo_option
from ace.console import print_json, print_text


@click.command("unreject")
@click.argument("name", callback=not_empty)
@click.option("--push", is_flag=True, help="Send the decision to the remote.")
@repo_option
@json_option
def command(name: str, push: bool, repo: Path, as_json: bool) -> None:
    """Take back the rejection NAME: the proposal's id (or how it begins), its file, or the rule's id where it is one.

    It may then be proposed again. The file stays on branch `ace/rejected`, with the day: so it also counts where the
    rejection was merged already.

    \b
    Example:
      ace unreject 7f3a91c2b04e
      ace unreject tools.retrieve-before-web --push
    """
    from ace.rejections.withdraw import withdraw_rejection
    from ace.report.rejected_text import withdrawn_json, withdrawn_text
    from ace.review.git_refs import shared_with
    from ace.session import open_session

    session = open_session(repo, environment(), {})
    done = withdraw_rejection(session, name, push=push)
    print_json(withdrawn_json(done)) if as_json else print_text(
        withdrawn_text(done, session.branch, shared_with(session.workspace.repo, session.settings.review.remote_name))
    )
