"""One line a level for each model, all different."""

from typing import get_args

from runtime.contracts.sample import Level
from runtime.prompts.teaching import ANSWERING, TEACHING


def test_every_level_has_its_own_line_for_each_model() -> None:
    for table in (TEACHING, ANSWERING):
        assert tuple(table) == get_args(Level)
        assert len(set(table.values())) == 3
        assert all(len(line) < 200 for line in table.values())
