"""The ledger as far as it counts for the configured controller."""

from pathlib import Path

import pytest

from ace.cycle.counted_ledger import controller_label, counted_ledger, is_simulated, ledger_identity
from ace.ledger.ledger_ref import add_uses
from ace.session import Session, open_session
from tests.ace.building import git
from tests.ace.ledger.ledger_setup import P1, P2, WHO, looked_at, sample, use

REAL = {"controller.kind": "openai", "controller.model": "m", "controller.base_url": "http://127.0.0.1:9/v1"}


@pytest.fixture
def real(starter: Path) -> Session:
    """A session with a model behind a server, after one use under it and one under a simulated controller."""
    add_uses(starter, [use(P1, sample(1)), use(P2, sample(1), simulated=True)], WHO)
    return open_session(starter, {}, REAL)


def test_a_simulated_controller_uses_nothing_up_for_a_model(real: Session) -> None:
    simulated = open_session(real.workspace.repo, {}, {"controller.kind": "simulated"})
    assert looked_at(counted_ledger(real)) == {P1: {"c1~a"}}
    assert looked_at(counted_ledger(simulated)) == {P2: {"c1~a"}}
    assert (is_simulated(real), is_simulated(simulated)) == (False, True)


def test_names(real: Session) -> None:
    assert controller_label(real) == "openai/m"
    review = real.settings.review
    assert ledger_identity(real) == type(WHO)(review.author_name, review.author_email)


def test_an_agent_that_brings_its_model_is_named_by_what_it_says(tmp_path: Path) -> None:
    git(tmp_path, "init", "-q", "-b", "main")
    own = "agent: triage\nown_agent: {kind: http, url: 'http://127.0.0.1:9/run', model: m-2%s}\n"
    (tmp_path / "ace.yaml").write_text(own % "", encoding="utf-8")
    session = open_session(tmp_path, {}, {})
    assert (controller_label(session), is_simulated(session)) == ("http/m-2", False)
    (tmp_path / "ace.yaml").write_text(own % ", simulated: true", encoding="utf-8")
    assert is_simulated(open_session(tmp_path, {}, {}))
