"""Whose episodes a detector reads, and where its documentation comes from."""

from typing import get_args

import pytest

from analyzers.detectors.detector import SCOPE_WORDS, Scope, entry
from analyzers.detectors.reading import About
from analyzers.finding import Finding
from runtime.contracts.trace_event import ControllerInfo, Episode, Header

ABOUT = About("shouts", "design", "minor")


def _detect(episode: Episode) -> list[Finding]:
    """Find nothing.

    Ever.
    """
    return []


def _header(agent: str) -> Header:
    controller = ControllerInfo("scripted", "fixed", simulated=True)
    return Header("r1", "e1", "s1", "c1", "dev", 0, 0, agent, controller, "", {}, (), {})


@pytest.mark.parametrize(
    ("scope", "agents"),
    [
        ("tutor", ["tutor"]),
        ("inspector", ["inspector"]),
        ("tool_agent", ["imported", "airline"]),
        ("any", ["tutor", "inspector", "imported", "airline"]),
    ],
)
def test_the_scope_says_whose_episodes_are_read(scope: Scope, agents: list[str]) -> None:
    detector = entry(ABOUT, _detect, scope)
    assert [
        agent for agent in ("tutor", "inspector", "imported", "airline") if detector.reads(_header(agent))
    ] == agents


def test_every_scope_has_words() -> None:
    assert set(SCOPE_WORDS) == set(get_args(Scope))


def test_a_tables_line_takes_everything_from_the_module() -> None:
    detector = entry(ABOUT, _detect, "any")
    assert (detector.name, detector.bucket, detector.severity) == ("shouts", "design", "minor")
    assert detector.doc == "Find nothing.\n\nEver."
    assert detector.detect is _detect
    assert not detector.of_proposal
