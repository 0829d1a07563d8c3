"""Error answers in words; most of them are seen through `open_requests`."""

import json

import pytest

from ace.forges.errors import ForgeAnswerError, ForgeDeniedError, ForgeDownError, ForgeMissingError, ForgeRefusedError
from ace.forges.forge_token import ForgeToken
from ace.forges.http_exchange import HttpAnswer, HttpSetup
from ace.forges.refusals import parse_json, refusal, what_it_said
from tests.forge_server import TOKEN

_SETUP = HttpSetup("https://forge.example/api", ForgeToken(TOKEN, "GITHUB_TOKEN"), "Authorization", "Bearer ", {}, 5.0)


def _answer(status: int, body: object) -> HttpAnswer:
    return HttpAnswer(status, {}, body if isinstance(body, bytes) else json.dumps(body).encode())


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ({"message": "Not Found"}, "Not Found"),
        ({"message": ["a", "b"]}, "a; b"),
        ({"message": {"title": ["is too long"]}}, "title: is too long"),
        ({"error": "insufficient_scope", "error_description": "higher"}, "insufficient_scope; higher"),
        ({"message": "V", "errors": [{"resource": "Pull", "field": "head", "code": "bad"}]}, "V; Pull head bad"),
        ({"message": "V", "errors": ["plain", 7, {"message": "m"}]}, "V; plain; m"),
        ({"message": f"bad {TOKEN}\x1b[31m"}, "bad [redacted:forge-token]\\x1b[31m"),
        ({"message": "x" * 999}, "x" * 300),
        ([], ""),
        (b"<html>", ""),
        (b"", ""),
    ],
)  # fmt: skip
def test_what_the_forge_said(body: object, expected: str) -> None:
    assert what_it_said(_answer(400, body), _SETUP) == expected


@pytest.mark.parametrize(
    ("status", "body", "kind"),
    [
        (401, {}, ForgeDeniedError),
        (403, {}, ForgeDeniedError),
        (404, {}, ForgeMissingError),
        (409, {}, ForgeRefusedError),
        (422, {}, ForgeRefusedError),
        (500, b"<html>", ForgeDownError),
        (400, b"<html>", ForgeAnswerError),
        (304, {}, ForgeRefusedError),
    ],
)
def test_each_status_has_its_error(status: int, body: object, kind: type[Exception]) -> None:
    found = refusal(_answer(status, body), _SETUP, "pull request 7")
    assert type(found) is kind
    assert "forge.example" in str(found)


def test_an_empty_body_is_no_value_and_depth_is_no_crash() -> None:
    assert parse_json(_answer(204, b" \n")) is None
    with pytest.raises(ValueError, match="nested"):
        parse_json(_answer(200, b"[" * 100_000))
