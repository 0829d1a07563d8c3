import os
from pathlib import Path

import pytest

from runtime.artifacts.store import MemoryArtifactStore
from runtime.contracts.errors import ImageError
from runtime.images import image_refs
from runtime.images.image_refs import (
    ImageDependencyError,
    PackageFolder,
    casting_number,
    image_problem,
    locate_image,
    read_image_bytes,
)


@pytest.mark.parametrize(
    "ref",
    ["pydicom:CT_small.dcm", "pydicom-data:liver.dcm", "skimage:ihc.png"],
)
def test_a_package_reference_names_a_file_in_the_installed_package(ref: str) -> None:
    assert locate_image(ref, None).is_file()


def test_a_relative_path_starts_at_the_base_folder(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "b.png").write_bytes(b"x")
    assert read_image_bytes("a/b.png", tmp_path, None) == b"x"


def test_an_artifact_comes_from_the_store() -> None:
    store = MemoryArtifactStore()
    assert read_image_bytes(store.put(b"bytes", "image/png"), None, store) == b"bytes"


@pytest.mark.parametrize(
    ("ref", "said"),
    [
        ("", "empty"),
        ("a\0b", "NUL"),
        ("x" * 1001, "too long"),
        ("missing.png", "no such file"),
        ("../outside.png", "leaves its folder"),
        ("/etc/passwd", "leaves its folder"),
        (".", "leaves its folder"),
        ("link.png", "leaves its folder"),
        ("loop.png", "cannot be followed"),
        ("n" * 300, "cannot be read"),
        ("folder", "no such file"),
        ("empty.png", "zero bytes"),
        ("pydicom:../../__init__.py", "leaves its folder"),
        ("pydicom:/etc/passwd", "leaves its folder"),
        ("pydicom:", "leaves its folder"),
        ("https://example.org/a.png", "unknown kind of reference 'https'"),
        ("file:///etc/passwd", "unknown kind"),
        ("casting:3", "drawn, not a file"),
        ("artifact://sha256/" + "0" * 64, "not in the artifact store"),
        ("artifact://../../etc/passwd", "not in the artifact store"),
    ],
)
def test_what_cannot_be_read_says_which_image_and_why(tmp_path: Path, ref: str, said: str) -> None:
    base = tmp_path / "base"
    (base / "folder").mkdir(parents=True)
    (tmp_path / "outside.png").write_bytes(b"x")
    (base / "link.png").symlink_to(tmp_path / "outside.png")
    (base / "loop.png").symlink_to(base / "loop.png")
    (base / "empty.png").touch()
    with pytest.raises(ImageError, match=said):
        read_image_bytes(ref, base, MemoryArtifactStore())


@pytest.mark.parametrize(
    ("ref", "said"),
    [("a.png", "needs a base folder"), ("artifact://sha256/" + "0" * 64, "no artifact store")],
    ids=["no-base", "no-store"],
)
def test_a_reference_needs_what_it_is_relative_to(ref: str, said: str) -> None:
    with pytest.raises(ImageError, match=said):
        read_image_bytes(ref, None, None)


def test_a_file_over_the_limit_is_not_read(tmp_path: Path) -> None:
    with (tmp_path / "big.png").open("wb") as file:
        file.truncate(image_refs.MAX_FILE_BYTES + 1)
    with pytest.raises(ImageError, match="more than"):
        read_image_bytes("big.png", tmp_path, None)


def test_an_absent_package_says_what_to_install() -> None:
    with pytest.raises(ImageDependencyError, match=r"no-such-images.*install ace-optimizer\[tutor\]"):
        image_refs.package_folder(PackageFolder("no_such_images", "data", "no-such-images"))


def test_a_samples_image_is_checked_without_being_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a.png").write_bytes(b"no image at all")
    assert image_problem("a.png", tmp_path) == ""
    assert image_problem("pydicom:CT_small.dcm", None) == ""
    assert image_problem(f"artifact://sha256/{'0' * 64}", None) == ""
    assert "no such file" in image_problem("b.png", tmp_path)
    assert image_problem("b.png", None) == ""
    # The reference is not to blame for what is not installed; the tool says so when it is called.
    monkeypatch.setitem(image_refs.PACKAGE_FOLDERS, "absent", PackageFolder("no_such_images", "data", "no-such-images"))
    assert image_problem("absent:a.png", None) == ""


@pytest.mark.parametrize("ref", ["casting:", "casting:x", "casting:-1", "casting:1.5", "casting:9999999999"])
def test_a_drawn_casting_is_named_by_its_number(ref: str) -> None:
    assert image_problem("casting:17", None) == ""
    assert "named by its number; write casting:0 or casting:17" in image_problem(ref, None)


def test_a_pipe_is_refused_and_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.png")
    with pytest.raises(ImageError, match="a folder, pipe or device"):
        read_image_bytes("pipe.png", tmp_path, None)


@pytest.mark.parametrize(
    ("ref", "number"),
    [
        ("casting:0", 0),
        ("casting:000123", 123),
        ("casting:1000599", 1_000_599),
        ("casting:", None),
        ("casting:-1", None),
        ("casting:1.5", None),
        ("casting:1\n", None),
        ("casting:٣", None),
        ("casting:9999999999", None),
        ("scan.png", None),
        ("", None),
    ],
)
def test_a_reference_names_a_number_or_none(ref: str, number: int | None) -> None:
    assert casting_number(ref) == number
