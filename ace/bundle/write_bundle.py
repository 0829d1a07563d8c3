"""Put a bundle in its place: whole or not at all, and never over a file that is something else."""

import os
from contextlib import suppress
from pathlib import Path

from ace.bundle.signature import signature_path
from ace.errors import AceError
from runtime.rules.bundle_archive import BundleError
from runtime.rules.load_bundle import bundle_bytes, bundle_of


def write_bundle(path: Path, data: bytes) -> bool:
    """Write `data` to `path` and return whether anything changed. A signature of other bytes beside it is removed.

    Raises: AceError when something that is no bundle is there, or it cannot be written.
    """
    if path.is_dir():
        raise AceError(f"{path}: is a folder; name the file to write")
    if path.exists():
        try:
            there = bundle_bytes(path)
            if there == data:
                return False
            bundle_of(there, str(path))
        except BundleError as exc:
            raise AceError(f"{path}: is there and is no bundle, so it is left as it is; name another file") from exc
    write_whole(path, data)
    signature_path(path).unlink(missing_ok=True)
    return True


def write_whole(path: Path, data: bytes) -> None:
    """Write `data` to a temporary file beside `path`, flush it to disk, put it in place.

    Raises: AceError when that fails; what was at `path` is then as it was.
    """
    temporary = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with temporary.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    except OSError as exc:
        # A disk that is full is told without a path by the system.
        raise AceError(
            f"{path}: cannot be written ({exc.strerror}); make room or correct that folder, then bundle again"
        ) from exc
    finally:
        with suppress(OSError):
            temporary.unlink(missing_ok=True)
