"""One hostile run a session, and each input played once."""

from collections.abc import Iterator

import pytest

from tests.hostile.every_case import Played
from tests.hostile.stage import Stage, open_stage


@pytest.fixture(scope="session")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    """The server and the repositories with hostile runs; take copies."""
    with open_stage(tmp_path_factory.mktemp("hostile")) as opened:
        yield opened


@pytest.fixture(scope="session")
def played(stage: Stage) -> Played:
    """What became of each case."""
    return Played(stage)
