"""`ace lint`."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from ace.commands.options import environment, json_option, repo_option
from ace.console import is_terminal, print_json, print_text

if TYPE_CHECKING:
    from ace.playbook.lint_report import LintReport

FORMATS = ("pretty", "json", "sarif", "github")


@click.command("lint")
@click.option("--ref", help="Check a commit instead of the working tree.")
@click.option("--strict", is_flag=True, help="Warnings count as errors.")
@click.option(
    "--format", "form", type=click.Choice(FORMATS), default="pretty", show_default=True, help="How to print it."
)
@click.option("--runs", type=click.IntRange(min=1), help="Look at the newest N recorded runs as well.")
@click.option("--near", is_flag=True, help="Look for rules that say nearly the same, or only look alike.")
@repo_option
@json_option
def command(ref: str | None, strict: bool, runs: int | None, near: bool, form: str, repo: Path, as_json: bool) -> int:
    """Check rule files: schema, characters, conditions, tests, prompt budget, ids used again.

    Exits 1 when one cannot be used. With --runs also what recorded decisions show: rules that never spoke, that judge
    alike, that together forbid every action, and evidence that is not in the runs it names. --near asks the text
    embedder, which takes some milliseconds a rule.

    \b
    Example:
      ace lint
      ace lint --runs 5 --near
      ace lint --ref main --format json
      ace lint --format github             in a GitHub workflow
      ace lint --format sarif > ace.sarif  for a code-scanning service
    """
    if ref == "":
        raise click.BadParameter("is empty; name a commit, or leave it out for the working tree", param_hint="--ref")
    if as_json and form not in {"pretty", "json"}:
        raise click.UsageError(f"--json and --format {form} exclude each other; give one")
    from ace.lint.lint_repository import lint_repository

    report = lint_repository(repo, environment(), ref, runs or 0, near=near)
    _print(report, "json" if as_json else form)
    return 1 if report.errors or (strict and report.problems) else 0


def _print(report: "LintReport", form: str) -> None:
    if form == "json":
        from ace.report.lint_json import lint_json

        print_json(lint_json(report))
    elif form == "sarif":
        from ace.report.lint_sarif import lint_sarif

        print_json(lint_sarif(report))
    elif form == "github":
        from ace.report.lint_github import lint_github

        print_text(lint_github(report))
    else:
        from ace.report.lint_text import lint_text

        print_text(lint_text(report, color=is_terminal() and "NO_COLOR" not in environment()))
