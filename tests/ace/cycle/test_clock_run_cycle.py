"""A clock that is set back between two cycles: nothing is done twice or forgotten, and a refusal says why."""

import shutil
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from ace.cycle.ablation.retest import due_retests
from ace.cycle.counted_ledger import counted_ledger
from ace.cycle.journal import last_cycles
from ace.cycle.journal.cycle_outcome import CycleOutcome
from ace.cycle.journal.cycle_steps import CycleRequest
from ace.cycle.run_cycle import run_cycle
from ace.ledger.ledger_ref import add_uses
from tests.ace.cycle.ablation.ablation_setup import HARM, ablation_session, accepted_long_ago
from tests.ace.ledger.ledger_setup import P1, WHO, use

GATE = "gate: {trials: 1, sealed: false, control: false, must_pass_limit: 2}\n"


@dataclass(frozen=True)
class SetClock:
    """A clock that stands still."""

    moment: str

    def now(self) -> str:
        """Return the moment."""
        return self.moment

    def monotonic(self) -> float:
        """Return no time."""
        return 0.0


def cycle_at(repo: Path, moment: str) -> CycleOutcome:
    """Return what a cycle came to that began at `moment`."""
    return run_cycle(replace(ablation_session(repo), clock=SetClock(moment)), CycleRequest())


@pytest.fixture(scope="module")
def begun(starter_template: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, CycleOutcome]:
    """A repository with a rule that does harm, accepted in October 2020, a use of a held-out sample, and a cycle that
    began on the first of December 2026. Look, do not change."""
    repo = Path(shutil.copytree(starter_template, tmp_path_factory.mktemp("begun") / "repo"))
    accepted_long_ago(repo, HARM, more=GATE)
    add_uses(repo, [use(P1, ablation_session(repo).samples("sealed")[0][0], simulated=True)], WHO)
    return repo, cycle_at(repo, "2026-12-01T00:00:00Z")


@pytest.fixture
def due(begun: tuple[Path, CycleOutcome], tmp_path: Path) -> Path:
    """A copy of that repository."""
    return Path(shutil.copytree(begun[0], tmp_path / "due"))


@pytest.fixture
def first(begun: tuple[Path, CycleOutcome]) -> CycleOutcome:
    """What that cycle came to."""
    return begun[1]


def test_a_few_seconds_are_made_up_for(due: Path, first: CycleOutcome) -> None:
    assert "1 rule re-tested" in first.summary
    before = counted_ledger(ablation_session(due))
    second = cycle_at(due, "2026-11-30T23:59:30Z")
    assert (second.status, "re-tested" in second.summary) == ("done", False)
    assert [one.id for one in last_cycles(due / ".git" / "ace")] == [second.id, first.id]
    after = counted_ledger(ablation_session(due))
    assert (after.uses, after.retests) == (before.uses, before.retests)


def test_a_year_is_refused_by_name_and_the_ledger_keeps_every_use(due: Path, first: CycleOutcome) -> None:
    before = counted_ledger(ablation_session(due))
    outcome = cycle_at(due, "2025-12-01T00:00:00Z")
    assert (outcome.status, outcome.exit_code) == ("failed", 1)
    assert "clock" in outcome.reason
    records = last_cycles(due / ".git" / "ace")
    assert [(one.id, one.status) for one in records] == [(outcome.id, "failed"), (first.id, "done")]
    after = counted_ledger(ablation_session(due))
    assert (after.uses, after.retests) == (before.uses, before.retests)
    # Right again, it goes on; before thirty days are over nothing is due.
    assert cycle_at(due, "2026-12-02T00:00:00Z").status == "done"
    assert counted_ledger(ablation_session(due)).retests == before.retests


def test_a_re_test_is_put_off_by_a_clock_that_was_set_back_and_never_repeated(due: Path) -> None:
    session = ablation_session(due)
    rules = session.playbook().rules
    for moment, is_due in (
        ("2020-10-02T00:00:00Z", False),
        ("2026-11-30T00:00:00Z", False),
        ("2026-12-30T00:00:00Z", False),
        ("2026-12-31T00:00:00Z", True),
    ):
        assert bool(due_retests(replace(session, clock=SetClock(moment)), rules)) == is_due
