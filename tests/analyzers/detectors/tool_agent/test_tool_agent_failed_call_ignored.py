"""What the agent does right after a failure."""

from collections.abc import Callable

from analyzers.detectors.tool_agent.failed_call_ignored import detect
from runtime.contracts.trace_event import Episode

Talk = Callable[..., Episode]
CANCEL = ("call", "cancel_order", {"order_id": "W11"}, "Error: the order is not pending")


def test_a_claim_after_a_failed_change_is_found_and_critical(talk: Talk) -> None:
    found = detect(talk(("user", "cancel W11"), CANCEL, ("agent", "Your order has been cancelled.")))
    assert [(one.step, one.severity, one.tool) for one in found] == [(1, "critical", "cancel_order")]


def test_the_same_call_again_is_found_and_a_run_passed_over(talk: Talk) -> None:
    again = detect(talk(("user", "cancel W11"), CANCEL, CANCEL))
    assert [(one.step, one.severity) for one in again] == [(1, "major")]
    run = ("call:Ann", "terminal", {"code": "print(x)"}, "Error: x is undefined")
    passed = detect(talk(("user", "add"), run, ("agent:Bob", "The result is 4 and verified. TERMINATE")))
    assert [(one.step, one.message) for one in passed] == [(1, "goes on after a failed call without a word of it")]


def test_saying_so_another_call_and_one_retry_of_a_timeout_are_not(talk: Talk) -> None:
    assert detect(talk(("user", "cancel W11"), CANCEL, ("agent", "That did not work: it is not pending."))) == []
    other = ("call", "cancel_order", {"order_id": "W12"}, "done", "", "I will try the other one.")
    assert detect(talk(("user", "cancel"), CANCEL, other)) == []
    slow = ("call", "cancel_order", {"order_id": "W11"}, "timed out", "timeout")
    assert detect(talk(("user", "cancel"), slow, slow)) == []
    assert [one.step for one in detect(talk(("user", "cancel"), slow, slow, slow))] == [2]


def test_an_issue_named_is_a_word_about_it(talk: Talk) -> None:
    run = ("call:Ann", "terminal", {"code": "print(x)"}, "Error: 403")
    said = "There is an issue with the API subscription. We take another way."
    assert detect(talk(("user", "add"), run, ("agent:Bob", said))) == []
    assert len(detect(talk(("user", "add"), run, ("agent:Bob", "We take another way.")))) == 1
