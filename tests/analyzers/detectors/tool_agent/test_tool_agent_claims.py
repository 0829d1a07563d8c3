"""Claims that something was done, and what only sounds like one."""

import pytest

from analyzers.detectors.tool_agent.claims import OUTSIDE, Claim, done_claim, done_claims


@pytest.mark.parametrize(
    ("low", "claim"),
    [
        ("great! your order has been successfully cancelled.", "your order has been successfully cancelled"),
        ("i've updated the address", "i've updated"),
        ("the items have been returned", "the items have been returned"),
        ("once it has been cancelled, wait", ""),
        ("it has already been cancelled", ""),
        ("it has not been cancelled", ""),
        ("it will be cancelled", ""),
        ("i have two questions", ""),
        ("i’ve sent a confirmation email.", "i’ve sent"),
        ("i have just emailed you the receipt.", "i have just emailed"),
        ("already cancelled, and the refund of $12.50 has been processed.", ""),
        ("the system shows that the refund has been processed.", ""),
        ("according to the record, your order has been cancelled.", ""),
        ("you ask whether it has been sent.", ""),
        ("your order has been cancelled, right?", ""),
        ("it says no. your order has been cancelled.", "your order has been cancelled"),
    ],
)
def test_claims_that_something_was_done(low: str, claim: str) -> None:
    assert done_claim(low) == claim


def test_each_claim_has_its_verb_and_who_did_it() -> None:
    assert list(done_claims("i have refunded order 41. your seat has been booked.")) == [
        Claim("i have refunded", "refunded", is_own=True),
        Claim("your seat has been booked", "booked", is_own=False),
    ]
    assert {"refunded", "booked"} <= OUTSIDE
    assert "updated" not in OUTSIDE
