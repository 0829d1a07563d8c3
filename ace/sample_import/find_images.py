"""Where a data set's images are, and how sample files refer to them: by a path in the repository."""

import shutil
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from ace.errors import AceError
from ace.sample_import.request import ImportRequest
from ace.sample_import.row import QuestionRow, RowError
from ace.sample_import.sources import DataSource

_IMAGE_WORDS = {"CT": "a CT image", "MR": "an MR image", "XR": "an X-ray image"}


@dataclass(frozen=True)
class ImageFolder:
    """`folder` holds the images, None where there are none; `top` is the repository, `copies` where they are copied to.

    Images inside the repository are used where they are; others are copied, for a sample's image may not lie outside.
    """

    folder: Path | None
    top: Path
    copies: Path

    def ref(self, name: str) -> str:
        """Return the reference of image `name`, "" where there is none."""
        path = self._path(name)
        if path is None:
            return ""
        inside = path if path.is_relative_to(self.top) else self.copies / name
        return inside.relative_to(self.top).as_posix()

    def fetch(self, name: str) -> bool:
        """Copy image `name` into the repository where it lies outside; return whether that was needed."""
        path = self._path(name)
        if path is None or path.is_relative_to(self.top):
            return False
        target = self.copies / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, target)
        return True

    def _path(self, name: str) -> Path | None:
        if self.folder is None or not name:
            return None
        try:
            path = (self.folder / name).resolve()
            return path if path.is_file() and path.is_relative_to(self.folder) else None
        except (OSError, ValueError):  # a name no file can have: too long, or with a NUL
            return None


def find_images(request: ImportRequest, source: DataSource) -> ImageFolder:
    """Return the folder of images: the one asked for, else where the data set usually keeps them.

    Raises: AceError when the one asked for does not exist.
    """
    copies, top, asked = request.folder / "images" / request.name, request.repository, request.images
    if asked is not None:
        if not asked.is_dir():
            raise AceError(f"{asked}: no such folder; --images names the folder that holds the data set's images")
        return ImageFolder(asked.resolve(), top, copies)
    near = request.data if request.data.is_dir() else request.data.parent
    usual = next((near / folder for folder in source.image_folders if (near / folder).is_dir()), None)
    return ImageFolder(usual.resolve() if usual else None, top, copies)


def placed(
    row: QuestionRow, images: ImageFolder, needs_image: Callable[[QuestionRow], bool]
) -> tuple[QuestionRow, str]:
    """Return the row as it will be asked, and its image's reference.

    Where there is no image the question says what it was about. Raises: RowError when it cannot be asked without.
    """
    ref = images.ref(row.image)
    if ref or not row.image:
        return row, ref
    if needs_image(row):
        where = f" in {images.folder}" if images.folder else "; name their folder with --images"
        raise RowError(f"its image is not there{where}")
    return without_image(row), ""


def without_image(row: QuestionRow) -> QuestionRow:
    """Return the row as it is asked without its image: the question says what it was about."""
    about = f"{_IMAGE_WORDS.get(row.modality, 'an image')}, region: {row.organ or 'not stated'}"
    return replace(row, image="", note=f" (Asked about {about}, which is not shown.)")
