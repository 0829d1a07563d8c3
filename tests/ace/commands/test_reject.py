"""`ace reject`, `ace unreject` and `ace log` from the command line."""

import json
from pathlib import Path

import pytest

from ace.commands.group import run
from tests.ace.rejections.rejecting import make_repository, open_one
from tests.ace.review.playbook_repository import RULE_ID, Repository


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Repository:
    """A repository with an open proposal, and no settings of this machine."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")
    repository = make_repository(tmp_path / "repo")
    open_one(repository)
    return repository


def test_a_proposal_is_rejected_listed_logged_and_taken_back(
    repository: Repository, capsys: pytest.CaptureFixture[str]
) -> None:
    at = ["-C", str(repository.path)]
    assert run(["reject", RULE_ID, "--reason", "no: it is [not] wanted", "--by", "lead", "--expires", "90d", *at]) == 0
    assert "its branch is deleted" in capsys.readouterr().out
    assert run(["reject", "--list", "--json", *at]) == 0
    (one,) = json.loads(capsys.readouterr().out)["rejections"]
    assert (one["reason"], one["by"], one["state"]) == ("no: it is [not] wanted", "lead", "in force")
    assert run(["log", RULE_ID, "--json", *at]) == 0
    assert len(json.loads(capsys.readouterr().out)["rejections"]) == 1
    assert run(["unreject", one["proposal"], "--json", *at]) == 0
    assert json.loads(capsys.readouterr().out)["rejection"]["withdrawn"]
    assert run(["reject", "--list", *at]) == 0
    assert "WITHDRAWN" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        pytest.param(["reject"], 64, "give a PROPOSAL to reject, or --list", id="nothing to reject"),
        pytest.param(["reject", RULE_ID], 64, "--reason TEXT", id="no reason"),
        pytest.param(["reject", RULE_ID, "--reason", ""], 64, "must not be empty", id="an empty reason"),
        pytest.param(["reject", "ffff", "--reason", "no"], 1, "the reason has 2 characters", id="a short reason"),
        pytest.param(["reject", "ffff", "--reason", "not so"], 1, "no proposal begins with ffff", id="an unknown one"),
        pytest.param(["reject", RULE_ID, "--list"], 64, "or --list", id="both"),
        pytest.param(["reject", RULE_ID, "--reason", "not so", "--push"], 1, "no remote 'origin'", id="no remote"),
    ],
)
def test_what_cannot_be_done_is_said(
    repository: Repository, capsys: pytest.CaptureFixture[str], arguments: list[str], code: int, said: str
) -> None:
    assert run([*arguments, "-C", str(repository.path)]) == code
    assert said in capsys.readouterr().err
