"""From an image reference to bytes: installed packages, the artifact store, a base folder. Nothing is downloaded.

pydicom:NAME          pydicom's own test files          (package pydicom)
pydicom-data:NAME     further DICOM files               (package data_store, distribution pydicom-data)
skimage:NAME          scikit-image's bundled images     (package skimage)
phantom:NAME          a picture drawn by runtime/images/phantoms.py
casting:NUMBER        an X-ray image drawn by runtime/inspection, whose read_pixels gives its pixels
artifact://sha256/..  what a tool stored
folder/name.png       a path under the base folder
"""

import posixpath
import re
from importlib.util import find_spec
from pathlib import Path
from stat import S_ISREG
from typing import NamedTuple

from runtime.contracts.errors import ImageError, TraceError
from runtime.contracts.ports import ArtifactStore

PHANTOM = "phantom:"
CASTING = "casting:"
MAX_FILE_BYTES = 256 * 1024 * 1024
MAX_REF_CHARS = 1000
EXTRA = "ace-optimizer[tutor]"


class ImageDependencyError(ImageError):
    """A package that carries or decodes the image is not installed."""


class PackageFolder(NamedTuple):
    """Where an installed package keeps its images: import name, folder below it, distribution that brings it."""

    package: str
    folder: str
    distribution: str


PACKAGE_FOLDERS: dict[str, PackageFolder] = {
    "pydicom": PackageFolder("pydicom", "data/test_files", "pydicom"),
    "pydicom-data": PackageFolder("data_store", "data", "pydicom-data"),
    "skimage": PackageFolder("skimage", "data", "scikit-image"),
}
_CASTING = re.compile(r"casting:([0-9]{1,9})")
_ARTIFACT = re.compile(r"artifact://sha256/[0-9a-f]{64}")
_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.-]+):")


def read_image_bytes(ref: str, base: Path | None, artifacts: ArtifactStore | None) -> bytes:
    """Return the bytes `ref` names, at most 256 MiB and never none.

    `base` is the folder relative paths start from and may not leave, also not through symbolic links.
    Raises: ImageError for whatever keeps the bytes from being read; ImageDependencyError for an absent package.
    """
    _check_ref(ref)
    data = _artifact_bytes(ref, artifacts) if ref.startswith("artifact:") else _file_bytes(ref, locate_image(ref, base))
    if not data:
        raise ImageError(f"image {ref!r}: zero bytes; restore the file from where it came from")
    return data


def image_problem(ref: str, base: Path | None) -> str:
    """Return why the image that a sample names cannot be had, with a remedy; empty when nothing stands against it.

    Nothing is read or decoded. Not looked at: a relative path where `base` is None, what is in the artifact store, and
    packages that are not installed here, for which the reference is not to blame.
    """
    try:
        _check_ref(ref)
        if ref.startswith(PHANTOM):
            return _phantom_problem(ref)
        if ref.startswith(CASTING):
            return _casting_problem(ref)
        if ref.startswith("artifact:"):
            is_artifact = _ARTIFACT.fullmatch(ref) is not None
            return "" if is_artifact else f"image {ref!r}: write artifacts as artifact://sha256/ and 64 hex digits"
        if _SCHEME.match(ref) is None:
            _check_relative(ref)
            if base is None:
                return ""
        _check_file(ref, locate_image(ref, base))
    except ImageDependencyError:
        return ""
    except ImageError as exc:
        return str(exc)
    return ""


def _phantom_problem(ref: str) -> str:
    from runtime.images.phantoms import phantom_names

    names = phantom_names()
    if ref.removeprefix(PHANTOM) in names:
        return ""
    return f"image {ref!r}: no such drawn phantom; use one of {', '.join(names)}"


def _casting_problem(ref: str) -> str:
    is_known = casting_number(ref) is not None
    return "" if is_known else f"image {ref!r}: a casting is named by its number; write casting:0 or casting:17"


def casting_number(ref: str) -> int | None:
    """Return the number in `casting:<number>`, or None when `ref` is not written so."""
    found = _CASTING.fullmatch(ref)
    return int(found.group(1)) if found else None


def locate_image(ref: str, base: Path | None) -> Path:
    """Return the path of a reference that is a file; it need not exist. Raises: ImageError, ImageDependencyError."""
    scheme = _SCHEME.match(ref)
    if scheme is None:
        if base is None:
            raise ImageError(f"image {ref!r}: a relative path needs a base folder; use one of {_schemes()}")
        return _inside(base, ref, ref)
    if ref.startswith(CASTING):
        raise ImageError(f"image {ref!r}: a casting is drawn, not a file; it is for the inspector's tools only")
    source = PACKAGE_FOLDERS.get(scheme.group(1))
    if source is None:
        raise ImageError(f"image {ref!r}: unknown kind of reference {scheme.group(1)!r}; use one of {_schemes()}")
    return _inside(package_folder(source), ref[scheme.end() :], ref)


def package_folder(source: PackageFolder) -> Path:
    """Return the image folder of an installed package, without importing it. Raises: ImageDependencyError."""
    spec = find_spec(source.package)
    locations = list(spec.submodule_search_locations or ()) if spec else []
    if not locations:
        raise ImageDependencyError(f"package {source.distribution} is not installed; install {EXTRA}")
    return Path(locations[0]) / source.folder


def _inside(base: Path, relative: str, ref: str) -> Path:
    try:
        root = base.resolve()
        path = (root / relative).resolve()
    except (OSError, RuntimeError) as exc:
        raise ImageError(f"image {ref!r}: the path cannot be followed ({exc}); name a regular file") from exc
    if path == root or not path.is_relative_to(root):
        raise ImageError(f"image {ref!r}: leaves its folder; name a file inside it")
    return path


def _check_ref(ref: str) -> None:
    if not ref or len(ref) > MAX_REF_CHARS or "\0" in ref:
        raise ImageError(f"image {ref[:80]!r}: the reference is empty, too long or has a NUL; name one image")


def _check_relative(ref: str) -> None:
    if ref.startswith(("/", "\\")):
        raise ImageError(f"image {ref!r}: an absolute path works on one machine only; write it from the base folder")
    if posixpath.normpath(ref).split("/")[0] == "..":
        raise ImageError(f"image {ref!r}: leaves its folder; name a file inside it")


def _file_bytes(ref: str, path: Path) -> bytes:
    _check_file(ref, path)
    try:
        return path.read_bytes()
    except OSError as exc:
        raise ImageError(f"image {ref!r}: cannot be read ({exc.strerror or exc}); check its permissions") from exc


def _check_file(ref: str, path: Path) -> None:
    """Return when `path` is a file worth reading. Raises: ImageError."""
    try:
        found = path.stat()
    except (FileNotFoundError, NotADirectoryError):
        raise ImageError(f"image {ref!r}: no such file; check the name") from None
    except OSError as exc:
        raise ImageError(f"image {ref!r}: cannot be read ({exc.strerror or exc}); check its permissions") from exc
    # Opening a pipe would wait for a writer for ever.
    if not S_ISREG(found.st_mode):
        raise ImageError(f"image {ref!r}: no such file, but a folder, pipe or device; name a regular file")
    if found.st_size > MAX_FILE_BYTES:
        raise ImageError(f"image {ref!r}: {found.st_size} bytes, more than {MAX_FILE_BYTES}; crop or compress it")
    if not found.st_size:
        raise ImageError(f"image {ref!r}: zero bytes; restore the file from where it came from")


def _artifact_bytes(ref: str, artifacts: ArtifactStore | None) -> bytes:
    if artifacts is None:
        raise ImageError(f"image {ref!r}: there is no artifact store here; name a file")
    try:
        return artifacts.get(ref)
    except TraceError as exc:
        raise ImageError(f"image {ref!r}: not in the artifact store ({exc}); make it again") from exc


def _schemes() -> str:
    return (
        ", ".join(f"{name}:NAME" for name in (*PACKAGE_FOLDERS, "phantom"))
        + ", artifact://sha256/HEX, a path in the base folder"
    )
