"""A verdict is a value: equal by content, without a replacement unless one is given."""

import dataclasses

import pytest

from runtime.contracts.action import Action
from runtime.contracts.decision import Verdict


def test_a_verdict_carries_a_replacement_only_when_given_one() -> None:
    assert Verdict("leak", "block", "why").action is None
    assert Verdict("x", "convert", "why", Action("QUIZ")) == Verdict("x", "convert", "why", Action("QUIZ"))


def test_a_verdict_cannot_be_changed() -> None:
    verdict = Verdict("leak", "block", "why")
    with pytest.raises(dataclasses.FrozenInstanceError):
        verdict.decision = "allow"  # type: ignore[misc]
