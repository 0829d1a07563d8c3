"""Alike failures have one signature; others do not."""

from collections.abc import Callable

import pytest

from analyzers.finding import Finding
from analyzers.signatures import MAX_JSON, masked_message, signature, signature_id


def test_numbers_do_not_tell_two_failures_apart(finding: Callable[..., Finding]) -> None:
    assert signature(finding(1)) == signature(finding(2))


@pytest.mark.parametrize("field", ["detector", "tool", "error_class", "message", "rule", "state_path"])
def test_every_part_of_a_signature_tells_failures_apart(finding: Callable[..., Finding], field: str) -> None:
    one, other = signature(finding(1)), signature(finding(1, **{field: "other"}))
    assert one != other
    assert signature_id(one) != signature_id(other)


def test_an_id_is_the_same_in_every_process(finding: Callable[..., Finding]) -> None:
    assert signature_id(signature(finding(1))) == "75e4f9b5"


def test_an_endless_message_is_cut_and_does_not_end_in_a_space(finding: Callable[..., Finding]) -> None:
    assert signature(finding(message="word " * 100_000)).message == ("word " * 40).rstrip()


@pytest.mark.parametrize(
    ("text", "masked"),
    [
        (
            '{"error": {"code": 404, "message": "Order 12 was not found"}}',
            "error: code: <n> message: Order <n> was not found",
        ),
        ('["Wrong type for \'x\'.", {"input": {"x": "abc"}}]', "Wrong type for <text>. input: <dict>"),
        ("{'error': 'no JSON'}", "<dict>"),
        ("[" * 2000 + "1", "[" * 200),
        ("[" * 2 * MAX_JSON, "[" * 200),
    ],
    ids=["object", "list", "no-json", "deep", "long"],
)
def test_of_json_is_kept_what_it_says_of_the_error(text: str, masked: str) -> None:
    assert masked_message(text) == masked
