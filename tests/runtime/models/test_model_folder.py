"""What is missing from a model's folder is said before anything slow is begun."""

from importlib.util import find_spec
from pathlib import Path

import pytest

from runtime.contracts.errors import ModelError
from runtime.models.model_folder import check_model_folder, check_packages

WHOLE = ("config.json", "model-00001-of-00002.safetensors", "tokenizer.json", "processor_config.json")


def _folder(tmp_path: Path, *names: str) -> Path:
    for name in names:
        (tmp_path / name).write_text("{}")
    return tmp_path


def test_a_whole_folder_passes(tmp_path: Path) -> None:
    folder = _folder(tmp_path, *WHOLE)
    check_model_folder(folder, with_images=True)
    (folder / "processor_config.json").unlink()
    check_model_folder(folder, with_images=False)


@pytest.mark.parametrize(
    ("present", "says"),
    [
        ((), "no config.json"),
        (WHOLE[1:], "no config.json"),
        ((WHOLE[0], *WHOLE[2:]), r"no weights; it needs \*\.safetensors"),
        ((WHOLE[0], "pytorch_model.bin", *WHOLE[2:]), "weights that run code when they are opened"),
        ((*WHOLE[:2], WHOLE[3]), "no tokenizer.json or .*, its tokenizer"),
        (WHOLE[:3], "its image processor .*remove `vision`"),
    ],
    ids=["empty", "no config", "no weights", "pickled weights", "no tokenizer", "no processor"],
)
def test_what_is_missing_is_named(present: tuple[str, ...], says: str, tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=says):
        check_model_folder(_folder(tmp_path, *present), with_images=True)


def test_a_missing_folder_says_that_nothing_is_downloaded(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=r"no such folder.*nothing is downloaded"):
        check_model_folder(tmp_path / "medgemma-4b-it", with_images=False)


def test_missing_packages_are_named_with_what_brings_them() -> None:
    missing = [name for name in ("torch", "transformers") if find_spec(name) is None]
    if not missing:
        check_packages(with_images=True)
        return
    with pytest.raises(ModelError, match=rf"needs {missing[0]}.*install ace-optimizer\[local\]"):
        check_packages(with_images=False)
