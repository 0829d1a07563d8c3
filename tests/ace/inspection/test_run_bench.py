"""From a command line to the table."""

from pathlib import Path

import pytest

from ace.errors import ConfigError
from ace.inspection.bench import Hooks
from ace.inspection.image_set import drawn_castings
from ace.inspection.run_bench import BenchRequest, controller_settings, run_bench
from runtime.contracts.errors import ModelUnavailableError


def _request(folder: Path, **flags: object) -> BenchRequest:
    return BenchRequest(
        images=drawn_castings(2, 40),
        repo=folder,
        environ={},
        flags={f"controller.{name}": value for name, value in flags.items()},
        seeds=1,
        concurrency=2,
        folder=None,
        hooks=Hooks(),
        note=lambda text: None,
    )


def test_without_a_controller_a_simulated_one_plays_the_agent(tmp_path: Path) -> None:
    assert controller_settings(_request(tmp_path)).kind == "simulated"


def test_the_controller_of_ace_yaml_and_of_flags(tmp_path: Path) -> None:
    (tmp_path / "ace.yaml").write_text("schema: 1\ncontroller: {kind: simulated, obey: 0.25}\n")
    assert controller_settings(_request(tmp_path)).obey == 0.25
    named = _request(tmp_path, base_url="http://127.0.0.1:9/v1", model="local")
    found = controller_settings(named)
    # Time to answer: what is measured must not depend on how fast the machine is.
    assert (found.kind, found.timeout_s) == ("openai", 600.0)
    with pytest.raises(ConfigError):
        controller_settings(_request(tmp_path, kind="openai"))


async def test_a_server_that_is_not_there_is_said_before_anything_is_measured(tmp_path: Path) -> None:
    with pytest.raises(ModelUnavailableError, match="nothing answers"):
        await run_bench(_request(tmp_path, base_url="http://127.0.0.1:9/v1", model="local"))


async def test_the_table_of_a_simulated_agent_is_marked(tmp_path: Path) -> None:
    found = await run_bench(_request(tmp_path))
    assert found.is_simulated
    assert [row.name for row in found.rows] == ["detector", "agent", "guidance", "check", "both", "control"]
