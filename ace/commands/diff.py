"""`ace diff`. Imports nothing heavy: it has to answer within 300 ms."""

import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ace.commands.options import GivenPath, environment, not_empty, repo_option
from ace.console import is_terminal, print_text, warn

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ace.review.build_diff import FindRejected
    from ace.review.diff_options import DiffOptions
    from ace.review.report import DiffReport

FORMATS = ("auto", "text", "json", "markdown", "sarif")
_PICTURE_COLUMNS = 100


@click.command("diff")
@click.argument("target", required=False, metavar="[BASE..HEAD | PROPOSAL]")
@click.option("--run", callback=not_empty, help="The proposals of one run or cycle: its id, or how that begins.")
@click.option(
    "--format", "form", type=click.Choice(FORMATS), default="auto", show_default="text", help="How to write it."
)
@click.option("--json", "as_json", is_flag=True, help="The same as --format json.")
@click.option("--stat", is_flag=True, help="One line a rule (text and markdown).")
@click.option("--traces", is_flag=True, help="Quote traces, and give every figure: stages, guards, slices, looks.")
@click.option("--no-eval", is_flag=True, help="Leave the verdict and the measured effect out.")
@click.option("--color", type=click.Choice(["auto", "always", "never"]), default="auto", show_default=True)
@click.option(
    "--svg", type=GivenPath(path_type=Path, dir_okay=False), help="Write the text as a picture there instead."
)
@click.option(
    "--exit-code",
    is_flag=True,
    help="Exit 0 none, 1 a problem, 2 changes, 3 a harmful one or a failed guard, 4 stale or in conflict.",
)
@repo_option
def command(
    target: str | None,
    run: str | None,
    form: str,
    as_json: bool,
    stat: bool,
    traces: bool,
    no_eval: bool,
    color: str,
    svg: Path | None,
    exit_code: bool,
    repo: Path,
) -> int:
    """Show what open proposals change, why, and what it did to the score.

    Give a proposal's id, its start, or its branch; or a range BASE..HEAD of any two commits. Without one all open
    proposals are shown.

    \b
    Example:
      ace diff --traces
      ace diff 2cc7
      ace diff main..HEAD --exit-code
      ace diff --run r-20261130-230911-419f --format markdown
    """
    from ace.config.load import load_config
    from ace.review.build_diff import build_diff
    from ace.review.diff_options import DiffOptions
    from ace.review.report import exit_code as code_of
    from ace.workspace import open_workspace

    form = _format(form, as_json=as_json, stat=stat, is_picture=svg is not None)
    if target is not None and run is not None:
        raise click.UsageError("give a proposal or range, or --run, not both")
    workspace = open_workspace(repo)
    settings = load_config(workspace.repo, environment(), {}).settings
    run = _run_of_cycle(workspace.state, run) if run and run.startswith("y-") else run
    remote = settings.review.remote_name
    report = build_diff(
        workspace.repo,
        settings.branch,
        settings.playbook,
        target,
        run,
        remote=remote,
        find_rejected=_rejected_at(remote),
    )
    on_terminal = is_terminal()
    options = DiffOptions(
        color=color == "always" or (color == "auto" and on_terminal and not _is_plain(environment())),
        width=shutil.get_terminal_size().columns if on_terminal else None,
        traces=traces,
        evaluation=not no_eval,
        stat=stat,
    )
    if svg is not None:
        _write_picture(svg, report, options)
    else:
        print_text(_rendered(form, report, options))
    return code_of(report) if exit_code else 0


def _rejected_at(remote: str) -> "FindRejected":
    """Return what finds rejected proposals, imported when there are any proposals."""

    def find(repo: Path, reviewed: str, proposals: "Sequence[str]") -> frozenset[str]:
        if not proposals:
            return frozenset()
        from ace.clock import SystemClock
        from ace.rejections.standing_against import rejected_ids

        return rejected_ids(remote, SystemClock().now()[:10])(repo, reviewed, proposals)

    return find


def _format(form: str, *, as_json: bool, stat: bool, is_picture: bool) -> str:
    """Return the format asked for. Raises: click.UsageError where options ask for two different things."""
    if as_json and form not in {"auto", "json"}:
        raise click.UsageError(f"--json and --format {form} ask for two formats; give one")
    form = "json" if as_json else form
    if stat and form in {"json", "sarif"}:
        raise click.UsageError(f"--stat shortens text and markdown; {form} is whole")
    if is_picture and form not in {"auto", "text"}:
        raise click.UsageError(f"--svg is a picture of the text; leave out --format {form}")
    return form


def _run_of_cycle(state: Path, cycle: str) -> str:
    """Return the run of samples of the cycle that `cycle` names, by its id or how that begins.

    Raises: NotFoundError when it names none or several, or one that has no run.
    """
    from ace.cycle.journal.read_cycles import newest_first, read_cycle
    from ace.errors import NotFoundError

    found = [folder for folder in newest_first(state) if folder.name.startswith(cycle)]
    if len(found) != 1:
        what = f"fits {len(found)} cycles; write more of it" if found else "is no cycle here; name its run (r-...)"
        raise NotFoundError(f"{state}: {cycle!r} {what}")
    run = read_cycle(found[0]).run
    if not run:
        raise NotFoundError(f"{state}: cycle {found[0].name} has no run of samples, so it has no proposals")
    return run


def _is_plain(environ: dict[str, str]) -> bool:
    """True when the user wants no colour (https://no-color.org), or the terminal has none."""
    return bool(environ.get("NO_COLOR")) or environ.get("TERM") == "dumb"


def _rendered(form: str, report: "DiffReport", options: "DiffOptions") -> str:
    """Return the report; each format is imported when it is asked for."""
    if form == "json":
        from ace.review.render_json import render_json

        return render_json(report, options)
    if form == "sarif":
        from ace.review.render_sarif import render_sarif

        return render_sarif(report, options)
    if form == "markdown":
        from ace.review.render_markdown import render_markdown

        return render_markdown(report, options)
    from ace.review.render_diff import render_diff

    return render_diff(report, options)


def _write_picture(path: Path, report: "DiffReport", options: "DiffOptions") -> None:
    from ace.review.render_diff import report_lines
    from ace.review.render_svg import render_svg

    picture = render_svg(report_lines(report, options), _PICTURE_COLUMNS, "ace diff: proposed rule changes")
    path.write_text(picture, encoding="utf-8")
    warn(f"wrote {path}")
