"""What screening found, by the state of both files: unchanged images are not decoded again at every command."""

import os
from collections.abc import Mapping
from pathlib import Path
from stat import S_ISLNK
from typing import NamedTuple, TypeAlias

from pydantic import ValidationError

from runtime.contracts.errors import ImageError
from runtime.contracts.json_types import content_hash
from runtime.contracts.sample import Frozen
from runtime.images.image_refs import ImageDependencyError, image_problem, locate_image
from runtime.inspection.screen_pair import SCREENING, NamedFile, screen_pair

# Size in bytes, and when content and entry were changed, in nanoseconds. A copy that keeps the first time has another
# second one.
FileState: TypeAlias = tuple[int, int, int]


class _Known(Frozen):
    image: FileState
    mask: FileState
    problem: str


class _Kept(Frozen):
    screening: int
    pairs: dict[str, _Known]


class _Pair(NamedTuple):
    image: str
    mask: str


def screenings_folder(environ: Mapping[str, str] | None = None) -> Path | None:
    """Return where screenings are kept, ~/.cache/ace/images by default; None for somebody without a home folder."""
    named = (os.environ if environ is None else environ).get("XDG_CACHE_HOME", "")
    try:
        return Path(named or "~/.cache").expanduser() / "ace" / "images"
    except RuntimeError:
        return None


class ScreeningCache:
    """What was found of the pairs of one folder; `keep` writes it down.

    Without a folder to keep it in, or where that cannot be written, everything is asked anew in the next process.
    """

    def __init__(self, base: Path, folder: str, masks: str, kept_in: Path | None) -> None:
        """Read what is known of the images in `folder` and their `masks`, both folders below `base`."""
        name = content_hash([str(base.resolve()), folder, masks], 16)
        self._base = base
        self._path = kept_in / f"{name}.json" if kept_in is not None else None
        self._before = _read(self._path)
        self._now: dict[str, _Known] = {}
        self._folders: dict[str, Path] = {}

    def problem(self, image: str, mask: str) -> str:
        """Return why an image and its mask cannot be used, empty when they can, or OpenCV is not here to tell."""
        pair = _Pair(image, mask)
        try:
            states = self._state(image), self._state(mask)
            known = self._before.get(_name(pair))
            if known is None or (known.image, known.mask) != states:
                known = _Known(image=states[0], mask=states[1], problem=self._asked(pair))
        except ImageDependencyError:
            return ""
        except ImageError as exc:
            return str(exc)
        self._now[_name(pair)] = known
        return known.problem

    def _state(self, ref: str) -> FileState:
        """Return a file's state. Its folder is located once: following every path anew takes longer than all else."""
        folder, _, name = ref.rpartition("/")
        try:
            if folder not in self._folders:
                self._folders[folder] = locate_image(folder, self._base)
            found = (self._folders[folder] / name).lstat()
            if S_ISLNK(found.st_mode):
                found = locate_image(ref, self._base).stat()
        except FileNotFoundError:
            raise ImageError(f"image {ref!r}: no such file; check the name") from None
        except OSError as exc:
            raise ImageError(f"image {ref!r}: cannot be read ({exc.strerror or exc}); check its permissions") from exc
        return found.st_size, found.st_mtime_ns, found.st_ctime_ns

    def _asked(self, pair: _Pair) -> str:
        """Return what is wrong with a pair; what is no file is not opened."""
        problem = image_problem(pair.image, self._base) or image_problem(pair.mask, self._base)
        if problem:
            return problem
        try:
            screen_pair(NamedFile(pair.image, self._base), NamedFile(pair.mask, self._base))
        except ImageDependencyError:
            raise
        except ImageError as exc:
            return str(exc)
        return ""

    def keep(self) -> None:
        """Write down what is known of the pairs that were asked about, when it is not what is written there."""
        if self._path is None or self._now == self._before:
            return
        data = _Kept(screening=SCREENING, pairs=self._now).model_dump_json().encode()
        part = self._path.with_name(f".{self._path.name}.{os.getpid()}")
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            part.write_bytes(data)
            part.replace(self._path)
        except OSError:
            # It only saves time; the samples are the same without it.
            return


def _name(pair: _Pair) -> str:
    return "\n".join(pair)


def _read(path: Path | None) -> dict[str, _Known]:
    if path is None:
        return {}
    try:
        kept = _Kept.model_validate_json(path.read_bytes())
    except (OSError, ValidationError):
        return {}
    return kept.pairs if kept.screening == SCREENING else {}
