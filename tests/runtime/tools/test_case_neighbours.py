"""The image model is built apart from the tests (`make models`): without it there is no image ranking."""

from pathlib import Path

import pytest

from runtime.contracts.errors import ToolError
from runtime.tools.case_neighbours import CaseImages, CaseNeighbours, open_case_neighbours
from runtime.vision.image_embedding import ImageEmbedder

SAMPLES = Path(__file__).parents[3] / "samples"


def test_without_the_model_there_are_no_neighbours(tmp_path: Path) -> None:
    assert open_case_neighbours(CaseImages(None, None, (SAMPLES,), tmp_path)) is None


def test_without_labelled_pictures_there_are_no_neighbours() -> None:
    assert open_case_neighbours(CaseImages(None, None, ())) is None


@pytest.mark.parametrize("ref", ["absent.png", "pydicom:no-such-file.dcm", ""], ids=["file", "package", "none"])
def test_an_image_that_cannot_be_read_has_none(ref: str, tmp_path: Path) -> None:
    assert CaseNeighbours(CaseImages(tmp_path, None, (SAMPLES,), tmp_path), "a model").near(ref) == ()


def test_a_case_has_neighbours_of_its_kind() -> None:
    images = CaseImages(None, None, (SAMPLES,))
    try:
        ImageEmbedder.open()
    except ToolError as exc:
        pytest.skip(str(exc))
    neighbours = open_case_neighbours(images)
    assert neighbours is not None
    assert neighbours.contract.startswith("efficientnet-lite0@")
    found = neighbours.near("pydicom-data:693_UNCR.dcm")
    assert len(found) == 3
    assert all(near.modality and near.similarity <= 1 for near in found)
    assert neighbours.near("pydicom-data:693_UNCR.dcm") is found
