"""The vault scored."""

import signal
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from ace.cycle.counted_ledger import counted_ledger
from ace.cycle.judging.judgement import JudgeHooks
from ace.cycle.score_vault import score_vault, vault_samples
from ace.errors import AceError
from ace.session import Session
from tests.ace.building import small_session


@dataclass
class SetClock:
    """A clock that says what it is set to."""

    moment: str = "2026-11-30T08:00:00Z"

    def now(self) -> str:
        """Return what it is set to."""
        return self.moment

    def monotonic(self) -> float:
        """Return a fixed moment."""
        return 0.0


def vault_session(repo: Path, clock: SetClock) -> Session:
    """Return a session with a small vault."""
    return replace(small_session(repo, gate__vault_share=0.1), clock=clock)


def test_the_vault_is_scored_once_in_thirty_days(starter: Path) -> None:
    clock, ran = SetClock(), list[str]()
    session = vault_session(starter, clock)
    hooks = JudgeHooks(episode=lambda episode: ran.append(episode.header.sample))
    score = score_vault(session, hooks)
    samples = vault_samples(session)
    assert set(ran) == {sample.id for sample in samples}
    assert (score.cases, score.samples) == (len({one.case for one in samples}), len(samples))
    assert score.success is not None
    assert tuple(counted_ledger(session).vault.values()) == (score,)
    for moment in ("2026-12-29T08:00:00Z", "2020-01-01T00:00:00Z"):
        clock.moment = moment
        with pytest.raises(AceError, match="next time is 2026-12-30"):
            score_vault(session, hooks)
    clock.moment = "2026-12-30T08:00:00Z"
    again = score_vault(session, hooks)
    assert again.arm != score.arm
    assert len(counted_ledger(session).vault) == 2


def test_one_that_was_cut_off_has_counted_and_is_gone_on_with(starter: Path) -> None:
    clock, ran = SetClock(), list[str]()
    session = vault_session(starter, clock)

    def killed(episode: object) -> None:
        signal.raise_signal(signal.SIGINT)

    with pytest.raises(KeyboardInterrupt):
        score_vault(session, JudgeHooks(episode=killed))
    (begun,) = counted_ledger(session).vault.values()
    assert begun.success is None
    clock.moment = "2026-12-01T08:00:00Z"
    score = score_vault(session, JudgeHooks(episode=lambda episode: ran.append(episode.header.sample)))
    assert score.arm == begun.arm
    assert 0 < len(ran) < len(vault_samples(session))
    (found,) = counted_ledger(session).vault.values()
    assert found.success == score.success


def test_without_a_vault_it_says_how_to_have_one(starter: Path) -> None:
    with pytest.raises(AceError, match=r"gate\.vault_share"):
        score_vault(small_session(starter), JudgeHooks())
