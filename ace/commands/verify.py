"""`ace verify`."""

from pathlib import Path

import click

from ace.commands.options import GivenPath, environment, json_option
from ace.console import print_json, print_text


@click.command("verify")
@click.argument("bundle", type=GivenPath(path_type=Path))
@click.option(
    "--allowed-signers", type=GivenPath(path_type=Path), help="Ask for a signature by one in this OpenSSH file."
)
@click.option("-C", "--repo", type=GivenPath(path_type=Path), help="Compare with the reviewed branch of a repository.")
@json_option
def command(bundle: Path, allowed_signers: Path | None, repo: Path | None, as_json: bool) -> int:
    """Check BUNDLE: every checksum, every rule and condition, the tests beside the rules, its signature.

    Needs no repository. With --repo also whether its commit is on the reviewed branch there, and whether the rules
    are still the same. Exits 1 when anything does not hold.

    \b
    Example:
      ace verify rules.acebundle
      ace verify rules.acebundle --allowed-signers allowed_signers --repo .
    """
    from ace.bundle.bundle_text import verified_json, verified_text
    from ace.bundle.compare_repository import Repository
    from ace.bundle.verify_bundle import verify_bundle

    repository = None
    if repo is not None:
        from ace.agents import known_agents
        from ace.config.load import load_config
        from ace.review.git_refs import default_branch
        from ace.workspace import open_workspace

        workspace = open_workspace(repo)
        settings = load_config(workspace.repo, environment(), {}).settings
        branch = default_branch(workspace.repo, settings.branch)
        repository = Repository(workspace.repo, branch, settings.playbook, known_agents(settings, workspace.repo))
    found = verify_bundle(bundle, allowed_signers, repository)
    print_json(verified_json(found)) if as_json else print_text(verified_text(found))
    return 0 if found.ok else 1
