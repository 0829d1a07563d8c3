"""`ace playbook`."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from ace.commands.options import GivenPath, environment, json_option, not_empty, quiet_option, repo_option
from ace.console import print_json, print_text, warn

if TYPE_CHECKING:
    from ace.playbook.exchange.entry import Format
    from runtime.contracts.playbook import Playbook

_PATH = GivenPath(path_type=Path)
_FORMATS = ["ace-text", "ace-framework", "ace-playbook"]


@click.group("playbook")
def command() -> None:
    """Bring in another program's playbook as rule files; write rules in other programs' formats.

    \b
    Example:
      ace playbook import skillbook.json --dry-run
      ace playbook export --format ace-text --output playbook.txt
    """


@command.command("import", short_help="Make rule files of another program's playbook.")
@click.argument("source", metavar="FILE", type=_PATH)
@click.option("--format", "wanted", type=click.Choice(_FORMATS), help="Default: seen from the content.")
@click.option("--agent", callback=not_empty, help="Agent the rules are for (default: the one in ace.yaml).")
@click.option("--area", callback=not_empty, help="Area of all rules, instead of one for each heading.")
@click.option("--output", type=_PATH, help="Folder of the playbook (default: `playbook` of ace.yaml).")
@click.option("--dry-run", "is_dry", is_flag=True, help="Say what would be written; write nothing.")
@click.option("--words-only", is_flag=True, help="Look for duplicates with the same words only; needs no embedding.")
@repo_option
@quiet_option
@json_option
def import_command(
    source: Path,
    wanted: "Format | None",
    agent: str | None,
    area: str | None,
    output: Path | None,
    is_dry: bool,
    words_only: bool,
    repo: Path,
    quiet: bool,
    as_json: bool,
) -> None:
    """Make a rule file of each entry in FILE: an ACE text, or the JSON of ace-framework or ace-playbook.

    New files only, all or none; commit them for review. What an entry had and a rule file does not carry (counters,
    embeddings) is listed, as is every entry that became no rule. Exit 1 when none did.

    \b
    Example:
      ace playbook import playbook.txt --agent shop --area shop --dry-run
      ace playbook import skillbook.json --format ace-framework --json
    """
    from ace.errors import AceError
    from ace.playbook.exchange.exchange_text import import_json, import_text
    from ace.playbook.exchange.import_playbook import ImportChoices, plan_import
    from ace.playbook.exchange.name_rules import area_of
    from ace.playbook.exchange.near_text import embedding_or_reason
    from ace.playbook.exchange.present_rules import present_rules
    from ace.playbook.exchange.read_source import read_source
    from ace.playbook.exchange.write_new_files import write_new_files

    if area is not None and area_of(area) != area:
        raise click.BadParameter(f"{area!r} is no area; write a-z, 0-9 and -", param_hint="--area")
    read = read_source(source, wanted)
    top = output or _playbook_folder(repo)
    embed, reason = (None, "only the same words were looked for") if words_only else embedding_or_reason()
    if embed is not None and not quiet:
        warn(f"{len(read.entries)} entries; comparing their texts ...")
    choices = ImportChoices(agent or _agent(repo), source.name, area or "", _retired_ids(top))
    plan = plan_import(read, choices, present_rules(top), embed, reason)
    if not plan.rules and not plan.refused:
        raise AceError(f"{source}: holds no rule")
    if not is_dry:
        write_new_files(top, plan.files)
    shown = str(top)
    print_json(import_json(plan, shown, is_dry=is_dry)) if as_json else print_text(
        import_text(plan, shown, is_dry=is_dry)
    )
    if not plan.rules:
        click.get_current_context().exit(1)


@command.command("export", short_help="Write the rules in another program's format.")
@click.option("--format", "wanted", type=click.Choice(_FORMATS), default="ace-text", show_default=True)
@click.option("--output", type=_PATH, help="File to write, which must not exist (default: stdout).")
@click.option("--agent", callback=not_empty, help="Whose rules (default: those of the agent in ace.yaml).")
@click.option("--ref", callback=not_empty, help="Rules of a commit instead of the reviewed branch's tip.")
@click.option("--working-tree", "is_tree", is_flag=True, help="Rules of the working tree, reviewed or not.")
@repo_option
@json_option
def export_command(
    wanted: "Format",
    output: Path | None,
    agent: str | None,
    ref: str | None,
    is_tree: bool,
    repo: Path,
    as_json: bool,
) -> None:
    """Write the reviewed rules of an agent for another program; what its format cannot hold is listed on stderr.

    With --json, which needs --output, that account is one object on stdout.

    \b
    Example:
      ace playbook export --format ace-framework --output skillbook.json
      ace playbook export --working-tree > playbook.txt
    """
    from ace.errors import AceError
    from ace.playbook.exchange.exchange_text import export_json, export_text
    from ace.playbook.exchange.export_playbook import export_playbook
    from ace.playbook.exchange.write_new_files import write_new_files

    if as_json and output is None:
        raise click.UsageError("--json prints the account of an export: name the file with --output")
    if is_tree and ref is not None:
        raise click.UsageError("--ref and --working-tree exclude each other; give one")
    agent = agent or _agent(repo)
    exported = export_playbook(_playbook(repo, ref, is_tree).files, wanted, agent)
    if not exported.ids:
        raise AceError(f"no rule in use is for the agent {agent!r}; name another with --agent")
    if output is None:
        print_text(exported.text)
    else:
        write_new_files(output.parent, {output.name: exported.text.encode("utf-8")})
    if as_json:
        print_json(export_json(exported, wanted, str(output)))
    else:
        warn(export_text(exported).rstrip("\n"))


def _agent(repo: Path) -> str:
    from ace.agents_here import agents_here

    return agents_here(repo, environment()).configured


def _playbook_folder(repo: Path) -> Path:
    from ace.config.load import load_config
    from ace.errors import WorkspaceError
    from ace.workspace import open_workspace
    from runtime.rules.load_reviewed import checked_folder

    workspace = open_workspace(repo)
    if workspace.is_bare:
        raise WorkspaceError(f"{workspace.repo} is bare and has no working tree: name a folder with --output")
    return workspace.repo / checked_folder(load_config(workspace.repo, environment(), {}).settings.playbook)


def _retired_ids(top: Path) -> frozenset[str]:
    """Return the ids of rules that were deleted from the folder `top`; none where it is in no repository."""
    from ace.errors import WorkspaceError
    from ace.playbook.reused_ids import deleted_ids
    from ace.review.git_refs import ref_commit
    from ace.workspace import open_workspace

    place = next(folder for folder in (top, *top.absolute().parents) if folder.is_dir())
    try:
        repo = open_workspace(place).repo
    except WorkspaceError:
        return frozenset()
    folder = top.resolve().relative_to(repo.resolve()).as_posix()
    return deleted_ids(repo, "HEAD", folder) if ref_commit(repo, "HEAD") else frozenset()


def _playbook(repo: Path, ref: str | None, is_tree: bool) -> "Playbook":
    from ace.playbook_files import files_at, files_in_tree
    from ace.session import open_session
    from runtime.rules.load_reviewed import parse_playbook

    session = open_session(repo, environment(), {})
    if ref is None and not is_tree:
        return session.playbook()
    where, folder = session.workspace, session.settings.playbook
    return parse_playbook(files_at(where, ref, folder) if ref else files_in_tree(where, folder), folder)
