"""`ace init`."""

from pathlib import Path

import click

from ace.commands.options import json_option, repo_option
from ace.console import print_json, print_text


@click.command("init")
@click.option(
    "--agent",
    default="tutor",
    show_default=True,
    help="Agent to set up for; command, python or http: one of your own, with an example that works.",
)
@repo_option
@json_option
def command(agent: str, repo: Path, as_json: bool) -> None:
    """Write ace.yaml and a reviewed first playbook into a git repository. Files that exist are left as they are.

    For an agent of your own also an example of one that speaks ACE's protocol (simulated, for you to replace), five
    samples and a rule with its test; docs/bring-your-own-agent.md says what is sent and what comes back.

    \b
    Example:
      cd my-repository && ace init
      git add ace.yaml playbooks .ace && git commit -m "Add ACE"
      ace init --agent command
    """
    from ace.starter import next_steps, write_starter
    from ace.workspace import open_workspace

    workspace = open_workspace(repo)
    result = write_starter(workspace, agent)
    if as_json:
        told = {"written": list(result.written), "kept": list(result.kept), "notice": result.notice}
        print_json({"repo": str(workspace.repo), **told})
    else:
        print_text(next_steps(result))
