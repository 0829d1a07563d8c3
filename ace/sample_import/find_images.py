"""Where a data set's images are, and how sample files refer to them: by a path in the repository."""

import filecmp
import shutil
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from ace.errors import AceError
from ace.sample_import.request import ImportRequest
from ace.sample_import.row import QuestionRow, RowError
from ace.sample_import.sources import DataSource
from ace.sample_import.write_samples import PARTIAL
from runtime.contracts.errors import ImageError
from runtime.images.image_refs import MAX_FILE_BYTES, MAX_REF_CHARS, ImageDependencyError

_IMAGE_WORDS = {"CT": "a CT image", "MR": "an MR image", "XR": "an X-ray image"}


@dataclass(frozen=True)
class ImageFolder:
    """`folder` holds the images, None where there are none; `top` is the repository, `copies` where they are copied to.

    Images inside the repository are used where they are; others are copied, for a sample's image may not lie outside.
    """

    folder: Path | None
    top: Path
    copies: Path
    _problems: dict[Path, str] = field(default_factory=dict, repr=False, compare=False)

    def ref(self, name: str) -> str:
        """Return the reference of image `name`, "" where there is none. Raises: RowError for a file that is no image.

        Each file is decoded once, so that a damaged one is found out here and not in a run.
        """
        path = self._path(name)
        if path is None:
            return ""
        if path not in self._problems:
            self._problems[path] = picture_problem(path)
        if self._problems[path]:
            raise RowError(f"its image cannot be used: {self._problems[path]}")
        ref = self._used(path).relative_to(self.top).as_posix()
        if len(ref) > MAX_REF_CHARS:
            raise RowError(f"its image's path has {len(ref)} characters, more than {MAX_REF_CHARS}")
        return ref

    def check_free(self, names: Iterable[str], is_replacing: bool) -> None:
        """Return when the images called `names` can be copied.

        Raises: AceError where that would write outside the repository or, unless `is_replacing`, over another file.
        """
        for path, target in self._copied(names):
            parent = target.parent.resolve()
            if not parent.is_relative_to(self.top):
                raise AceError(f"{target.parent}: leads out of the repository to {parent}; remove that link")
            is_there = target.exists() or target.is_symlink()
            if is_there and not is_replacing and not _is_same(path, target):
                raise AceError(f"{target}: is in the way and not the data set's image; move it, or give --replace")

    def fetch(self, name: str) -> bool:
        """Copy image `name` into the repository, whole or not at all, where it lies outside; return whether it does."""
        for path, target in self._copied([name]):
            if not _is_same(path, target):
                target.parent.mkdir(parents=True, exist_ok=True)
                partial = target.with_name(f".{target.name}{PARTIAL}")
                partial.unlink(missing_ok=True)
                shutil.copyfile(path, partial)
                # Replaces a link itself, not what it leads to.
                partial.replace(target)
            return True
        return False

    def _copied(self, names: Iterable[str]) -> Iterator[tuple[Path, Path]]:
        for path in map(self._path, names):
            if path is not None and not path.is_relative_to(self.top):
                yield path, self._used(path)

    def _used(self, path: Path) -> Path:
        """Where samples find the image. A copy has its place by where it is: its name may climb about ("a/../b")."""
        assert self.folder is not None, "a path was found below it"
        return path if path.is_relative_to(self.top) else self.copies / path.relative_to(self.folder)

    def _path(self, name: str) -> Path | None:
        if self.folder is None or not name:
            return None
        try:
            path = (self.folder / name).resolve()
            return path if path.is_file() and path.is_relative_to(self.folder) else None
        except (OSError, ValueError):  # a name no file can have: too long, or with a NUL
            return None


def picture_problem(path: Path) -> str:
    """Return why `path` is no image that the tools can read; empty when it is one, or when no decoder is installed."""
    from runtime.images.load_image import decode_image

    try:
        size = path.stat().st_size
        if size > MAX_FILE_BYTES:
            return f"{size} bytes, more than {MAX_FILE_BYTES}"
        if not size:
            return "zero bytes; get the file again"
        decode_image(path.read_bytes())
    except ImageDependencyError:
        return ""
    except ImageError as exc:
        return str(exc)
    except OSError as exc:
        return f"it cannot be read ({exc.strerror}); check its permissions"
    return ""


def _is_same(path: Path, target: Path) -> bool:
    """True where `target` is a file of its own with the same bytes."""
    return not target.is_symlink() and target.is_file() and filecmp.cmp(path, target, shallow=False)


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
