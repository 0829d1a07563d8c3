"""`ace models`."""

from collections.abc import Callable
from pathlib import Path

import pytest

from runtime.vision.build_models import build_problem
from runtime.vision.model_table import EMBEDDER, MODELS
from tests.conftest import Ran
from tests.runtime.vision.tiny_models import put_models


def test_what_is_not_built_is_listed_with_what_to_do(tmp_path: Path, ace: Callable[..., Ran]) -> None:
    ran = ace("models", "-C", str(tmp_path))
    assert ran.code == 0
    assert ran.out.count(" absent ") == 3
    assert ran.out.count("is not built; run `make models`") == 2, "each remedy once"


def test_json_has_one_row_a_model(tmp_path: Path, ace: Callable[..., Ran]) -> None:
    put_models(tmp_path)
    (tmp_path / MODELS[EMBEDDER].file_name).write_bytes(b"damaged")
    value = ace("models", "--json", "--folder", str(tmp_path)).json
    rows = value["models"]
    assert isinstance(rows, list)
    assert value["folder"] == str(tmp_path)
    assert [(row["name"], row["state"]) for row in rows] == [
        (name, "damaged" if name == EMBEDDER else "built") for name in MODELS
    ]
    assert set(rows[0]) == {"name", "use", "state", "sha256", "size_bytes", "path", "detail"}


def test_building_what_is_built_does_nothing(tmp_path: Path, ace: Callable[..., Ran]) -> None:
    put_models(tmp_path)
    ran = ace("models", "build", "--folder", str(tmp_path))
    assert ran.code == 0
    assert "nothing to do" in ran.err
    assert ran.out.count(" built ") == 3


@pytest.mark.skipif(not build_problem(), reason="everything for building is installed here")
def test_building_without_torch_says_what_is_missing(tmp_path: Path, ace: Callable[..., Ran]) -> None:
    ran = ace("models", "build", "--folder", str(tmp_path / "new"))
    assert (ran.code, ran.out) == (1, "")
    assert "make models" in ran.err
    assert not (tmp_path / "new").exists()


def test_a_sub_command_has_its_own_help_and_hears_what_comes_before(tmp_path: Path, ace: Callable[..., Ran]) -> None:
    assert ace("models", "build", "--help").out.startswith("Usage: ace models build ")
    put_models(tmp_path)
    folder = str(tmp_path)
    before = ace("models", "--folder", folder, "--json", "list").json
    assert (
        before
        == ace("models", "list", "--folder", folder, "--json").json
        == ace("models", "--folder", folder, "--json").json
    )
    assert before["folder"] == folder


def test_another_action_is_a_usage_error(ace: Callable[..., Ran]) -> None:
    assert ace("models", "remove").code == 64
