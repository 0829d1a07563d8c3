"""`ace models`."""

from pathlib import Path
from typing import NamedTuple

import click

from ace.commands.options import GivenPath, environment, json_option, repo_option
from ace.console import print_json, print_text, warn


@click.group("models", invoke_without_command=True)
@click.option("--folder", type=GivenPath(path_type=Path), help="Cache folder instead of the configured one.")
@repo_option
@json_option
@click.pass_context
def command(context: click.Context, folder: Path | None, repo: Path, as_json: bool) -> None:
    """List the vision models in the cache: name, state, size, hash, path. `build` makes those that are missing.

    The cache is `tools.models` of ace.yaml, else $ACE_MODELS_DIR, else ~/.cache/ace/models.

    \b
    Example:
      ace models
      ace models build
    """
    context.obj = _Given(folder, repo, as_json)
    if context.invoked_subcommand is None:
        _show(context.obj, is_building=False)


@command.command("list", short_help="List the models in the cache (the default).")
@click.option("--folder", type=GivenPath(path_type=Path), help="Cache folder instead of the configured one.")
@repo_option
@json_option
@click.pass_context
def list_command(context: click.Context, folder: Path | None, repo: Path, as_json: bool) -> None:
    """List the vision models in the cache: name, state, size, hash, path.

    \b
    Example:
      ace models list --json
    """
    _show(_given(context, folder, repo, as_json), is_building=False)


@command.command("build", short_help="Make the models that are missing (needs torch).")
@click.option("--folder", type=GivenPath(path_type=Path), help="Cache folder instead of the configured one.")
@repo_option
@json_option
@click.pass_context
def build_command(context: click.Context, folder: Path | None, repo: Path, as_json: bool) -> None:
    """Make the vision models that are missing or damaged; those that are built stay.

    Building needs torch; in a checkout, `make models` brings it and removes it again.

    \b
    Example:
      ace models build
      ace models build --folder ~/models --json
    """
    _show(_given(context, folder, repo, as_json), is_building=True)


class _Given(NamedTuple):
    """What the command line says."""

    folder: Path | None
    repo: Path
    as_json: bool


def _given(context: click.Context, folder: Path | None, repo: Path, as_json: bool) -> _Given:
    """What is said after the sub-command, else what is said before it."""
    before = context.obj if isinstance(context.obj, _Given) else _Given(None, Path(), False)
    return _Given(folder or before.folder, repo if repo != Path() else before.repo, as_json or before.as_json)


def _show(given: _Given, is_building: bool) -> None:
    from ace.report.vision_models import configured_folder, models_json, models_text
    from runtime.vision.build_models import build_models
    from runtime.vision.model_cache import look_up
    from runtime.vision.model_table import MODELS

    chosen = configured_folder(given.repo, environment(), given.folder)
    found = build_models(chosen, warn) if is_building else [look_up(name, chosen) for name in MODELS]
    print_json(models_json(chosen, found)) if given.as_json else print_text(models_text(chosen, found))
