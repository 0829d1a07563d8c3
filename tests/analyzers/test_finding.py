"""Findings carry the hash of their words."""

import hashlib
from collections.abc import Callable

import orjson

from analyzers.finding import Finding, quoted


def test_the_json_form_has_every_field_and_the_hash_of_the_quote(finding: Callable[..., Finding]) -> None:
    one = finding(1, quote="ä")
    value = one.to_json()
    assert value["quote_sha256"] == hashlib.sha256("ä".encode()).hexdigest()
    assert Finding(**{key: item for key, item in value.items() if key != "quote_sha256"}) == one  # type: ignore[arg-type]
    assert orjson.loads(orjson.dumps(value)) == value


def test_a_quote_is_redacted_before_it_is_cut() -> None:
    text = "x" * 290 + " sk-abcDEF1234567890xyz"
    assert quoted(text) == ("x" * 290 + " [redacted:api-key]")[:300]


def test_a_lone_surrogate_in_a_quote_can_be_hashed(finding: Callable[..., Finding]) -> None:
    assert finding(quote=quoted("a\ud800")).quote_sha256
