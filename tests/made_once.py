"""What takes long to make and every test process needs: the first that asks makes it, the others copy it."""

import os
import pickle
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import pytest
from filelock import FileLock

T = TypeVar("T")


def made_once(factory: pytest.TempPathFactory, name: str, make: Callable[[Path], T]) -> tuple[Path, T]:
    """Return a folder of this process's own with what `make` put into it, and what `make` returned.

    `make` gets the path of a folder that does not exist yet and is called once for all processes of this test run;
    what it returns is pickled, and paths in it are still those of the folder that `make` got.
    """
    shared = shared_folder(factory, "made-once")
    made, value_file = shared / name, shared / f"{name}.pickle"
    with FileLock(shared / f"{name}.lock"):
        if not value_file.is_file():
            # What a process left that failed half way.
            shutil.rmtree(made, ignore_errors=True)
            value_file.write_bytes(pickle.dumps(make(made)))
    value: T = pickle.loads(value_file.read_bytes())
    return Path(shutil.copytree(made, factory.mktemp(name) / "repo", symlinks=True)), value


def shared_folder(factory: pytest.TempPathFactory, name: str) -> Path:
    """Return a folder that all processes of this test run share."""
    mine = factory.getbasetemp()
    folder = (mine.parent if "PYTEST_XDIST_WORKER" in os.environ else mine) / name
    folder.mkdir(exist_ok=True)
    return folder
