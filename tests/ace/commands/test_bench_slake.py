"""`ace bench slake` asks a real server, twice a question."""

from collections.abc import Callable
from pathlib import Path

from tests.ace.sample_import.data_sets import slake_row, write_json
from tests.chat_server import chat_server, completion
from tests.conftest import Ran
from tests.runtime.builders import answer


def test_the_command_asks_a_server(demo_repository: Path, tmp_path: Path, ace: Callable[..., Ran]) -> None:
    data = write_json(tmp_path / "slake", [slake_row(number) for number in range(8)])
    (demo_repository / "ace.yaml").write_text("schema: 1\nknowledge: [samples/knowledge]\nretrieval: {kind: bm25}\n")
    arguments = ("--data", str(data), "-C", str(demo_repository), "--model", "fake", "--limit", "2", "-q")
    with chat_server(lambda request, number: completion(answer("A"))) as server:
        ran = ace("bench", "slake", *arguments, "--base-url", server.base_url, "--json")
    assert ran.code == 0, ran.err
    assert ran.json["model"] == "openai/fake"
    assert len(server.requests) == 4
    assert {request["temperature"] for request in server.requests} == {0.0}
    refused = ace("bench", "slake", *arguments[:4], "--controller", "simulated")
    assert refused.code == 1
    assert "is told the answer" in refused.err
