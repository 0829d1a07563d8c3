"""Errors that come back."""

from collections.abc import Callable

from analyzers.detectors.tool_agent.same_error_again import detect
from runtime.contracts.trace_event import Episode

Talk = Callable[..., Episode]


def test_an_error_that_differs_in_numbers_only_is_found_once(talk: Talk) -> None:
    calls = [("call", "pay", {"amount": n}, f"Error: total is {n + 50}, but paid {n}") for n in (1, 2, 3)]
    found = detect(talk(("user", "pay"), *calls))
    assert [(one.step, one.tool) for one in found] == [(1, "pay")]


def test_two_different_errors_and_the_same_of_another_tool_are_not(talk: Talk) -> None:
    first = ("call", "pay", {"amount": 1}, "Error: card declined")
    other = ("call", "pay", {"amount": 2}, "Error: amount too small")
    third = ("call", "refund", {"amount": 2}, "Error: card declined")
    assert detect(talk(("user", "pay"), first, other, third)) == []
