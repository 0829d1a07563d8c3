"""`ace open`."""

from pathlib import Path

import click

from ace.commands.options import environment, json_option, not_empty, repo_option
from ace.console import print_json, print_text


@click.command("open")
@click.argument("proposals", nargs=-1, metavar="[PROPOSAL]...", callback=not_empty)
@click.option("--dry-run", is_flag=True, help="Say what would be done: read the forge and the remote, write nothing.")
@repo_option
@json_option
def command(proposals: tuple[str, ...], dry_run: bool, repo: Path, as_json: bool) -> int:
    """Push proposals to `review.remote`; create or update the pull or merge request of each (`forge` in ace.yaml).

    PROPOSAL is an id, how it begins, or a branch; without any, all that are open. A request that a person closed is not
    opened again, and what a person changed is left alone. Without a forge the branches are pushed, and without a
    remote they stay here. Exits 1 when one could not be done, 75 while a cycle is under way.

    \b
    Example:
      ace open --dry-run
      GITHUB_TOKEN=... ace open
      ace open 7f3a91c2b04e --json
    """
    from ace.forges.open_requests import open_requests
    from ace.forges.opened_text import opened_text
    from ace.session import open_session

    session = open_session(repo, environment(), {})
    if dry_run:
        opened = open_requests(session, proposals, is_dry_run=True)
    else:
        with session.workspace.lock():
            opened = open_requests(session, proposals)
    if as_json:
        print_json(opened.to_json())
    else:
        print_text(opened_text(opened))
    return 1 if opened.has_failed else 0
