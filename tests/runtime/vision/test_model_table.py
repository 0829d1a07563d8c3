import re
from dataclasses import replace

import pytest

from runtime.vision.model_table import MODELS


@pytest.mark.parametrize("name", MODELS)
def test_a_file_name_carries_the_weights_and_the_recipe(name: str) -> None:
    model = MODELS[name]
    assert re.fullmatch(rf"{name}-[0-9a-f]{{12}}\.onnx", model.file_name)
    other_recipe = replace(model, recipe=model.recipe + 1)
    other_weights = replace(model, weights=replace(model.weights, sha256="0" * 64))
    assert len({model.file_name, other_recipe.file_name, other_weights.file_name}) == 3
