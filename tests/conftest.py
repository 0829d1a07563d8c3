"""What many tests share: the command line in this process, and one demonstration repository a session."""

import gc
import io
import json
import os
import shutil
import sys
from collections.abc import Callable, Generator, Iterator
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import settings

from ace.commands.group import run
from runtime.contracts.json_types import JsonObject
from runtime.vision.model_cache import look_up, models_folder
from runtime.vision.model_table import MODELS
from tests.made_once import made_once, shared_folder

# Where the developer's own models are, taken before the environment is cleaned.
_BUILT_MODELS = models_folder()

# No test is about time. Other examples are drawn at every run, so that fewer a run find as much in the end.
settings.register_profile("suite", deadline=None, max_examples=60)
settings.load_profile("suite")


_MEMORY = Path("/dev/shm")
# What a whole run of the tests leaves at most at a time, and room to spare.
_ROOM = 4 << 30


@pytest.hookimpl(tryfirst=True)
def pytest_configure() -> None:
    """Put the tests' folders into memory where there is room: most of them are thousands of small files of git's.

    Those of tests that pass are removed at once (`tmp_path_retention_policy`).
    """
    if os.access(_MEMORY, os.W_OK | os.X_OK) and shutil.disk_usage(_MEMORY).free >= _ROOM:
        os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(_MEMORY))


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add --record."""
    parser.addoption("--record", action="store_true", help="record the cassettes again from a live model server")


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Keep what is compiled while tests are collected, whatever PYTHONDONTWRITEBYTECODE says.

    Every module is imported then. Compiling them anew in each of the processes that tests start would take minutes.
    """
    before, sys.dont_write_bytecode = sys.dont_write_bytecode, False
    try:
        return (yield)
    finally:
        sys.dont_write_bytecode = before


@pytest.hookimpl(trylast=True)
def pytest_collection_finish() -> None:
    """What was collected stays to the end: looking through it for garbage again and again finds none."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 100)


class Ran(NamedTuple):
    """One command line's exit code and what it wrote."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> JsonObject:
        """What stdout holds, as one JSON object."""
        value = json.loads(self.out)
        assert isinstance(value, dict)
        return value


def run_ace(*arguments: str) -> Ran:
    """Run `ace` in this process."""
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        code = run(arguments)
    return Ran(code, out.getvalue(), err.getvalue())


@pytest.fixture(scope="session", autouse=True)
def _clean_environment(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keep the developer's own settings, git variables and cached indexes out of the tests."""
    removed = {name: os.environ.pop(name) for name in list(os.environ) if name.startswith(("ACE_", "GIT_"))}
    kept = {
        name: value
        for name, value in removed.items()
        if name in {"ACE_LIVE_BASE_URL", "ACE_LIVE_MODEL", "ACE_OUTSIDE_DATA"}
    }
    os.environ.update(kept)
    # The shipped cards are embedded once for all processes: an index that is being built is waited for.
    os.environ["ACE_INDEX_DIR"] = str(shared_folder(tmp_path_factory, "index"))
    # A test means the same with and without built models; those that need them ask for `built_models`.
    os.environ["ACE_MODELS_DIR"] = str(tmp_path_factory.mktemp("no-models"))
    # New repositories need none of the example hooks.
    os.environ["GIT_TEMPLATE_DIR"] = str(tmp_path_factory.mktemp("no-template"))
    yield
    del os.environ["ACE_INDEX_DIR"], os.environ["ACE_MODELS_DIR"], os.environ["GIT_TEMPLATE_DIR"]
    os.environ.update(removed)


@pytest.fixture(scope="session")
def built_models() -> Path:
    """The folder of the models that `make models` built; the test is skipped where they are not. Mark it `models`."""
    wrong = [found.detail for name in MODELS if (found := look_up(name, _BUILT_MODELS)).state != "built"]
    if wrong:
        pytest.skip(wrong[0])
    return _BUILT_MODELS


@pytest.fixture
def ace() -> Callable[..., Ran]:
    """The command line."""
    return run_ace


@pytest.fixture(scope="session")
def demo_made(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, JsonObject]:
    """One demonstration: a copy of its repository, which no test may change, and what it printed."""

    def make(folder: Path) -> JsonObject:
        ran = run_ace("demo", "--out", str(folder), "--json", "--quiet")
        assert ran.code == 0, ran.err
        assert ran.json["repo"] == str(folder)
        return ran.json

    repo, printed = made_once(tmp_path_factory, "demo", make)
    return repo, {**printed, "repo": str(repo)}


@pytest.fixture
def demo_repository(demo_made: tuple[Path, JsonObject], tmp_path: Path) -> Path:
    """A copy of the demonstration's repository that a test may change."""
    copy = tmp_path / "demo"
    shutil.copytree(demo_made[0], copy, symlinks=True)
    return copy


@pytest.fixture
def ace_executable() -> list[str]:
    """How to start `ace` as a process of its own."""
    return [sys.executable, "-m", "ace"]
