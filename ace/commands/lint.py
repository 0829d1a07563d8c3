"""`ace lint`."""

from dataclasses import asdict
from pathlib import Path

import click

from ace.commands.options import environment, json_option, print_json, print_text, repo_option


@click.command("lint")
@click.option("--ref", help="Check a commit instead of the working tree.")
@click.option("--strict", is_flag=True, help="Warnings count as errors.")
@repo_option
@json_option
def command(ref: str | None, strict: bool, repo: Path, as_json: bool) -> int:
    """Check rule files: schema, characters, conditions, tests, prompt budget. Exits 1 when one cannot be used.

    \b
    Example:
      ace lint
      ace lint --ref main --json
    """
    if ref == "":
        raise click.BadParameter("is empty; name a commit, or leave it out for the working tree", param_hint="--ref")
    from ace.config.load import load_config
    from ace.playbook.lint import lint_playbook
    from ace.playbook_files import files_at, files_in_tree
    from ace.review.visible_text import escape_text
    from ace.workspace import open_workspace
    from runtime.agents.registry import AGENTS

    workspace = open_workspace(repo)
    settings = load_config(workspace.repo, environment(), {}).settings
    folder = settings.playbook
    files = files_at(workspace, ref, folder) if ref is not None else files_in_tree(workspace, folder)
    fields = {name: agent.context for name, agent in AGENTS.items()}
    actions = {name: (*agent.tools(), *agent.actions) for name, agent in AGENTS.items()}
    budget = settings.budgets.rules_tokens
    problems = lint_playbook(files, folder, token_budget=budget, agent_fields=fields, agent_actions=actions)
    errors = sum(problem.severity == "error" for problem in problems)
    if as_json:
        print_json({"files": len(files), "errors": errors, "problems": [asdict(problem) for problem in problems]})
    else:
        lines = [f"{problem.severity}: {escape_text(str(problem))} [{problem.code}]" for problem in problems]
        lines.append(f"{len(files)} files, {errors} errors, {len(problems) - errors} warnings")
        print_text("\n".join(lines))
    return 1 if errors or (strict and problems) else 0
