import json
import sys
from pathlib import Path

import pytest

from runtime.vision.export_lite_medsam import MIN_AGREEMENT, drawn_picture, stand_in_for_timm
from runtime.vision.export_onnx import MAX_RELATIVE_DIFFERENCE
from runtime.vision.model_cache import find_model, manifest_path
from runtime.vision.model_table import DECODER, EMBEDDER, ENCODER, LITE_MEDSAM


def test_the_picture_for_checks_is_the_same_every_time() -> None:
    first, second = drawn_picture(), drawn_picture()
    assert first.shape == (1, 3, 256, 256)
    assert (first == second).all()
    assert 0 <= first.min() < first.max() <= 1
    assert first[0, 0, 100:150, 90:130].mean() > first[0, 0, :40].mean() + 0.2


def test_timm_is_stood_in_for(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("torch", reason="only building needs torch")
    for name in ("timm", "timm.models", "timm.models.layers", "timm.models.registry"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    stand_in_for_timm()
    layers = vars(sys.modules["timm.models.layers"])
    assert layers["to_2tuple"](7) == (7, 7)
    assert layers["to_2tuple"]((3, 4)) == (3, 4)
    assert layers["DropPath"](drop_prob=0.1)("x") == "x"
    for name in ("timm", "timm.models", "timm.models.layers", "timm.models.registry"):
        monkeypatch.delitem(sys.modules, name)


@pytest.mark.models
@pytest.mark.parametrize("name", [ENCODER, DECODER, EMBEDDER])
def test_what_was_built_was_checked(built_models: Path, name: str) -> None:
    manifest = json.loads(manifest_path(find_model(name, built_models).path).read_text())
    assert 0 <= manifest["check"]["export_difference"] <= MAX_RELATIVE_DIFFERENCE
    if name != EMBEDDER:
        assert manifest["check"]["quantized_agreement"] >= MIN_AGREEMENT
        assert manifest["weights"]["sha256"] == LITE_MEDSAM.sha256
