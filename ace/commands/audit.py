"""`ace audit`."""

import shutil
from pathlib import Path

import click

from ace.commands.options import environment, json_option, not_empty, repo_option
from ace.console import is_terminal, print_json, print_text


@click.command("audit")
@click.argument("episode", callback=not_empty)
@click.option("--run", callback=not_empty, help="Run or trial arm to look in (an id, its start, or `latest`).")
@click.option(
    "--strict", is_flag=True, help="Exit 1 when the answer has a claim that is uncited or cites nothing real."
)
@repo_option
@json_option
def command(episode: str, run: str | None, strict: bool, repo: Path, as_json: bool) -> int:
    """Show what each claim of EPISODE's answer (an id, its start, a sample or a case) cites, and of what it taught.

    Words, numbers and negation of a claim are compared with the passages and tool results it cites. That measures
    overlap, not truth: what shares words with a source may still be false. What quotes the student is no claim.

    \b
    Example:
      ace audit e-3f2a
      ace audit e-3f2a --strict --json
    """
    from ace.audit.audit_episode import audit_episode
    from ace.audit.audit_text import audit_json, audit_text
    from ace.report.trace_find import find_one
    from ace.session import open_session

    audit = audit_episode(find_one(open_session(repo, environment(), {}), episode, run or "").episode)
    on_terminal = is_terminal()
    if as_json:
        print_json(audit_json(audit))
    else:
        width = max(shutil.get_terminal_size().columns, 60) if on_terminal else None
        print_text(audit_text(audit, color=on_terminal and "NO_COLOR" not in environment(), width=width))
    return 0 if audit.is_clean or not strict else 1
