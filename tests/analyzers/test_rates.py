"""Rates count episodes, not findings, and only those that say something."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from analyzers.finding import Finding
from analyzers.rates import failed_episodes, finding_rates
from runtime.contracts.trace_event import Episode, Outcome


@pytest.fixture
def episodes(episode: Callable[..., Episode]) -> list[Episode]:
    """Return e0-e3 that ended, e4 that was cut off and e5 whose server failed."""
    ends = {4: episode(is_cut_off=True), 5: episode(outcome=Outcome("r1", "e5", "infrastructure_error", "", {}))}
    made = [ends.get(number, episode()) for number in range(6)]
    return [replace(one, header=replace(one.header, episode=f"e{number}")) for number, one in enumerate(made)]


def test_an_episode_counts_once_and_infrastructure_not_at_all(
    episodes: list[Episode], finding: Callable[..., Finding]
) -> None:
    found = [finding(0), finding(0, step=9), finding(1), finding(4), finding(5), finding(99)]
    rates = finding_rates(episodes, found, ["early_reveal"])
    assert rates == {"early_reveal": (0, 4), "web_before_local": (2, 4)}


def test_a_minor_finding_does_not_make_an_episode_failed(
    episodes: list[Episode], finding: Callable[..., Finding]
) -> None:
    found = [finding(2, severity="critical"), finding(0), finding(1, severity="minor"), finding(5)]
    assert failed_episodes(episodes, found) == ("e0", "e2")
