"""The command's names are the measures' names, and one can be chosen."""

import json
from collections.abc import Callable

from ace.bench.runtime import MEASURES
from ace.commands.bench_runtime import NAMES
from tests.conftest import Ran


def test_every_measure_can_be_named() -> None:
    assert tuple(MEASURES) == NAMES


def test_one_measure_as_json(ace: Callable[..., Ran]) -> None:
    ran = ace("bench", "runtime", "--only", "prefix", "--episodes", "20", "--json", "--quiet")
    assert ran.code == 0
    value = json.loads(ran.out)
    assert value["simulated"] is True
    assert [row["name"] for row in value["rows"]] == ["reusable prefix of a later decision"]


def test_an_unknown_measure_is_a_usage_error(ace: Callable[..., Ran]) -> None:
    assert ace("bench", "runtime", "--only", "nothing").code == 64
