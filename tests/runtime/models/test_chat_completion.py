import json

import pytest

from runtime.contracts.ports import ChatMessage
from runtime.models.chat_completion import (
    MAX_REASON_CHARS,
    MAX_TEXT_CHARS,
    Completion,
    messages_body,
    parse_completion,
    wire_seed,
)


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


def answer_of(content: str, finish: str = "stop") -> str:
    """A completion's body with `content` as JSON text."""
    return f'{{"choices": [{{"message": {{"content": {content}}}, "finish_reason": "{finish}"}}]}}'


@pytest.mark.parametrize(
    ("content", "text"),
    [
        (r'"a\ud83d"', "a\ufffd"),
        (r'"\udc4d b"', "\ufffd b"),
        (r'"\ud83d\udc4d"', "\U0001f44d"),
        (r'"\ud83d \ud83d\udc4d"', "\ufffd \U0001f44d"),
        (r'"\\ud83d"', r"\ud83d"),
    ],
    ids=["half", "other half", "pair", "half, then pair", "escaped backslash"],
)
def test_a_lone_surrogate_is_replaced_visibly_and_the_answer_kept(content: str, text: str) -> None:
    assert parse_completion(answer_of(content)) == Completion(text, "stop")


def test_a_text_beyond_the_limit_is_cut_and_marked() -> None:
    whole = "x" * MAX_TEXT_CHARS
    assert parse_completion(answer_of(json.dumps(whole))) == Completion(whole, "stop")
    assert parse_completion(answer_of(json.dumps(whole + "y"))) == Completion(whole, "length")


def test_a_finish_reason_is_a_word() -> None:
    completion = parse_completion(answer_of('"x"', "stop" * 1000))
    assert completion is not None
    assert len(completion.finish_reason) == MAX_REASON_CHARS


def _with_usage(usage: str) -> tuple[int, int, int]:
    made = parse_completion(f'{{"choices": [{{"message": {{"content": "hi"}}}}], "usage": {usage}}}')
    assert made is not None
    assert made.text == "hi"
    return made.prompt_tokens, made.completion_tokens, made.cached_tokens


@pytest.mark.parametrize(
    ("usage", "counts"),
    [
        ('{"prompt_tokens": "12", "completion_tokens": 3.0}', (12, 3, 0)),
        ('{"prompt_tokens": -5, "completion_tokens": true}', (0, 0, 0)),
        ('{"prompt_tokens": NaN, "completion_tokens": Infinity}', (0, 0, 0)),
        ('{"prompt_tokens": 1' + "0" * 400 + "}", (0, 0, 0)),
        ('{"prompt_tokens": "n/a", "completion_tokens": [1]}', (0, 0, 0)),
        ('{"prompt_tokens": 4, "prompt_tokens_details": []}', (4, 0, 0)),
        ('{"prompt_tokens": 4, "prompt_tokens_details": {"cached_tokens": "x"}}', (4, 0, 0)),
        ('"n/a"', (0, 0, 0)),
        ("[1]", (0, 0, 0)),
    ],
    ids=[
        "text and float",
        "negative and bool",
        "no numbers",
        "huge",
        "words",
        "list",
        "cached words",
        "word",
        "a list",
    ],
)
def test_a_good_answer_is_kept_whatever_its_usage_is(usage: str, counts: tuple[int, int, int]) -> None:
    assert _with_usage(usage) == counts


@pytest.mark.parametrize(
    ("choice", "text", "reason"),
    [
        ('{"message": {"content": [{"type": "text", "text": "a"}, {"type": "text", "text": "b"}]}}', "ab", ""),
        ('{"message": {"content": [{"type": "thinking", "text": "hm"}, {"type": "text", "text": "b"}, 7]}}', "b", ""),
        ('{"message": {"content": null, "tool_calls": [{}]}, "finish_reason": "tool_calls"}', "", "tool_calls"),
        ('{"message": {"content": "hi"}, "finish_reason": 7}', "hi", ""),
        ('{"message": {"content": "hi"}, "finish_reason": {}}, 5', "hi", ""),
    ],
    ids=["parts", "other parts", "tool call", "number as reason", "broken second choice"],
)
def test_content_in_parts_is_joined_and_what_stands_beside_it_does_no_harm(choice: str, text: str, reason: str) -> None:
    made = parse_completion(f'\ufeff{{"choices": [{choice}]}}')
    assert made is not None
    assert (made.text, made.finish_reason) == (text, reason)
