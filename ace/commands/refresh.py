"""`ace refresh`."""

from pathlib import Path

import click

from ace.commands.options import (
    environment,
    json_option,
    model_flags,
    model_options,
    not_empty,
    quiet_option,
    repo_option,
)
from ace.console import print_json, print_text


@click.command("refresh")
@click.argument("proposals", nargs=-1, callback=not_empty)
@click.option("--all", "is_all", is_flag=True, help="Every open proposal.")
@click.option("--push", "is_pushed", is_flag=True, help="Push those again that were pushed, to `review.remote`.")
@click.option("--judge", is_flag=True, help="Measure again where other rules are in the prompt by now.")
@click.option("--force", is_flag=True, help="Write a new commit also where nothing changed that a proposal rests on.")
@model_options
@repo_option
@quiet_option
@json_option
def command(
    proposals: tuple[str, ...],
    is_all: bool,
    is_pushed: bool,
    judge: bool,
    force: bool,
    controller: str | None,
    model: str | None,
    base_url: str | None,
    repo: Path,
    quiet: bool,
    as_json: bool,
) -> int:
    """Put PROPOSALS (ids, or branches) on the reviewed branch as it is now.

    The change is done again field by field and checked again; its figures are kept. Where other rules are in the prompt
    by now they no longer count as a proof, until `--judge` measures again. A branch that a person worked on is left as
    it is. Exit code 4: one stays as it is, in conflict with the reviewed branch or refused by a check.

    \b
    Example:
      ace refresh 2cc78f6f3620
      ace refresh --all --push
      ace refresh --all --judge --controller simulated --json
    """
    from ace.cycle.judging.judgement import JudgeHooks
    from ace.cycle.refresh import RefreshOptions, exit_code, refresh
    from ace.errors import ConfigError
    from ace.report.progress import Progress
    from ace.report.refresh_text import refresh_json, refresh_text
    from ace.review.build_diff import choose_proposal
    from ace.review.proposal_branches import list_proposals
    from ace.session import open_session, refuse_bundle

    if is_all == bool(proposals):
        raise click.UsageError("name proposals, or give --all" if not is_all else "--all already means every proposal")
    session = open_session(repo, environment(), model_flags(controller, model, base_url))
    refuse_bundle(session, "`ace refresh`")
    remote = session.settings.review.remote or ""
    if is_pushed and not remote:
        raise ConfigError("--push: no remote is configured; set `review: {remote: origin}` in ace.yaml")
    progress = Progress(quiet)
    with session.workspace.lock():
        known = list_proposals(session.workspace.repo, session.branch, session.settings.review.remote_name)
        chosen = known if is_all else tuple(dict.fromkeys(choose_proposal(known, name) for name in proposals))
        hooks = JudgeHooks(progress.begin, progress.episode)
        options = RefreshOptions(judge, force, remote if is_pushed else "", hooks)
        results = refresh(session, session.playbook(), chosen, options) if chosen else ()
    progress.finish()
    print_json(refresh_json(results)) if as_json else print_text(refresh_text(results))
    return exit_code(results)
