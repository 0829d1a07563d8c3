"""What of a recorded decision can stand in a reviewed file."""

import pytest

from ace.curator.writable_case import is_writable, without_forbidden
from runtime.contracts.rule import RuleCase


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("Paid in full: 40 %.\nThank you.", True, id="plain"),
        pytest.param("Grüße \U0001f44d", True, id="letters and one emoji"),
        pytest.param("\U0001f468\u200d\U0001f469", False, id="a joined emoji"),
        pytest.param("a\u202eb", False, id="a bidirectional mark"),
        pytest.param("\x1b[31mred", False, id="an escape"),
        pytest.param("x" * 70_000, False, id="larger than a file may be"),
    ],
)
def test_a_text_is_writable_when_a_file_with_it_reads_back(text: str, expected: bool) -> None:
    assert is_writable(RuleCase(action={"name": "PAY", "text": text})) is expected


def test_forbidden_characters_are_left_out_of_texts_names_and_lists() -> None:
    case = RuleCase(
        action={"text": "a\u200db", "amount": 4.0, "arguments": {"k\u202ey": ["\x1b[0m", True]}},
        state={"claim": {"note": "as it is"}},
    )
    cleaned = without_forbidden(case)
    assert cleaned.action == {"text": "ab", "amount": 4.0, "arguments": {"ky": ["[0m", True]}}
    assert cleaned.state == case.state
    assert is_writable(cleaned)
