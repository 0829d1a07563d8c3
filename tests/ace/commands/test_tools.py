"""`ace tools`."""

import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import Ran

NAMES = ["zoom", "enhance", "image_findings", "retrieve", "segment", "ocr", "web_browser"]
CONFIG = """\
schema: 1
tools:
  web: {endpoint: "http://127.0.0.1:1/search", allow: [nih.gov]}
  timeouts_s: {zoom: 3}
control:
  approvals: {external: ask}
  tools: {zoom: deny}
"""


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A git repository whose ace.yaml sets a search endpoint, a timeout and approvals."""
    folder = tmp_path / "repo"
    subprocess.run(["git", "init", "-q", str(folder)], check=True)
    (folder / "ace.yaml").write_text(CONFIG, encoding="utf-8")
    return folder


def _tools(ran: Ran) -> dict[str, Any]:
    tools: Any = ran.json["tools"]
    return {tool["name"]: tool for tool in tools}


def test_outside_a_repository_the_defaults_are_listed(ace: Callable[..., Ran], tmp_path: Path) -> None:
    ran = ace("tools", "-C", str(tmp_path))
    assert ran.code == 0
    assert "not in a git repository; these are the defaults" in ran.err
    lines = ran.out.splitlines()
    assert lines[0].split() == ["tool", "status", "permission", "side", "effect", "detail"]
    assert [line.split()[0] for line in lines[1:]] == NAMES
    web = lines[-1]
    assert web.split()[:4] == ["web_browser", "missing", "allow", "external"]
    assert web.endswith("no search endpoint is configured: set tools.web.endpoint in ace.yaml")
    # Aligned: every status begins in the same column.
    column = lines[0].index("status")
    assert all(line[column - 1] == " " and line[column] != " " for line in lines)


def test_json_is_one_object_with_every_field(ace: Callable[..., Ran], tmp_path: Path) -> None:
    ran = ace("tools", "--json", "-C", str(tmp_path))
    assert ran.json["schema_version"] == 1
    tools = _tools(ran)
    assert list(tools) == NAMES
    expected = {"name", "status", "detail", "side_effect", "permission", "timeout_s", "isolation"}
    for tool in tools.values():
        assert expected | {"description", "arguments", "output"} <= set(tool)
        assert tool["status"] in {"ready", "fallback", "missing"}
        assert tool["permission"] in {"allow", "ask", "deny"}
        assert tool["arguments"]["additionalProperties"] is False
    assert tools["ocr"]["output"]["properties"]["lines"]["type"] == "array"
    assert tools["zoom"]["isolation"] == "process"


def test_the_repositorys_settings_decide(ace: Callable[..., Ran], repository: Path) -> None:
    ran = ace("tools", "--json", "-C", str(repository))
    assert ran.err == ""
    tools = _tools(ran)
    assert (tools["zoom"]["permission"], tools["zoom"]["timeout_s"]) == ("deny", 3.0)
    assert (tools["enhance"]["permission"], tools["enhance"]["timeout_s"]) == ("allow", 30.0)
    assert (tools["web_browser"]["status"], tools["web_browser"]["permission"]) == ("ready", "ask")
    assert "nih.gov" in tools["web_browser"]["detail"]


def test_one_tool_is_shown_in_full(ace: Callable[..., Ran], repository: Path) -> None:
    ran = ace("tools", "zoom", "-C", str(repository))
    assert ran.code == 0
    assert ran.out.startswith("zoom  ready, denied\n")
    assert ran.out.count("ready") == 1
    assert "permission: deny (right image.read, side effect read)" in ran.out
    assert "limits: 3 s, in a process of its own" in ran.out
    assert "padding  (number, 0..1)" in ran.out
    assert "contrast  (number, -1..1, required)" in ran.out
    assert max(map(len, ran.out.splitlines())) <= 100
    assert list(_tools(ace("tools", "zoom", "--json", "-C", str(repository)))) == ["zoom"]


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (("zom",), 1, "agent tutor has no tool 'zom'; did you mean 'zoom'?"),
        (("qqqq",), 1, "there are: zoom, enhance"),
        (("",), 64, "must not be empty"),
        (("--agent", "totur"), 1, "agent 'totur' is not known"),
        (("-C", "/no/such/folder"), 1, "no such folder"),
    ],
    ids=["near-name", "other-name", "empty-name", "agent", "folder"],
)
def test_bad_input_is_one_message(
    ace: Callable[..., Ran], tmp_path: Path, arguments: tuple[str, ...], code: int, said: str
) -> None:
    ran = ace("tools", "-C", str(tmp_path), *arguments)
    assert (ran.code, ran.out) == (code, "")
    assert said in ran.err
    assert "Traceback" not in ran.err


def test_a_broken_configuration_is_not_passed_over(ace: Callable[..., Ran], repository: Path) -> None:
    (repository / "ace.yaml").write_text("schema: 1\ntools: {webb: 1}\n", encoding="utf-8")
    ran = ace("tools", "-C", str(repository))
    assert (ran.code, ran.out) == (1, "")
    assert "webb" in ran.err
