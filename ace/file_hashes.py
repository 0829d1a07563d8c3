"""Hashes of the files that a trial's result depends on."""

from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path

from runtime.contracts.sample import Sample

CODE = frozenset({".py", ".j2"})
TEXT = frozenset({".yaml", ".md", ".jsonl"})


def folder_hash(top: Path, endings: frozenset[str]) -> str:
    """Return a hash of the names and bytes of the files below `top` with one of `endings`."""
    return files_hash(top, (path for path in top.rglob("*") if path.suffix in endings and path.is_file()))


def files_hash(top: Path, files: Iterable[Path]) -> str:
    """Return a hash of the names, from `top`, and the bytes of `files`, whatever their order."""
    digest = sha256()
    for path in sorted(files):
        name = path.relative_to(top).as_posix() if path.is_relative_to(top) else path.as_posix()
        digest.update(name.encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()


def images_hash(top: Path, samples: Iterable[Sample]) -> str:
    """Return a hash of the image files that samples name by path; packaged images are pinned by their version."""
    names = {sample.image for sample in samples if sample.image}
    return files_hash(top, (path for name in names if (path := top / name).is_file()))
