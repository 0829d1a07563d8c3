import json
import subprocess
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest

from runtime.artifacts.store import MemoryArtifactStore
from runtime.contracts.errors import ToolError
from runtime.contracts.ports import ToolContext
from runtime.inspection.castings import make_casting
from runtime.inspection.types import Box
from runtime.tools.casting_image import box_words, casting_readiness, examine_image, known_candidate, read_casting


def _context(ref: str) -> ToolContext:
    return ToolContext(ref, MemoryArtifactStore(), None)


def _plate(path: Path, number: int) -> None:
    assert cv2.imwrite(str(path), make_casting(number).pixels)


def test_every_candidate_has_its_measurements() -> None:
    examined = examine_image(_context("casting:3"), None)
    assert len(examined.candidates) == len(examined.measures) > 0
    assert [one.id for one in examined.candidates] == list(range(1, len(examined.candidates) + 1))
    assert known_candidate(examined, 2) == (examined.candidates[1], examined.measures[1])


def test_an_image_is_examined_once() -> None:
    assert examine_image(_context("casting:3"), None) is examine_image(_context("casting:3"), None)


def test_a_file_that_changed_is_examined_again(tmp_path: Path) -> None:
    _plate(tmp_path / "plate.png", 3)
    first = examine_image(_context("plate.png"), tmp_path)
    _plate(tmp_path / "plate.png", 4)
    assert examine_image(_context("plate.png"), tmp_path) == examine_image(_context("casting:4"), None)
    assert first == examine_image(_context("casting:3"), None)


def test_the_same_name_in_two_folders_is_two_images(tmp_path: Path) -> None:
    for number in (3, 4):
        (tmp_path / str(number)).mkdir()
        _plate(tmp_path / str(number) / "plate.png", number)
        found = examine_image(_context("plate.png"), tmp_path / str(number))
        assert found == examine_image(_context(f"casting:{number}"), None)


def test_an_artifact_is_an_image_too() -> None:
    ok, data = cv2.imencode(".png", make_casting(3).pixels)
    assert ok
    store = MemoryArtifactStore()
    ref = store.put(bytes(data.tobytes()), "image/png")
    assert examine_image(ToolContext(ref, store, None), None) == examine_image(_context("casting:3"), None)


def test_another_process_finds_and_measures_exactly_the_same() -> None:
    code = (
        "import json; from runtime.artifacts.store import MemoryArtifactStore as S;"
        "from runtime.contracts.ports import ToolContext as C; from runtime.tools.casting_image import examine_image;"
        "print(json.dumps([examine_image(C(f'casting:{n}', S(), None), None) for n in range(3)]))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    here = [examine_image(_context(f"casting:{number}"), None) for number in range(3)]
    assert done.stdout.strip() == json.dumps(here)


def test_pixels_are_those_of_the_image() -> None:
    assert np.array_equal(read_casting(_context("casting:3"), None), make_casting(3).pixels)


@pytest.mark.parametrize("ref", ["", "none.png"])
def test_what_is_no_image_is_the_tools_failure(tmp_path: Path, ref: str) -> None:
    for read in (examine_image, read_casting):
        with pytest.raises(ToolError) as caught:
            read(_context(ref), tmp_path)
        assert caught.value.error_class == "business_failure"


def test_a_box_is_written_by_its_corners() -> None:
    assert box_words(Box(1, 2, 30, 40)) == "1,2-30,40"


def test_the_packages_are_installed_here() -> None:
    assert casting_readiness().state == "ready"
