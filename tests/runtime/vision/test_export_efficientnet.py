from pathlib import Path

import pytest

from runtime.vision.build_models import build_problem, check_weights
from runtime.vision.export_efficientnet import export_embedder
from runtime.vision.export_onnx import MAX_RELATIVE_DIFFERENCE
from runtime.vision.model_table import EMBEDDER, MODELS


@pytest.mark.skipif(bool(build_problem()), reason="only building needs torch and the weights")
def test_the_published_network_becomes_a_file(tmp_path: Path) -> None:
    found = export_embedder(check_weights(MODELS[EMBEDDER]), tmp_path / "made.onnx")
    assert float(str(found["export_difference"])) <= MAX_RELATIVE_DIFFERENCE
    assert (tmp_path / "made.onnx").stat().st_size > 10_000_000
