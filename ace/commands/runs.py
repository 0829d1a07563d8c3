"""`ace runs`."""

from pathlib import Path

import click

from ace.commands.options import environment, json_option, not_empty, repo_option
from ace.console import print_json, print_text


@click.group("runs")
def command() -> None:
    """List recorded runs and what they take on disk; remove those that nothing needs any more.

    \b
    Example:
      ace runs list
      ace runs prune --keep 30d --dry-run
    """


@command.command("list", short_help="List runs, newest first, with their size.")
@repo_option
@json_option
def list_command(repo: Path, as_json: bool) -> None:
    """List recorded runs, sessions and imports, newest first, with their size and what still refers to them.

    \b
    Example:
      ace runs list --json
    """
    from ace.retention.needed_runs import needed_runs
    from ace.retention.recorded_runs import recorded_runs, size_of
    from ace.retention.runs_text import runs_json, runs_text
    from ace.session import open_session

    session = open_session(repo, environment(), {})
    workspace = session.workspace
    others = {"trial arms": size_of(workspace.arms), "artifacts": size_of(workspace.artifacts)}
    shown = (recorded_runs(workspace), needed_runs(session), others)
    print_json(runs_json(*shown)) if as_json else print_text(runs_text(*shown))


@command.command("prune", short_help="Remove old runs and trial arms that nothing refers to.")
@click.option("--keep", required=True, callback=not_empty, help="What stays: 30d, the last days; 20, the newest runs.")
@click.option("--dry-run", "is_dry", is_flag=True, help="Say what would go; remove nothing.")
@repo_option
@json_option
def prune_command(keep: str, is_dry: bool, repo: Path, as_json: bool) -> None:
    """Remove runs, sessions and imports that are older than KEEP, old trial arms, and what artifacts only they name.

    A trial arm is old when it was written last before KEEP's days; where KEEP counts runs, more than a day ago. Arms
    that an open proposal was judged by, of a cycle that is not finished or of a run that is kept stay. Judging again
    what an arm was removed of pays for its episodes again.

    Whatever its age a run stays that is `latest`, that an open proposal was drafted from, whose cycle is not finished,
    in which a call waits, or that is the last to show a cluster. Counts of clusters are remembered without the run.

    \b
    Example:
      ace runs prune --keep 30d --dry-run
      ace runs prune --keep 20
    """
    from ace.retention.prune_runs import prune_runs
    from ace.retention.runs_text import pruned_json, pruned_text
    from ace.session import open_session

    session = open_session(repo, environment(), {})
    with session.workspace.lock():
        done = prune_runs(session, keep, is_dry=is_dry)
    print_json(pruned_json(done)) if as_json else print_text(pruned_text(done))
