"""`ace trace`."""

import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ace.commands.options import GivenPath, environment, json_option, not_empty, repo_option
from ace.console import is_terminal, print_json, print_text, warn

if TYPE_CHECKING:
    from ace.report.trace_model import TraceView
    from ace.session import Session


@click.command("trace")
@click.argument("episode", required=False, callback=not_empty)
@click.option("--run", callback=not_empty, help="Run or trial arm to look in (an id, its start, or `latest`).")
@click.option("--step", type=click.IntRange(min=0), help="One step: its prompts, raw answers, gates and changes.")
@click.option("--full", is_flag=True, help="Shorten nothing; of a step also its patch, data and context.")
@click.option("--html", type=GivenPath(path_type=Path, dir_okay=False), help="Write one self-contained page.")
@click.option("--color", type=click.Choice(["auto", "always", "never"]), default="auto", show_default=True)
@repo_option
@json_option
def command(
    episode: str | None,
    run: str | None,
    step: int | None,
    full: bool,
    html: Path | None,
    color: str,
    repo: Path,
    as_json: bool,
) -> None:
    """Show EPISODE (an id, its start, a sample or a case) step by step: what was seen, what was done, what changed.

    Prompts are made again from the recorded state and confirmed by the hash taken when they were sent. Without EPISODE,
    or with a run in its place (`latest`, the start of an id r-... or a-...), the run's episodes are listed.

    \b
    Example:
      ace trace latest
      ace trace e-3f2a --step 2
      ace trace e-3f2a --html trace.html
    """
    from ace.errors import NotFoundError
    from ace.report.trace_find import find_one, is_run
    from ace.report.trace_json import trace_json
    from ace.report.trace_model import view_trace
    from ace.report.trace_origin import Origins
    from ace.report.trace_step_text import step_text
    from ace.report.trace_text import TextOptions, trace_text
    from ace.session import open_session

    session = open_session(repo, environment(), {})
    if episode is not None and run is None and is_run(session, episode):
        episode, run = None, episode
    if episode is None and (step is not None or html is not None or full):
        listing = f"ace trace {run}" if run else "ace trace"
        raise click.UsageError(f"name an episode for --step, --full and --html; `{listing}` lists them")
    if html is not None and (step is not None or as_json):
        raise click.UsageError("--html writes the whole episode to a file: leave out --step and --json")
    if episode is None:
        _list(session, run or "latest", as_json)
        return
    view = view_trace(Origins(session), find_one(session, episode, run or ""))
    if step is not None and step >= len(view.steps):
        raise NotFoundError(f"{view.episode.header.episode} has steps 0 to {len(view.steps) - 1}, not {step}")
    if html is not None:
        _write_page(session, view, html)
        return
    on_terminal = is_terminal()
    options = TextOptions(
        color=color == "always" or (color == "auto" and on_terminal and "NO_COLOR" not in environment()),
        width=max(shutil.get_terminal_size().columns, 60) if on_terminal else None,
        is_full=full,
    )
    if as_json:
        print_json(trace_json(view, step))
    else:
        print_text(trace_text(view, options) if step is None else step_text(view, step, options))


def _write_page(session: "Session", view: "TraceView", path: Path) -> None:
    """Write the episode as one self-contained page."""
    from ace.report.trace_html import trace_html
    from ace.report.trace_picture import case_picture

    picture = case_picture(session, view.episode.header.image)
    path.write_text(trace_html(view, picture.png), encoding="utf-8")
    warn(f"wrote {path}{picture.problem and f'; {picture.problem}'}")


def _list(session: "Session", run: str, as_json: bool) -> None:
    """Print the run's episodes, and which sessions with a person came after it."""
    from ace.report.trace_find import find_all, unread_lines
    from ace.report.trace_list import list_json, list_text
    from ace.report.trace_run import newer_sessions_line

    found, unread = list(find_all(session, run)), unread_lines(session, run)
    newest = session.workspace.run_folder("latest", session.settings.agent).name if run == "latest" else ""
    later = newer_sessions_line(session.workspace, newest) if newest else ""
    print_json(list_json(found, unread)) if as_json else print_text(list_text(found, unread) + later)
