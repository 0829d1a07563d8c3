import logging
import warnings
from pathlib import Path

import numpy as np
import pytest

from runtime.vision.export_onnx import export_onnx, make_module, quantize, quiet_libraries, run_onnx
from tests.runtime.vision.tiny_models import encoder


def test_libraries_are_quiet_inside_and_heard_again_after(caplog: pytest.LogCaptureFixture) -> None:
    with quiet_libraries():
        logging.getLogger("exporter").warning("about every tensor")
        warnings.warn("deprecated", DeprecationWarning, stacklevel=1)
    assert caplog.records == []
    logging.getLogger("exporter").warning("after")
    assert [record.message for record in caplog.records] == ["after"]


def test_a_file_is_run(tmp_path: Path) -> None:
    (tmp_path / "tiny.onnx").write_bytes(encoder())
    image = np.full((1, 3, 256, 256), 0.25, np.float32)
    assert run_onnx(tmp_path / "tiny.onnx", {"image": image}).mean() == pytest.approx(0.25)


def test_a_module_becomes_a_file_that_gives_the_same_numbers(tmp_path: Path) -> None:
    torch = pytest.importorskip("torch", reason="only building needs torch")
    pytest.importorskip("onnx", reason="only building needs onnx")
    layer = torch.nn.Linear(8, 4)
    module = make_module({"layer": layer}, lambda self, x: self.layer(x))
    feeds = {"x": np.ones((2, 8), np.float32)}
    assert export_onnx(module, feeds, ["y"], tmp_path / "whole.onnx", is_batched=True) < 1e-6
    quantize(tmp_path / "whole.onnx", tmp_path / "small.onnx")
    whole, small = (
        run_onnx(tmp_path / f"{name}.onnx", {"x": np.ones((5, 8), np.float32)}) for name in ("whole", "small")
    )
    assert whole.shape == (5, 4)
    assert np.abs(whole - small).max() < 0.1
