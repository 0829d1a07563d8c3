"""Whether a tool's answer is a failure, and of which class."""

import pytest

from runtime.contracts.tool_call import ErrorClass
from runtime.traces.formats.classify_result import NO_JSON, WORDS, classify_result, parsed_result


def verdict(text: str, error: str = "") -> tuple[bool, ErrorClass | None]:
    """Return the verdict on an answer."""
    return classify_result(text, parsed_result(text), error)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "2 rooms are free",
        "No errors were found",
        "Errors: 0",
        "The exception to the rule is Monday",
        '{"error": null, "rooms": 2}',
        '{"success": true}',
        '{"isError": false}',
        '[{"error": "in a list, of one of many"}]',
        "exitcode: 0 (fine)\nprinted: Error: but handled",
        "Errorless",
    ],
)
def test_what_worked(text: str) -> None:
    assert verdict(text) == (True, None)


@pytest.mark.parametrize(
    ("text", "error_class"),
    [
        ("Error: guest not found", "business_failure"),
        ("ERROR the room is taken", "business_failure"),
        (' "Error: quoted"', "business_failure"),
        ("Exception: full", "business_failure"),
        (
            "Traceback (most recent call last):\n  File\nTypeError: f() got an unexpected keyword argument 'x'",
            "invalid_arguments",
        ),
        ('{"error": "invalid date"}', "invalid_arguments"),
        ('{"success": false, "why": "closed"}', "business_failure"),
        ('{"isError": true, "content": "request timed out"}', "timeout"),
        ("exitcode: 1 (failed)\nModuleNotFoundError: No module named 'sheets'", "missing_dependency"),
        ("exitcode: 124\nTimeout", "timeout"),
        ("Error: unknown tool 'bok_room'", "unknown_tool"),
        ("Error: tool book_rom was not found", "unknown_tool"),
        ("Error: HTTP 403", "permission_denied"),
        ("Error: you are not authorized", "permission_denied"),
        ("Error: status code 503", "server_failure"),
        ("Error: connection refused", "server_failure"),
        ("Error: the field date is required", "invalid_arguments"),
        ("Error: no results", "empty_result"),
        ("Error: room 503 is taken", "business_failure"),
    ],
)
def test_what_failed_and_how(text: str, error_class: str) -> None:
    assert verdict(text) == (False, error_class)


def test_the_record_has_the_last_word() -> None:
    assert verdict("all is well", "deadline exceeded") == (False, "timeout")
    assert verdict("all is well", "failed") == (False, "business_failure")


def test_the_end_of_a_long_answer_counts_too() -> None:
    text = "Traceback:\n" + "  a frame\n" * 5000 + "PermissionError: permission denied"
    assert verdict(text) == (False, "permission_denied")


def test_each_class_but_the_last_resort_has_words() -> None:
    assert {name for name, _ in WORDS} | {"business_failure"} == set(ErrorClass.__args__)  # type: ignore[attr-defined]


@pytest.mark.parametrize("text", ["", "  ", "nan", '{"a": NaN}', "{", "plain"])
def test_what_is_no_json(text: str) -> None:
    assert parsed_result(text) is NO_JSON


@pytest.mark.parametrize(
    ("text", "value"), [("null", None), ("3", 3), ('"a"', "a"), ("[1]", [1]), ('{"a":1}', {"a": 1})]
)
def test_what_is_json(text: str, value: object) -> None:
    assert parsed_result(text) == value
