"""Names in a folder that must outlive a power cut."""

import os
from pathlib import Path


def sync_folder(folder: Path) -> None:
    """Wait until the names in `folder` are on disk."""
    file = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(file)
    finally:
        os.close(file)
