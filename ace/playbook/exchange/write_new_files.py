"""Write new files below a folder: all of them or none, and never over one that is there."""

import os
import tempfile
from collections.abc import Mapping
from pathlib import Path, PurePosixPath

from ace.errors import AceError


def write_new_files(top: Path, files: Mapping[str, bytes]) -> None:
    """Write each path (relative to `top`, `/` between parts). `top` and folders in between are made where missing.

    Each file is linked into its place whole, which fails where there is one. Nothing stays written when it raises.
    Raises: AceError when a path leads out of `top`, goes through a link, or is taken; OSError for a full disk.
    """
    for name in files:
        _refuse(top, PurePosixPath(name))
    made: list[Path] = []
    folders: list[Path] = []
    try:
        _make(top, folders)
        with tempfile.TemporaryDirectory(dir=top, prefix=".new-") as folder:
            for number, (name, data) in enumerate(sorted(files.items())):
                staged, path = Path(folder) / str(number), top / name
                staged.write_bytes(data)
                _make(path.parent, folders)
                os.link(staged, path)
                made.append(path)
    except BaseException as exc:
        for path in made:
            path.unlink(missing_ok=True)
        for path in reversed(folders):
            if path.is_dir() and not any(path.iterdir()):
                path.rmdir()
        if isinstance(exc, FileExistsError):
            raise AceError(f"{exc.filename2 or exc.filename}: is there already; nothing was written") from exc
        raise


def _refuse(top: Path, name: PurePosixPath) -> None:
    path = top / name
    if name.is_absolute() or ".." in name.parts or not name.parts:
        raise AceError(f"{name}: leads out of {top}; nothing was written")
    for part in (top, *(top.joinpath(*name.parts[:count]) for count in range(1, len(name.parts)))):
        if part.is_symlink() or (part.exists() and not part.is_dir()):
            raise AceError(f"{part}: is no folder of its own (a link or a file); nothing was written")
    if path.exists() or path.is_symlink():
        raise AceError(f"{path}: is there already; nothing was written")


def _make(folder: Path, folders: list[Path]) -> None:
    """Make a folder and those above it; those made here are added to `folders`, outermost first."""
    if not folder.is_dir():
        _make(folder.parent, folders)
        folder.mkdir()
        folders.append(folder)
