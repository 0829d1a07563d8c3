"""`ace bench`: the list of measurements."""

import subprocess
import sys
from collections.abc import Callable

import click
import pytest

from ace.commands.bench import BENCHES, command
from tests.conftest import Ran


def test_the_list_names_every_measurement(ace: Callable[..., Ran]) -> None:
    out = ace("bench", "--help").out
    assert all(name in out for name in BENCHES)


def test_listing_imports_none_of_them() -> None:
    code = (
        "import sys\nfrom ace.commands.group import run\nrun(['bench', '--help'])\n"
        "assert not [name for name in sys.modules if name.startswith('ace.commands.bench_')]\n"
        "assert 'numpy' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True, capture_output=True)


@pytest.mark.parametrize("name", list(BENCHES))
def test_every_name_is_a_command_with_an_example(name: str) -> None:
    assert isinstance(command, click.Group)
    found = command.get_command(click.Context(command), name)
    assert found is not None
    assert found.name == name
    assert "Example:" in (found.help or "")


def test_an_unknown_name_is_a_usage_error(ace: Callable[..., Ran]) -> None:
    ran = ace("bench", "nothing")
    assert ran.code == 64
    assert "nothing" in ran.err
