"""`ace diff`. Imports nothing heavy: it has to answer within 300 ms."""

import shutil
from pathlib import Path

import click

from ace.commands.options import environment, is_terminal, print_text, repo_option

FORMATS = ("auto", "text", "json", "markdown")


@click.command("diff")
@click.argument("target", required=False)
@click.option("--format", "form", type=click.Choice(FORMATS), default="auto", show_default=True)
@click.option("--json", "as_json", is_flag=True, help="The same as --format json.")
@click.option("--stat", is_flag=True, help="One line a proposal.")
@click.option("--traces", is_flag=True, help="Quote the traces a proposal rests on.")
@click.option("--no-eval", is_flag=True, help="Leave the measured effect out.")
@click.option("--color", type=click.Choice(["auto", "always", "never"]), default="auto", show_default=True)
@click.option(
    "--exit-code", is_flag=True, help="Exit 0 none, 1 a problem, 2 changes, 3 a harmful one, 4 stale or in conflict."
)
@repo_option
def command(
    target: str | None,
    form: str,
    as_json: bool,
    stat: bool,
    traces: bool,
    no_eval: bool,
    color: str,
    exit_code: bool,
    repo: Path,
) -> int:
    """Show what open proposals change, why, and what it did to the score.

    TARGET is a proposal id, its start, a branch, or a range BASE..HEAD; without it all open proposals are shown.

    \b
    Example:
      ace diff --traces
      ace diff main..HEAD --exit-code
    """
    from ace.config.load import load_config
    from ace.review.build_diff import build_diff
    from ace.review.render_diff import DiffOptions, render_diff
    from ace.review.report import exit_code as code_of
    from ace.workspace import open_workspace

    workspace = open_workspace(repo)
    settings = load_config(workspace.repo, environment(), {}).settings
    report = build_diff(workspace.repo, settings.branch, settings.playbook, target)
    on_terminal = is_terminal()
    options = DiffOptions(
        color=color == "always" or (color == "auto" and on_terminal and "NO_COLOR" not in environment()),
        width=shutil.get_terminal_size().columns if on_terminal else None,
        traces=traces,
        evaluation=not no_eval,
        stat=stat,
    )
    if as_json or form == "json":
        from ace.review.render_json import render_json

        print_text(render_json(report, options))
    elif form == "markdown":
        from ace.review.render_markdown import render_markdown

        print_text(render_markdown(report, options))
    else:
        print_text(render_diff(report, options))
    return code_of(report) if exit_code else 0
