"""The cache of vision models as a person or a program reads it."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from ace.errors import WorkspaceError
from ace.session import open_session
from ace.text.visible_text import escape_text
from runtime.contracts.json_types import JsonObject
from runtime.vision.model_cache import CachedModel, models_folder
from runtime.vision.model_table import MODELS


def configured_folder(repo: Path, environ: Mapping[str, str], named: Path | None) -> Path:
    """Return the cache folder: `named`, else the repository's setting, else the default. Models need no repository.

    Raises: ConfigError when the repository has a configuration that cannot be used.
    """
    if named is not None:
        return models_folder(named.absolute(), environ)
    try:
        settings = open_session(repo, environ, {}).tool_settings()
    except WorkspaceError:
        return models_folder(None, environ)
    return models_folder(settings.models, environ)


def models_json(folder: Path, found: Sequence[CachedModel]) -> JsonObject:
    """Return {"folder", "models": [{"name", "use", "state", "sha256", "size_bytes", "path", "detail"}]}."""
    rows: list[JsonObject] = [
        {
            "name": model.name,
            "use": MODELS[model.name].use,
            "state": model.state,
            "sha256": model.sha256,
            "size_bytes": model.size_bytes,
            "path": str(model.path),
            "detail": model.detail,
        }
        for model in found
    ]
    return {"folder": str(folder), "models": rows}


def models_text(folder: Path, found: Sequence[CachedModel]) -> str:
    """Return one line a model, then what to do where something is missing."""
    lines = [f"Vision models in {escape_text(str(folder))}", ""]
    for model in found:
        size = f"{model.size_bytes / 1e6:.1f} MB" if model.size_bytes else "-"
        lines.append(
            f"  {model.name:20} {model.state:8} {size:>8}  {model.sha256[:12] or '-':12}  {MODELS[model.name].use}"
        )
        if model.state == "built":
            lines.append(f"  {'':20} {escape_text(str(model.path))}")
    wrong = list(dict.fromkeys(model.detail for model in found if model.detail))
    return "\n".join([*lines, *([""] if wrong else []), *(escape_text(detail) for detail in wrong)])
