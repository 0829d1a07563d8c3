"""Which files of a knowledge folder are read, and why another is not."""

import stat
from collections.abc import Iterator
from pathlib import Path

from runtime.contracts.errors import SampleError

# Tells people about the folder; it is not part of what the folder teaches.
ABOUT = "readme"


def corpus_files(folder: Path) -> Iterator[tuple[Path, str]]:
    """Yield the files of `folder` and below it in order, each with why it cannot be read, empty when it can.

    Only regular files inside the folder can: a pipe or device would never end, and a link out of the folder would make
    some other file of this machine part of prompts. Names that begin with a dot, and README, are left out.
    Raises: SampleError for a folder that does not exist or cannot be listed.
    """
    try:
        if not folder.is_dir():
            raise SampleError(f"{folder}: no such folder; name one with teaching cards (*.yaml), *.md or *.jsonl")
        top = folder.resolve()
        for path in sorted(folder.rglob("*")):
            is_left_out = any(part.startswith(".") for part in path.relative_to(folder).parts)
            if not is_left_out and path.stem.lower() != ABOUT and (path.is_symlink() or not path.is_dir()):
                yield path, _problem(path, top)
    except OSError as exc:
        raise SampleError(f"{folder}: cannot be listed ({exc.strerror}); check the name and its permissions") from exc


def _problem(path: Path, top: Path) -> str:
    try:
        mode = path.stat().st_mode
        real = path.resolve()
    except (OSError, RuntimeError):
        return "is a link that leads nowhere"
    if not real.is_relative_to(top):
        return "is a link out of the folder; copy what it names, or name its folder too"
    if stat.S_ISDIR(mode):
        return "is a link to a folder that is searched anyway"
    return "" if stat.S_ISREG(mode) else "is no regular file"
