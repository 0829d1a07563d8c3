import os
from pathlib import Path

import numpy as np

from ace.paths import shipped
from runtime.images.load_image import load_image
from runtime.tools.image_findings_nearest import INDEX_FOLDER, find_neighbours
from tests.runtime.vision.tiny_models import put_models


def test_three_labelled_pictures_are_found_and_the_vectors_kept(tmp_path: Path) -> None:
    put_models(tmp_path)
    pixels = load_image("pydicom-data:RG1_UNCR.dcm").pixels
    found = find_neighbours(pixels, tmp_path, (shipped("samples"),), None)
    assert len(found.images) == 3
    assert "pydicom-data:RG1_UNCR.dcm" not in {one.ref for one in found.images}
    assert all(one.modality and one.organ and -1 <= one.similarity <= 1.001 for one in found.images)
    assert "look" in found.note
    assert len(list((tmp_path / INDEX_FOLDER).iterdir())) == 1


def test_what_is_not_there_is_a_note(tmp_path: Path) -> None:
    pixels = np.zeros((9, 9), np.uint8)
    assert find_neighbours(pixels, tmp_path, (), None).note == "no folder of reference samples is configured"
    absent = find_neighbours(pixels, tmp_path, (shipped("samples"),), None)
    assert absent == ((), "EfficientNet-Lite0 is not built; run `make models`")
    put_models(tmp_path)
    empty = find_neighbours(pixels, tmp_path, (tmp_path / "nowhere",), None)
    assert empty == ((), "no reference picture can be read here")


def test_a_changed_sample_file_is_seen(tmp_path: Path) -> None:
    put_models(tmp_path)
    source = (shipped("samples") / "tutor" / "chest-xr.yaml").read_text()
    path = tmp_path / "samples" / "tutor" / "one.yaml"
    path.parent.mkdir(parents=True)
    pixels = np.random.default_rng(0).integers(0, 256, (50, 50)).astype(np.uint8)

    def organs() -> list[str]:
        return [one.organ for one in find_neighbours(pixels, tmp_path, (tmp_path / "samples",), None).images]

    path.write_text(source)
    assert organs() == ["chest"]
    path.write_text(source.replace("organ: chest", "organ: thorax"))
    os.utime(path, (5, 5))
    assert organs() == ["thorax"]
