"""The cache folder of built models: each file with a manifest beside it, so that damage is seen and named."""

import hashlib
import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Literal, NamedTuple, TypeAlias

from runtime.contracts.errors import RuntimeFault, ToolError
from runtime.contracts.json_types import JsonObject, as_object
from runtime.vision.model_table import MODELS, VisionModel

ModelState: TypeAlias = Literal["built", "absent", "damaged"]
REMEDY = "run `make models`"


class CachedModel(NamedTuple):
    """One model as the cache has it. `detail` says what is wrong and what to do; it is empty when nothing is.

    Units: size_bytes is bytes, 0 when there is no file. `sha256` is the manifest's, "" without one.
    """

    name: str
    path: Path
    state: ModelState
    sha256: str = ""
    size_bytes: int = 0
    detail: str = ""


def models_folder(chosen: Path | None = None, environ: Mapping[str, str] | None = None) -> Path:
    """Return the cache folder: `chosen`, else $ACE_MODELS_DIR, else ~/.cache/ace/models. It need not exist.

    Raises: RuntimeFault for the home folder of somebody who has none.
    """
    named = (os.environ if environ is None else environ).get("ACE_MODELS_DIR", "")
    folder = chosen or Path(named or "~/.cache/ace/models")
    try:
        return folder.expanduser()
    except RuntimeError as exc:
        raise RuntimeFault(
            f"{folder}: there is no such home folder; name the models' folder in full, with ACE_MODELS_DIR"
        ) from exc


def look_up(name: str, folder: Path, *, is_hashed: bool = True) -> CachedModel:
    """Return what the cache has of the model called `name`; nothing is loaded.

    The file's size is always compared with its manifest, its bytes (some 10 ms for 14 MB) only with `is_hashed`.
    Raises: KeyError for a name that is not in the table.
    """
    model = MODELS[name]
    path = folder / model.file_name
    manifest = _manifest(path)
    size = path.stat().st_size if path.is_file() else 0
    if not size and manifest is None:
        return CachedModel(name, path, "absent", detail=f"{model.title} is not built; {REMEDY}")
    damaged = f"{path} is damaged (%s); rebuild it: {REMEDY}"
    if manifest is None:
        return CachedModel(name, path, "damaged", "", size, damaged % "its manifest is missing or unreadable")
    sha256 = str(manifest.get("sha256", ""))
    if not size:
        return CachedModel(name, path, "damaged", sha256, 0, damaged % "the file is gone or empty")
    if size != manifest.get("size_bytes"):
        return CachedModel(name, path, "damaged", sha256, size, damaged % f"{size} bytes")
    if is_hashed and file_sha256(path) != sha256:
        return CachedModel(name, path, "damaged", sha256, size, damaged % "its bytes are not those that were built")
    return CachedModel(name, path, "built", sha256, size)


def find_model(name: str, folder: Path) -> CachedModel:
    """Return the built model, its bytes checked. Raises: ToolError missing_dependency naming `make models`."""
    found = look_up(name, folder)
    if found.state != "built":
        raise ToolError("missing_dependency", found.detail)
    return found


def not_built(names: tuple[str, ...], folder: Path) -> str:
    """Return why the first of `names` that cannot be used cannot, or an empty string; sizes only, nothing is read."""
    found = (look_up(name, folder, is_hashed=False) for name in names)
    return next((model.detail for model in found if model.state != "built"), "")


def manifest_path(path: Path) -> Path:
    """Return where the manifest of a model file lies."""
    return path.with_suffix(".json")


def write_manifest(path: Path, model: VisionModel, facts: JsonObject) -> JsonObject:
    """Write the manifest beside the model file `path`, whole or not at all, and return it."""
    weights = model.weights
    manifest: JsonObject = {
        "schema": 1,
        "name": model.name,
        "file": path.name,
        "sha256": file_sha256(path),
        "size_bytes": path.stat().st_size,
        "recipe": model.recipe,
        "weights": {
            "distribution": f"{weights.distribution} {weights.version}",
            "file": f"{weights.package}/{weights.file}",
            "sha256": weights.sha256,
            "licence": weights.licence,
        },
        **facts,
    }
    target = manifest_path(path)
    temporary = target.with_name(f".building-{os.getpid()}-{target.name}")
    temporary.write_text(json.dumps(manifest, indent=2) + "\n", "utf-8")
    temporary.replace(target)
    return manifest


def file_sha256(path: Path) -> str:
    """Return the hex SHA-256 of a file's bytes."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _manifest(path: Path) -> JsonObject | None:
    try:
        manifest = manifest_path(path)
        # Opening a pipe would wait for a writer for ever.
        value = json.loads(manifest.read_text("utf-8")) if manifest.is_file() else None
    except (OSError, ValueError, RecursionError):
        return None
    return as_object(value) or None
