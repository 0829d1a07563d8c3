"""JSON's words for kinds of values."""

import pytest

from runtime.traces.formats.json_kind import json_kind


@pytest.mark.parametrize(
    ("value", "kind"),
    [
        (None, "null"),
        (True, "true or false"),
        (1, "number"),
        (1.5, "number"),
        ("", "string"),
        ([], "list"),
        ({}, "object"),
    ],
)
def test_kinds(value: object, kind: str) -> None:
    assert json_kind(value) == kind
