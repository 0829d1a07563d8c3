"""`ace samples`."""

from pathlib import Path

import click

from ace.commands.inspect import make_voids_command
from ace.commands.options import (
    GivenPath,
    environment,
    json_option,
    model_flags,
    model_options,
    not_empty,
    quiet_option,
    repo_option,
)
from ace.console import print_json, print_text, warn

_PATH = GivenPath(path_type=Path)


@click.group("samples")
def command() -> None:
    """Import an outside data set as samples; count and check samples; see which held-out ones are used up.

    \b
    Example:
      ace samples import vqa-rad ~/data/vqa-rad --limit 200
      ace samples list
      ace samples check samples/imported
      ace samples status
      ace samples make-voids --out voids
    """


command.add_command(make_voids_command)


@command.command("import", short_help="Turn a data set in FOLDER into sample files.")
@click.argument("name", metavar="DATASET", type=click.Choice(["vqa-rad", "slake", "pubmedqa"]))
@click.argument("data", metavar="FOLDER", type=_PATH)
@click.option(
    "--out", type=_PATH, default=Path("samples/imported"), show_default=True, help="Folder in the repository."
)
@click.option("--images", type=_PATH, help="Folder of the data set's images; those outside the repository are copied.")
@click.option("--limit", type=click.IntRange(min=1), help="At most so many cases, spread over the data set.")
@click.option("--split", type=click.Choice(["dev", "sealed"]), help="Split of all cases (default: by image or paper).")
@click.option("--seed", type=int, default=0, show_default=True, help="Seed of wrong options, order and splits.")
@click.option("--replace", "is_replacing", is_flag=True, help="Write anew what an earlier import of it wrote there.")
@repo_option
@json_option
def import_command(
    name: str,
    data: Path,
    out: Path,
    images: Path | None,
    limit: int | None,
    split: str | None,
    seed: int,
    is_replacing: bool,
    repo: Path,
    as_json: bool,
) -> None:
    """Turn the data set in FOLDER into sample files: multiple choice, three students a case, source and licence.

    Wrong options are answers that other questions of its kind have; a question for which too few are surely wrong is
    left out, as is any row that cannot be used: each is listed with its reason. Nothing is downloaded.

    \b
    Example:
      ace samples import vqa-rad ~/data/vqa-rad --images ~/data/vqa-rad/images --limit 200
      ace samples import pubmedqa ~/data/pubmedqa --split dev
      ace samples import slake ~/data/slake --json
    """
    from ace.report.import_text import import_json, import_text
    from ace.sample_import.import_samples import import_samples
    from ace.sample_import.request import ImportRequest
    from ace.workspace import open_workspace

    request = ImportRequest(
        name=name,
        data=data,
        top=open_workspace(repo).repo,
        out=out,
        images=images,
        limit=limit,
        split=split or "",
        seed=seed,
        is_replacing=is_replacing,
    )
    report = import_samples(request)
    print_json(import_json(report, request)) if as_json else print_text(import_text(report, request))


@command.command("list", short_help="Count the samples by split, modality, organ and tag.")
@click.option("--split", type=click.Choice(["dev", "must_pass", "sealed"]), help="Only this split.")
@repo_option
@json_option
def list_command(split: str | None, repo: Path, as_json: bool) -> None:
    """Count the samples that ace.yaml names: by split, modality, organ and tag.

    \b
    Example:
      ace samples list
      ace samples list --split dev --json
    """
    from ace.report.sample_counts import count_samples, counts_json, counts_text
    from ace.session import open_session

    counts = count_samples(open_session(repo, environment(), {}), split)
    print_json(counts_json(counts)) if as_json else print_text(counts_text(counts))


@command.command("check", short_help="Check sample files; each problem with its place.")
@click.argument("folder", type=_PATH)
@click.option("--agent", callback=not_empty, help="Agent the samples are for (default: the one in ace.yaml).")
@repo_option
@json_option
@click.pass_context
def check_command(context: click.Context, folder: Path, agent: str | None, repo: Path, as_json: bool) -> None:
    """Check the sample files in FOLDER/<agent>/*.yaml: each problem with file, field and line. Exit 1 if there is one.

    \b
    Example:
      ace samples check samples/imported
    """
    from ace.agents_here import KnownAgents, agents_here
    from ace.config.settings import DEFAULT_AGENT
    from ace.errors import WorkspaceError
    from ace.report.sample_counts import check_json, check_samples, check_text
    from ace.workspace import open_workspace
    from runtime.agents.registry import AGENTS

    known = KnownAgents(DEFAULT_AGENT, AGENTS)
    try:
        top = open_workspace(repo).repo
        known = agents_here(repo, environment())
    except WorkspaceError as exc:
        top = None
        warn(f"ace: images named by a path are not looked for: {exc}")
    checked = check_samples(folder, known.find(agent), top)
    print_json(check_json(checked)) if as_json else print_text(check_text(checked))
    if checked.problems:
        context.exit(1)


@command.command("status", short_help="What held-out samples were used for, and how many are left.")
@model_options
@repo_option
@json_option
def status_command(controller: str | None, model: str | None, base_url: str | None, repo: Path, as_json: bool) -> None:
    """Show cases and samples by split, how often held-out ones served, and what the next acceptance needs.

    A held-out sample serves 5 confirmations (gate.sealed_uses), then its case counts as development. Uses are counted
    in refs/ace/ledger; those under a simulated controller count for simulated ones only.

    \b
    Example:
      ace samples status
      ace samples status --json
    """
    from ace.report.sample_status import sample_status, status_json
    from ace.report.sample_status_text import status_text
    from ace.session import open_session

    status = sample_status(open_session(repo, environment(), model_flags(controller, model, base_url)))
    print_json(status_json(status)) if as_json else print_text(status_text(status))


@command.command("merge", short_help="Take in the uses of held-out samples that another copy counted.")
@click.argument("commit", metavar="COMMIT", callback=not_empty)
@repo_option
def merge_command(commit: str, repo: Path) -> None:
    """Unite the ledger of held-out samples with the one at COMMIT: every use that either has counts once.

    \b
    Example:
      git fetch origin refs/ace/ledger && ace samples merge FETCH_HEAD
      git push origin refs/ace/ledger
    """
    from ace.cycle.counted_ledger import ledger_identity
    from ace.ledger.merge_ledgers import merge_ledgers
    from ace.session import open_session
    from ace.text.counted import counted

    session = open_session(repo, environment(), {})
    merged = merge_ledgers(session.workspace.repo, commit, ledger_identity(session))
    print_text(f"ledger at {merged.commit[:12]}: {counted(len(merged.uses), 'confirmation')}\n")


@command.command("vault", short_help="Score the rules in force on the vault, once a month.")
@model_options
@repo_option
@quiet_option
@json_option
def vault_command(
    controller: str | None, model: str | None, base_url: str | None, repo: Path, quiet: bool, as_json: bool
) -> None:
    """Score the rules in force on the held-out cases that no confirmation uses (gate.vault_share), once in 30 days.

    \b
    Example:
      ace samples vault
      ace samples vault --json
    """
    from ace.cycle.counted_ledger import counted_ledger
    from ace.cycle.judging.judgement import JudgeHooks
    from ace.cycle.score_vault import score_vault
    from ace.ledger.vault import last_finished
    from ace.report.progress import Progress
    from ace.report.sample_status_text import vault_text
    from ace.session import open_session, refuse_bundle

    session = open_session(repo, environment(), model_flags(controller, model, base_url))
    refuse_bundle(session, "`ace samples vault`")
    progress = Progress(quiet)
    with session.workspace.lock():
        last = last_finished(tuple(counted_ledger(session).vault.values()))
        score = score_vault(session, JudgeHooks(progress.begin, progress.episode))
    progress.finish()
    print_json(score.model_dump(mode="json", by_alias=True)) if as_json else print_text(vault_text(score, last))
