"""`ace replay`."""

from pathlib import Path

import click

from ace.commands.options import environment, json_option, not_empty, repo_option
from ace.console import print_json, print_text


@click.command("replay")
@click.argument("episode", required=False, callback=not_empty)
@click.option("--run", callback=not_empty, help="Run or trial arm to look in (an id, its start, or `latest`).")
@click.option("--all", "is_all", is_flag=True, help="Replay every episode of the run.")
@repo_option
@json_option
def command(episode: str | None, run: str | None, is_all: bool, repo: Path, as_json: bool) -> int:
    """Run EPISODE (an id, its start, a sample or a case) again from its record and compare all that came of it.

    No model is asked and no tool is run: answers, cards and turns come from the record. Exit code 0 when all is
    identical, 1 when something differs or cannot be replayed: only episodes of the tutor can be.

    \b
    Example:
      ace replay e-3f2a
      ace replay --run latest --all
    """
    if is_all and episode:
        raise click.UsageError("name an episode, or give --all, not both")
    if not is_all and not episode:
        raise click.UsageError("name an episode, or give --all for every episode of the latest run (--run: of another)")
    from ace.report.trace_find import find_all, find_one
    from ace.report.trace_origin import Origins
    from ace.report.trace_replay import replay_found, replayed_json, replayed_text
    from ace.report.trace_run import run_line
    from ace.session import open_session

    session = open_session(repo, environment(), {})
    origins = Origins(session)
    found = list(find_all(session, run or "latest")) if is_all else [find_one(session, episode or "", run or "")]
    replays = [replay_found(origins, one) for one in found]
    print_json(replayed_json(replays)) if as_json else print_text(
        (run_line(found) if is_all else "") + replayed_text(replays)
    )
    return 0 if replays and all(one.is_identical for one in replays) else 1
