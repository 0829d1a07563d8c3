"""`ace reject`."""

from pathlib import Path

import click

from ace.commands.options import environment, json_option, not_empty, repo_option
from ace.console import print_json, print_text


@click.command("reject")
@click.argument("proposal", required=False, callback=not_empty)
@click.option("--reason", callback=not_empty, help="Why; the next draft is told. 3 to 800 characters.")
@click.option("--expires", callback=not_empty, help="When it may be proposed again: 90d, or a date. Default: never.")
@click.option("--by", callback=not_empty, help="Role or login of who decides. Default: git's user.name here.")
@click.option("--force", is_flag=True, help="Delete the branch although a person worked on it.")
@click.option("--keep-branch", is_flag=True, help="Leave the proposal's branch where it is.")
@click.option("--push", is_flag=True, help="Send the decision to the remote, and delete the branch there.")
@click.option("--list", "is_list", is_flag=True, help="List what is rejected, expired and withdrawn ones too.")
@repo_option
@json_option
def command(
    proposal: str | None,
    reason: str | None,
    expires: str | None,
    by: str | None,
    force: bool,
    keep_branch: bool,
    push: bool,
    is_list: bool,
    repo: Path,
    as_json: bool,
) -> int:
    """Reject PROPOSAL: its id (12 hex digits, or how it begins), its branch, or the rule's id where one is open.

    It does not come back, also not in other words, until the rejection expires. The decision is committed on branch
    `ace/rejected`, and counts here at once; merge or push that branch to share it. Your working tree is not touched.
    `ace unreject` takes it back.

    \b
    Example:
      ace reject 7f3a91c2b04e --reason "Novices need the web" --expires 90d
      ace reject tools.retrieve-before-web --reason "Said by another rule" --by lead
      ace reject --list --json
    """
    from ace.rejections.list_text import rejections_json, rejections_text
    from ace.rejections.reject_proposal import RejectRequest, keeping, reject_proposal
    from ace.report.rejected_text import rejected_json, rejected_text
    from ace.review.git_refs import shared_with
    from ace.session import open_session

    if is_list == (proposal is not None):
        raise click.UsageError("give a PROPOSAL to reject, or --list")
    session = open_session(repo, environment(), {})
    if is_list:
        from ace.rejections.known_rejections import known_rejections

        place, today = keeping(session), session.clock.now()[:10]
        known = known_rejections(place.repo, place.reviewed, place.remote)
        print_json(rejections_json(known, today)) if as_json else print_text(rejections_text(known, today))
        return 0
    if proposal is None or reason is None:
        raise click.UsageError("say why: --reason TEXT; it is what the next draft learns from")
    done = reject_proposal(session, RejectRequest(proposal, reason, expires, by, force, keep_branch, push))
    print_json(rejected_json(done)) if as_json else print_text(
        rejected_text(done, session.branch, shared_with(session.workspace.repo, session.settings.review.remote_name))
    )
    return 1 if done.has_failed else 0
