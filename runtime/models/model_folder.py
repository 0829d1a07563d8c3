"""What a folder with a model's files must hold, found out before anything slow is begun. Nothing is ever downloaded."""

from importlib.util import find_spec
from pathlib import Path

from runtime.contracts.errors import ModelError

NEEDED = ("torch", "transformers")
EXTRA = "ace-optimizer[local]"
_TOKENIZERS = ("tokenizer.json", "tokenizer.model", "vocab.json", "vocab.txt")
_PROCESSORS = ("processor_config.json", "preprocessor_config.json")


def check_packages(with_images: bool) -> None:
    """Return when the packages a local model needs are installed. Raises: ModelError naming what is missing."""
    needed = (*NEEDED, "PIL") if with_images else NEEDED
    missing = [name for name in needed if find_spec(name) is None]
    if missing:
        raise ModelError(f"a local model needs {', '.join(missing)}; install {EXTRA}")


def check_model_folder(folder: Path, with_images: bool) -> None:
    """Return when `folder` looks like a model's.

    Raises: ModelError naming the first thing that is missing, and what to do.
    """
    if not folder.is_dir():
        raise ModelError(
            f"{folder}: no such folder; `model` of a local controller is the folder with the model's files "
            "(config.json, *.safetensors, tokenizer.json ...); get them once, nothing is downloaded here"
        )
    _need(folder, ("config.json",), "its configuration")
    if not any(folder.glob("*.safetensors")):
        old = any(folder.glob("*.bin")) or any(folder.glob("*.pt"))
        why = "only weights that run code when they are opened" if old else "no weights"
        raise ModelError(f"{folder}: {why}; it needs *.safetensors, so convert or copy them there")
    _need(folder, _TOKENIZERS, "its tokenizer")
    if with_images:
        _need(folder, _PROCESSORS, "its image processor (without one the model sees no images: remove `vision`)")


def _need(folder: Path, names: tuple[str, ...], what: str) -> None:
    if not any((folder / name).is_file() for name in names):
        raise ModelError(f"{folder}: no {' or '.join(names)}, {what}; copy it there from where the model came from")
