"""Whether an own agent can be reached, found out without an episode."""

import socket
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from runtime.agents.own.check_own_agent import check_own_agent
from runtime.contracts.errors import RuntimeFault
from tests.runtime.agents.own.own_building import script, settings


@pytest.fixture(autouse=True)
def _imports() -> Iterator[None]:
    """Leave the import path as it was."""
    path = list(sys.path)
    yield
    sys.path[:] = path


def test_a_function_that_is_there(tmp_path: Path) -> None:
    (tmp_path / "own_checked.py").write_text("def run(request, propose): pass\n")
    found = check_own_agent(settings(kind="python", path="own_checked:run"), tmp_path)
    assert found == "own_checked:run is imported and takes (request, propose)"
    with pytest.raises(RuntimeFault, match="there is no module own_unchecked"):
        check_own_agent(settings(kind="python", path="own_unchecked:run"), tmp_path)


def test_a_command_that_waits(tmp_path: Path) -> None:
    command = script(tmp_path, "sys.stderr.write('starting\\n')\nsys.stdin.read()")
    assert "waits for a request" in check_own_agent(settings(command=command), tmp_path)


@pytest.mark.parametrize(
    ("body", "says"),
    [
        ("sys.stderr.write('no key')\nsys.exit(3)", "exit code 3; last on its stderr: no key"),
        ("print('hello', flush=True)\nsys.stdin.read()", "writes to stdout before it is asked"),
    ],
    ids=["ends", "talks"],
)
def test_a_command_that_does_not(tmp_path: Path, body: str, says: str) -> None:
    with pytest.raises(RuntimeFault, match=says):
        _check_until_it_says(tmp_path, body)


def _check_until_it_says(folder: Path, body: str) -> None:
    command = script(folder, body)
    for _ in range(5):  # a busy machine may not have started it within the time it is given
        check_own_agent(settings(command=command), folder)


def test_a_command_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(RuntimeFault, match="cannot be started"):
        check_own_agent(settings(command=["no-such-program"]), tmp_path)


def test_an_address(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        url = f"http://127.0.0.1:{server.getsockname()[1]}/run"
        assert f"{url} takes connections" in check_own_agent(settings(kind="http", url=url), tmp_path)
        keyed = settings(kind="http", url=url, headers_env={"X-Key": "KEY"})
        with pytest.raises(RuntimeFault, match="KEY is not set"):
            check_own_agent(keyed, tmp_path, {})
    with pytest.raises(RuntimeFault, match="cannot be reached"):
        check_own_agent(settings(kind="http", url=url), tmp_path)
