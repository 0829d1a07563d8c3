"""Assumed data."""

from collections.abc import Callable
from dataclasses import replace

from analyzers.detectors.tool_agent.made_up_data import detect
from runtime.contracts.trace_event import Episode

Talk = Callable[..., Episode]


def test_words_and_code_on_assumed_data_are_found(talk: Talk) -> None:
    words = ("agent", "I cannot open the file, so let us assume that there were 12 sales.")
    code = ("call", "terminal", {"code": "# simulated data for the sales of the year\nsales = [1, 2, 3]"}, "6")
    assert [one.step for one in detect(talk(("user", "sum the sales"), words, code))] == [0, 1]


def test_what_the_user_assumed_and_looked_up_data_are_not(talk: Talk) -> None:
    user = ("user", "Use simulated data for this exercise.")
    assert detect(talk(user, ("agent", "With simulated data for the exercise the sum is 6."))) == []
    assert detect(talk(("user", "sum"), ("agent", "From the file: 12 sales, as I assumed."))) == []


def test_words_of_the_question_itself_are_not(talk: Talk) -> None:
    episode = talk(("agent", "We are to use simulated data."))
    asked = replace(episode, header=replace(episode.header, question="Count them in simulated data."))
    assert len(detect(episode)) == 1
    assert detect(asked) == []
