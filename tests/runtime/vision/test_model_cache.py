import json
import os
from pathlib import Path

import pytest

from runtime.contracts.errors import RuntimeFault, ToolError
from runtime.vision.model_cache import find_model, look_up, manifest_path, models_folder, not_built
from runtime.vision.model_table import DECODER, EMBEDDER, ENCODER, MODELS
from tests.runtime.vision.tiny_models import put_models


@pytest.mark.parametrize(
    ("chosen", "environ", "folder"),
    [
        (Path("/chosen"), {"ACE_MODELS_DIR": "/named"}, Path("/chosen")),
        (None, {"ACE_MODELS_DIR": "/named"}, Path("/named")),
        (None, {"ACE_MODELS_DIR": ""}, Path.home() / ".cache/ace/models"),
        (None, {}, Path.home() / ".cache/ace/models"),
        (Path("~/mine"), {}, Path.home() / "mine"),
    ],
    ids=["chosen", "named", "named empty", "default", "home"],
)
def test_the_folder_is_chosen_named_or_the_default(chosen: Path | None, environ: dict[str, str], folder: Path) -> None:
    assert models_folder(chosen, environ) == folder


def test_the_environment_is_read_when_none_is_given(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ACE_MODELS_DIR", "/from-the-environment")
    assert models_folder() == Path("/from-the-environment")


def test_an_absent_model_names_what_builds_it(tmp_path: Path) -> None:
    found = look_up(ENCODER, tmp_path / "nowhere")
    assert (found.state, found.sha256, found.size_bytes) == ("absent", "", 0)
    assert found.detail == "LiteMedSAM is not built; run `make models`"


def test_a_built_model_is_found_with_its_manifest(tmp_path: Path) -> None:
    put_models(tmp_path, EMBEDDER)
    found = find_model(EMBEDDER, tmp_path)
    manifest = json.loads(manifest_path(found.path).read_text())
    assert (found.state, found.detail) == ("built", "")
    assert (manifest["sha256"], manifest["size_bytes"]) == (found.sha256, found.path.stat().st_size)
    assert manifest["weights"]["sha256"] == MODELS[EMBEDDER].weights.sha256
    assert [path.name for path in tmp_path.glob(".building-*")] == []


def _flip(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[100] ^= 1
    path.write_bytes(data)


def _cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-1])


def _no_manifest(path: Path) -> None:
    manifest_path(path).unlink()


def _bad_manifest(path: Path) -> None:
    manifest_path(path).write_text("{")


def _list_manifest(path: Path) -> None:
    manifest_path(path).write_text("[]")


def _gone(path: Path) -> None:
    path.unlink()


@pytest.mark.parametrize(
    "damage", [_flip, _cut, _no_manifest, _bad_manifest, _list_manifest, _gone], ids=lambda damage: damage.__name__
)
def test_damage_is_seen_and_says_rebuild(tmp_path: Path, damage: object) -> None:
    path = put_models(tmp_path, DECODER) / MODELS[DECODER].file_name
    assert callable(damage)
    damage(path)
    found = look_up(DECODER, tmp_path)
    assert found.state == "damaged"
    assert found.detail.endswith("rebuild it: run `make models`")
    assert str(path) in found.detail
    with pytest.raises(ToolError, match="rebuild it") as caught:
        find_model(DECODER, tmp_path)
    assert caught.value.error_class == "missing_dependency"


def test_a_quick_look_reads_no_bytes_and_misses_only_a_flipped_bit(tmp_path: Path) -> None:
    path = put_models(tmp_path, DECODER) / MODELS[DECODER].file_name
    _flip(path)
    assert look_up(DECODER, tmp_path, is_hashed=False).state == "built"
    _cut(path)
    assert look_up(DECODER, tmp_path, is_hashed=False).state == "damaged"


def test_the_first_that_cannot_be_used_is_named(tmp_path: Path) -> None:
    put_models(tmp_path, ENCODER, DECODER)
    assert not_built((ENCODER, DECODER), tmp_path) == ""
    assert "EfficientNet-Lite0 is not built" in not_built((ENCODER, EMBEDDER), tmp_path)


def test_the_home_folder_of_nobody_says_what_to_do() -> None:
    for chosen, environ in ((Path("~no-such-person/x"), {}), (None, {"ACE_MODELS_DIR": "~no-such-person/x"})):
        with pytest.raises(
            RuntimeFault, match=r"~no-such-person/x: there is no such home folder; name .*ACE_MODELS_DIR"
        ):
            models_folder(chosen, environ)


@pytest.mark.parametrize("content", ["[" * 100_000, "[1]", "\x00", '{"size_bytes": "10", "sha256": 5}', "null"])
def test_a_manifest_of_any_content_is_damage_at_most(content: str, tmp_path: Path) -> None:
    put_models(tmp_path, EMBEDDER)
    manifest_path(find_model(EMBEDDER, tmp_path).path).write_text(content)
    assert look_up(EMBEDDER, tmp_path).state == "damaged"


def test_a_pipe_in_place_of_a_manifest_is_not_waited_for(tmp_path: Path) -> None:
    put_models(tmp_path, EMBEDDER)
    manifest = manifest_path(find_model(EMBEDDER, tmp_path).path)
    manifest.unlink()
    os.mkfifo(manifest)
    assert look_up(EMBEDDER, tmp_path).state == "damaged"
