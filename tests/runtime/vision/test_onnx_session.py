from pathlib import Path

import numpy as np
import pytest

from runtime.contracts.errors import ToolError
from runtime.vision.model_table import EMBEDDER, ENCODER
from runtime.vision.onnx_session import open_model, runtime_problem
from tests.runtime.vision.tiny_models import embedder, put_model, put_models


def test_a_graph_runs(tmp_path: Path) -> None:
    model = open_model(ENCODER, put_models(tmp_path))
    image = np.zeros((1, 3, 256, 256), np.float32)
    image[0, :, 10, 20] = (0.3, 0.6, 0.9)
    (out,) = model.run({"image": image})
    assert out.shape == (1, 1, 256, 256)
    assert out.dtype == np.float32
    assert out[0, 0, 10, 20] == pytest.approx(0.6)
    assert out.sum() == pytest.approx(0.6)


def test_a_model_is_loaded_once_and_again_when_its_file_changes(tmp_path: Path) -> None:
    put_models(tmp_path)
    first = open_model(EMBEDDER, tmp_path)
    assert open_model(EMBEDDER, tmp_path) is first
    put_model(tmp_path, EMBEDDER, embedder().replace(b"tiny", b"TINY"))
    second = open_model(EMBEDDER, tmp_path)
    assert second is not first
    assert second.sha256 != first.sha256


@pytest.mark.parametrize("data", [b"not a graph", b"\x08\x08", b"\0" * 200], ids=["text", "no graph", "zeros"])
def test_a_file_that_is_no_graph_is_a_missing_dependency(tmp_path: Path, data: bytes) -> None:
    put_model(tmp_path, ENCODER, data)
    with pytest.raises(ToolError, match="cannot load it") as caught:
        open_model(ENCODER, tmp_path)
    assert caught.value.error_class == "missing_dependency"
    assert "make models" in str(caught.value)


@pytest.mark.parametrize(
    "feeds",
    [{"image": np.zeros((1, 3, 9, 9), np.float32)}, {}, {"picture": np.zeros((1, 3, 256, 256), np.float32)}],
    ids=["shape", "nothing", "name"],
)
def test_inputs_that_do_not_fit_are_a_server_failure(tmp_path: Path, feeds: dict[str, object]) -> None:
    model = open_model(ENCODER, put_models(tmp_path))
    with pytest.raises(ToolError, match="could not be run") as caught:
        model.run(feeds)  # type: ignore[arg-type]
    assert caught.value.error_class == "server_failure"


def test_nothing_is_missing_here() -> None:
    assert runtime_problem() == ""
