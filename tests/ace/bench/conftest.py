"""Files to measure on."""

from pathlib import Path

import pytest

from tests.ace.bench.tool_agent_files import write_agent_logs, write_tool_agent_traces


@pytest.fixture
def tool_agent_traces(tmp_path: Path) -> Path:
    """Return a file of four small traces with a reward."""
    return write_tool_agent_traces(tmp_path / "traces.json")


@pytest.fixture
def agent_logs(tmp_path: Path) -> Path:
    """Return a folder with two logs of several agents."""
    return write_agent_logs(tmp_path / "logs")
