"""`ace models`."""

from pathlib import Path

import click

from ace.commands.options import GivenPath, environment, json_option, print_json, print_text, repo_option, warn


@click.command("models")
@click.argument("action", type=click.Choice(["list", "build"]), default="list")
@click.option("--folder", type=GivenPath(path_type=Path), help="Cache folder instead of the configured one.")
@repo_option
@json_option
def command(action: str, folder: Path | None, repo: Path, as_json: bool) -> None:
    """List the vision models in the cache: name, state, size, hash, path. `build` makes those that are missing.

    The cache is `tools.models` of ace.yaml, else $ACE_MODELS_DIR, else ~/.cache/ace/models. Building needs torch;
    in a checkout, `make models` brings it and removes it again.

    \b
    Example:
      ace models
      ace models build --json
    """
    from ace.report.vision_models import configured_folder, models_json, models_text
    from runtime.vision.build_models import build_models
    from runtime.vision.model_cache import look_up
    from runtime.vision.model_table import MODELS

    chosen = configured_folder(repo, environment(), folder)
    found = build_models(chosen, warn) if action == "build" else [look_up(name, chosen) for name in MODELS]
    print_json(models_json(chosen, found)) if as_json else print_text(models_text(chosen, found))
