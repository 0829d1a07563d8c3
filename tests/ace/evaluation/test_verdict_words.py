"""Each verdict in a paragraph."""

from typing import get_args

import pytest

from ace.evaluation.verdict_words import explain_verdict, why_words_show_nothing
from runtime.contracts.rule import Verdict


@pytest.mark.parametrize("verdict", get_args(Verdict))
def test_every_verdict_is_explained_in_at_most_60_plain_words(verdict: str) -> None:
    words = explain_verdict(verdict)
    assert 15 <= len(words.split()) <= 60
    assert not {"e-value", "p-value", "martingale", "bootstrap"} & set(words.split())


def test_each_has_words_of_its_own() -> None:
    assert len({explain_verdict(verdict) for verdict in get_args(Verdict)}) == len(get_args(Verdict))


@pytest.mark.parametrize("said", ["", "unverified (says confirmed)", "great"])
def test_what_is_no_verdict_has_no_explanation(said: str) -> None:
    assert explain_verdict(said) == ""


def test_what_a_simulated_controller_does_is_not_said_of_a_persons_own_agent() -> None:
    assert "follows conditions by design and reads no text" in why_words_show_nothing("tutor")
    own = why_words_show_nothing("expenses")
    assert "simulated" in own
    assert "by design" not in own
