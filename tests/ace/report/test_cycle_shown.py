"""`ace show y-...`: what one cycle did."""

from pathlib import Path

import pytest

from ace.cycle.journal.journal import Journal
from ace.cycle.journal.read_cycles import cycles_folder
from ace.errors import NotFoundError
from ace.report.show import find
from tests.ace.building import small_session

NAME = "y-20261130-120000-aaaa"
AT = "2026-11-30T12:00:00Z"
ERROR = "the server said no\n" + "and why " * 100


@pytest.mark.parametrize(
    ("calls", "said"),
    [(0, "cost        not reported by the agent\n"), (3, "cost        3 calls, 30 + 2 tokens, 0.5 USD\n")],
)
def test_what_an_own_agent_never_said_is_not_nothing(starter: Path, calls: int, said: str) -> None:
    session = small_session(starter)
    journal = Journal(cycles_folder(session.workspace.state) / NAME)
    journal.write("begun", AT, schedule="", settings="s", rules="c")
    spent = [calls, 30 if calls else 0, 2 if calls else 0, 0.5 if calls else 0]
    journal.write("ended", AT, status="ok", failed="", summary="ace cycle y", spent=spent, agent_reports_use=False)
    journal.close()
    shown = find(session, NAME, "latest")
    assert said in shown.text
    assert shown.value["agent_reports_use"] is False


def test_a_cycle_is_shown_with_its_steps_drafts_cost_and_whole_error(starter: Path) -> None:
    session = small_session(starter)
    journal = Journal(cycles_folder(session.workspace.state) / NAME)
    journal.write("begun", AT, schedule="night", settings="s", rules="c")
    journal.write("run", AT, run="r-1")
    journal.write("step", AT, step="run", state="begun")
    journal.write("step", "2026-11-30T12:01:30Z", step="run", state="done")
    journal.write("step", "2026-11-30T12:01:30Z", step="commit", state="begun")
    journal.write("opened", AT, proposal="a" * 12)
    journal.write("committed", AT, rows={"a" * 12: ["", False, False], "b" * 12: ["too weak\x1b[31m", False, False]})
    journal.write("ended", AT, status="failed", failed=ERROR, summary="ace cycle y: 4 calls", spent=[4, 30, 2, 0.5])
    journal.close()
    shown = find(session, NAME[:14], "latest")
    assert shown.value["steps"] == [
        {"step": "run", "begun": AT, "done": "2026-11-30T12:01:30Z", "seconds": 90.0},
        {"step": "commit", "begun": "2026-11-30T12:01:30Z", "done": "", "seconds": None},
    ]
    assert shown.value["opened"] == ["a" * 12]
    assert shown.value["cost"] == {
        "model_calls": 4, "prompt_tokens": 30, "completion_tokens": 2, "cost_usd": 0.5
    }  # fmt: skip
    assert f"not opened  ace/p/{'b' * 12}: too weak\\x1b[31m" in shown.text
    assert "step        run      2026-11-30T12:00:00Z  90 s" in shown.text
    assert ("and why " * 100).strip() in shown.text, "whole here; ace status cuts it"
    with pytest.raises(NotFoundError, match=f"did you mean cycle `{NAME}`"):
        find(session, "y-20261130-120000-aaab", "latest")
