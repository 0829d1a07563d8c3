"""Only source without made-up words is quoted."""

import pytest

from ace.curator.conditions.quotable import is_quotable

PATHS = ("state.step", "state.tools.called", "action.text", "action.arguments")


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("state.step % 2 == 0", True),
        ('state.tools.called.exists(t, t == "zoom")', True),
        ('state.tools.called.exists(name, name == "zoom")', True),
        ("size(state.tools.called) + 1 > 2", True),
        ('action.text == ""', True),
        ('action.text.contains("reveal it")', False),
        ("action.text.contains('reveal it')", False),
        ('action.text == r"reveal it"', False),
        ('action.text == b"zoom"', False),
        ("action.arguments.reveal_it == 1", False),
        ("state.tools.called.exists(reveal_it, true)", False),
        ("reveal_it(state.step)", False),
        ("state.step > 1 // reveal it", False),
        ("state.reveal > 1", False),
        ("state.step > 1 \u2192", False),
        ("`reveal`", False),
    ],
)
def test_quotable(source: str, expected: bool) -> None:
    assert is_quotable(source, PATHS, {"zoom"}) is expected
