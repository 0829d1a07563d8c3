"""`ace try` on the command line."""

import json
from pathlib import Path

import pytest

from ace.commands.group import run
from tests.ace.conftest import SmallRun


def test_a_change_in_the_tree_is_judged_as_json(copied_run: SmallRun, capsys: pytest.CaptureFixture[str]) -> None:
    repo = copied_run.session.workspace.repo
    file = repo / "playbooks/tutor/style/short-turns.yaml"
    file.write_text(file.read_text(encoding="utf-8").replace("60 words", "40 words"), encoding="utf-8")
    assert run(["try", "-C", str(repo), "--trials", "1", "--profile", "screening", "--quiet", "--json"]) == 0
    value = json.loads(capsys.readouterr().out)
    assert [item["rule"] for item in value["rules"]] == ["style.short-turns"]
    assert value["rules"][0]["verdict"]


def test_no_change_is_said_with_what_to_do(starter: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["try", "-C", str(starter), "--quiet"]) == 1
    assert "ace run" in capsys.readouterr().err
