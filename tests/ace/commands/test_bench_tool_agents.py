"""`ace bench tool-agents`."""

from collections.abc import Callable
from pathlib import Path

from tests.ace.bench.tool_agent_files import write_tool_agent_traces
from tests.conftest import Ran


def test_json_holds_every_figure(ace: Callable[..., Ran], tmp_path: Path) -> None:
    path = write_tool_agent_traces(tmp_path / "traces.json")
    ran = ace("bench", "tool-agents", "--traces", str(path), "--json")
    assert (ran.code, ran.err) == (0, "")
    assert set(ran.json) == {"predictions", "detectors", "labels", "mistakes", "microseconds_a_step"}
    predictions = ran.json["predictions"]
    assert isinstance(predictions, list)
    first = predictions[0]
    assert (first["file"], first["method"], first["half"]) == ("traces.json", "ours, major or critical", "chosen on")
    assert (first["episodes"], first["failed"], first["flagged"], first["hits"]) == (2, 1, 1, 1)


def test_text_is_printed_and_half_a_pair_of_labels_refused(ace: Callable[..., Ran], tmp_path: Path) -> None:
    path = write_tool_agent_traces(tmp_path / "traces.json")
    ran = ace("bench", "tool-agents", "--traces", str(path))
    assert ran.code == 0
    assert "failed_call_ignored" in ran.out
    refused = ace("bench", "tool-agents", "--traces", str(path), "--labels", str(path))
    assert refused.code == 64
    assert "--labelled" in refused.err


def test_traces_without_a_reward_are_named(ace: Callable[..., Ran], tmp_path: Path) -> None:
    path = tmp_path / "none.json"
    path.write_text('[{"messages": [{"role": "user", "content": "hi"}]}]', encoding="utf-8")
    ran = ace("bench", "tool-agents", "--traces", str(path))
    assert ran.code == 1
    assert "no record has a `reward`" in ran.err
