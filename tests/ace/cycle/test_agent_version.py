"""Whether the files of an own agent changed while it was tried."""

from collections.abc import Callable
from pathlib import Path

import pytest

from ace.cycle.agent_version import AgentChangedError, agent_version, changed_since, refuse_changed
from ace.cycle.journal.cycle_steps import CycleHooks, CycleRequest
from ace.cycle.judging.judgement import JudgeHooks
from ace.cycle.run_cycle import run_cycle
from ace.session import Session, open_session
from tests.ace.building import commit_all, git
from tests.conftest import Ran


@pytest.fixture
def session(tmp_path: Path, ace: Callable[..., Ran]) -> Session:
    """A repository with the example of a command, one trial a side."""
    git(tmp_path, "init", "-q", "-b", "main")
    assert ace("init", "-C", str(tmp_path), "--agent", "command").code == 0
    commit_all(tmp_path, "Add ACE")
    return open_session(tmp_path, {}, {"gate.trials": 1})


def _add(path: Path) -> None:
    with path.open("a", encoding="utf-8") as file:
        file.write("# changed\n")


@pytest.mark.parametrize(
    ("change", "told"),
    [
        pytest.param(lambda repo: None, "", id="nothing"),
        pytest.param(lambda repo: (repo / "notes.txt").write_text("x", encoding="utf-8"), "", id="another file"),
        pytest.param(lambda repo: _add(repo / "triage_agent.py"), "triage_agent.py", id="code"),
        pytest.param(lambda repo: (repo / "support_desk.py").unlink(), "support_desk.py", id="gone"),
    ],
)
def test_what_changed_is_named(session: Session, change: Callable[[Path], object], told: str) -> None:
    version = agent_version(session)
    assert "triage_agent.py" in version
    change(session.workspace.repo)
    assert changed_since(session, version) == told


def test_an_agent_that_ace_ships_has_no_files_here(starter: Path) -> None:
    session = open_session(starter, {}, {})
    assert agent_version(session) == {}
    refuse_changed(session, {}, "nothing")


def test_a_change_is_refused_where_there_is_no_undecided(session: Session) -> None:
    version = agent_version(session)
    _add(session.workspace.repo / "triage_agent.py")
    with pytest.raises(
        AgentChangedError, match=r"changed while .*triage_agent\.py.* and the vault is not scored; start"
    ):
        refuse_changed(session, version, "the vault is not scored")


def test_an_agent_that_changes_while_it_is_judged_is_undecided(session: Session) -> None:
    edited: list[str] = []

    def edit(name: str, count: int) -> None:
        edited.append(name)
        _add(session.workspace.repo / "triage_agent.py")

    outcome = run_cycle(session, CycleRequest(hooks=CycleHooks(judge=JudgeHooks(arm=edit))))
    assert edited, outcome.reason
    assert outcome.results.judged is not None
    assert {one.verdict for one in outcome.results.judged.judgements} == {"insufficient evidence"}
    (first, *_) = outcome.results.judged.judgements
    assert first.reason.startswith("Undecided: the agent's files changed while it was judged (triage_agent.py)")
    assert outcome.new == ()
