import json

import pytest

from runtime.contracts.ports import ChatMessage
from runtime.models.chat_completion import Completion, messages_body, parse_completion, wire_seed


def test_text_alone_is_a_plain_string_and_images_make_parts() -> None:
    body = messages_body([ChatMessage("user", "hello"), ChatMessage("user", "", images=(b"a", b"b"))])
    assert body[0] == {"role": "user", "content": "hello"}
    assert body[1]["content"] == [
        {"type": "image_url", "image_url": {"url": "data:image/png;base64,YQ=="}},
        {"type": "image_url", "image_url": {"url": "data:image/png;base64,Yg=="}},
    ]


def test_a_lone_surrogate_can_be_sent() -> None:
    (body,) = messages_body([ChatMessage("assistant", "a\ud800b")])
    assert body["content"] == "a?b"


@pytest.mark.parametrize(("seed", "expected"), [(0, 0), (2**31 - 1, 2**31 - 1), (2**63, 0), (-1, 2**31 - 1)])
def test_a_seed_fits_31_bits(seed: int, expected: int) -> None:
    assert wire_seed(seed) == expected


@pytest.mark.parametrize(
    "body",
    ["", "null", "[]", "{}", '{"choices": null}', '{"choices": [{}]}', '{"choices": [', "[" * 100_000],
    ids=["empty", "null", "array", "object", "null choices", "no message", "truncated", "deep"],
)
def test_what_is_no_completion_is_none(body: str) -> None:
    assert parse_completion(body) is None


def test_null_usage_fields_count_as_zero() -> None:
    usage = {"prompt_tokens": 5, "completion_tokens": None, "prompt_tokens_details": {"cached_tokens": None}}
    body = json.dumps({"choices": [{"message": {"content": "x"}, "finish_reason": "stop"}], "usage": usage})
    assert parse_completion(body) == Completion("x", "stop", 5, 0, 0)
