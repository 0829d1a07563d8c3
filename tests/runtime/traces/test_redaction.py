"""Secrets leave no trace; evidence stays byte for byte."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runtime.traces.redaction import redact, redact_text

PEM = "-----BEGIN RSA PRIVATE KEY-----\nMIIEpAIBAAKCAQEA7\nabc/def+ghi=\n-----END RSA PRIVATE KEY-----"
JWT = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.SflKxwRJSMeKKF2QT4fwpMeJf36POk6yJV_adQssw5c"

SECRETS = [
    pytest.param("key sk-abcDEF1234567890xyz end", "sk-abcDEF", "[redacted:api-key]", id="openai"),
    pytest.param("sk-proj-AbCd_1234-EFGH5678ijkl", "AbCd_1234", "[redacted:api-key]", id="openai-project"),
    pytest.param("curl -H 'Authorization: Bearer abc123'", "abc123", "[redacted:authorization]", id="header-bearer"),
    pytest.param("authorization: Basic dXNlcjpwYXNz", "dXNlcjpwYXNz", "[redacted:authorization]", id="header-basic"),
    pytest.param('{"Authorization": "Bearer q1w2e3r4"}', "q1w2e3r4", "[redacted:authorization]", id="header-json"),
    pytest.param("sent Bearer q1w2e3r4t5y6 to it", "q1w2e3", "Bearer [redacted:bearer]", id="bearer"),
    pytest.param("AKIAIOSFODNN7EXAMPLE", "IOSFODNN7", "[redacted:aws-key]", id="aws-id"),
    pytest.param("aws_secret_access_key = wJalrXUtnFEMI/K7MDENG", "wJalr", "[redacted:secret]", id="aws-secret"),
    pytest.param("ghp_" + "a1B2" * 9, "a1B2a1B2", "[redacted:github-token]", id="github"),
    pytest.param("github_pat_11ABCDEFG0123456789_abc", "11ABCDEFG", "[redacted:github-token]", id="github-fine"),
    pytest.param("glpat-abcdEFGH12345678ijkl", "abcdEFGH", "[redacted:gitlab-token]", id="gitlab"),
    pytest.param("xoxb-123456789012-abcdefGHIJ", "123456789012", "[redacted:slack-token]", id="slack"),
    pytest.param(
        "https://hooks.slack.com/services/T00/B00/XXyyZZ", "XXyyZZ", "[redacted:slack-token]", id="slack-hook"
    ),
    pytest.param("GET /v1?api_key=hunter22&x=1", "hunter22", "api_key=[redacted:secret]&x=1", id="query"),
    pytest.param("OPENAI_API_KEY=local-secret", "local-secret", "[redacted:secret]", id="environment"),
    pytest.param('{"apiKey": "local-secret"}', "local-secret", '"apiKey": "[redacted:secret]"', id="json-field"),
    pytest.param('{\\"password\\": \\"hunter\\"}', "hunter", "[redacted:secret]", id="escaped-json-field"),
    pytest.param("password: hunter2!x", "hunter2", "password: [redacted:secret]", id="yaml-field"),
    pytest.param("?token=abcdefghijkl1", "abcdefghijkl1", "[redacted:secret]", id="token"),
    pytest.param(f"a {PEM} b", "MIIEpAIBAAKCAQEA7", "a [redacted:private-key] b", id="pem"),
    pytest.param(PEM[:50], "MIIEp", "[redacted:private-key]", id="pem-cut-off"),
    pytest.param(f"jwt={JWT}.", "SflKxwRJ", "[redacted:jwt]", id="jwt"),
    pytest.param("git clone https://me:s3cr%t@host/x", "s3cr%t", "://me:[redacted:password]@host/x", id="url"),
    pytest.param("Set-Cookie: sid=abc; Path=/", "sid=abc", "Set-Cookie: [redacted:cookie]", id="cookie"),
]

UNTOUCHED = [
    "The student asks for the key finding; the bearer of this letter is responsible.",
    "Bearer authentication is required. Authorization: see the manual. Password: required.",
    "a1b2c3d4" * 8,
    "artifact://sha256/" + "0123456789abcdef" * 4,
    "run-2024-01-01/tutor.cxr-01/t1:3:call-2",
    "risk-assessment-of-many-patients-in-2024 task-1234567890123",
    "prompt_tokens: 1234, max_tokens=4096, idempotency_key: e1:3:c1",
    "https://example.org:8080/a@b?x=1 and me@example.org at 12:30",
    "In Asia, AIDA scores were token gestures: a secret=no",
    "the keys of sk-learn; api_key: str; password: None",
]


@pytest.mark.parametrize(("text", "secret", "kept"), SECRETS)
def test_a_secret_is_replaced_and_its_surroundings_stay(text: str, secret: str, kept: str) -> None:
    redacted = redact_text(text)
    assert secret not in redacted
    assert kept in redacted
    assert redact_text(redacted) == redacted


@pytest.mark.parametrize("text", UNTOUCHED)
def test_prose_hashes_and_references_are_untouched(text: str) -> None:
    assert redact_text(text) == text


FRAGMENTS = [str(param.values[0]) for param in SECRETS] + [
    "=",
    ":",
    " ",
    '"',
    "Bearer ",
    "password=",
    "[redacted:",
    "]",
]


@given(st.lists(st.sampled_from(FRAGMENTS) | st.text(max_size=6), max_size=6).map("".join))
def test_redacting_twice_changes_nothing_more(text: str) -> None:
    once = redact_text(text)
    assert redact_text(once) == once


def test_a_structure_is_redacted_to_its_leaves_and_keys() -> None:
    value = {"headers": {"X-Api-Key": "short", "n": 1}, "list": ["Bearer q1w2e3r4t5y6"], "pair": ("a", None)}
    assert redact(value) == {
        "headers": {"X-Api-Key": "[redacted:secret]", "n": 1},
        "list": ["Bearer [redacted:bearer]"],
        "pair": ("a", None),
    }
    assert value["headers"] == {"X-Api-Key": "short", "n": 1}
    assert redact(redact(value)) == redact(value)


def test_secrets_used_as_keys_keep_both_values() -> None:
    value = {"sk-abcDEF1234567890xyz": 1, "sk-abcDEF1234567890abc": 2}
    assert redact(value) == {"[redacted:api-key]": 1, "[redacted:api-key] (2)": 2}


def test_a_secret_field_is_blanked_whatever_its_type() -> None:
    assert redact({"password": 1234, "cookie": ["a", ""], "api_key": None}) == {
        "password": "[redacted:password]",
        "cookie": ["[redacted:cookie]", ""],
        "api_key": None,
    }


@pytest.mark.parametrize(
    "text",
    [
        "://" * 60_000,
        "password" * 20_000,
        "bearer " + "a-" * 80_000,
        "-----BEGIN PRIVATE KEY-----" * 5_000,
        "eyJ" * 60_000,
    ],
    ids=["url", "password", "bearer", "pem", "jwt"],
)
def test_a_hostile_text_costs_no_more_than_a_moment(text: str) -> None:
    began = time.perf_counter()
    redact_text(text)
    assert time.perf_counter() - began < 2.0
