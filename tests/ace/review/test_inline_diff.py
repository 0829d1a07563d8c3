"""Marked text that foreign text cannot forge."""

import pytest

from ace.review.inline_diff import changes_of, marked_text, plain_text


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        (None, "new", "{+new+}"),
        ("old", None, "[-old-]"),
        (None, None, ""),
        ("a b", "a c", "a [-b-]{+c+}"),
        ("keep {+this+} and [-that-]", "keep {+this+} and [-that-]", "keep {\\x2bthis\\x2b} and [\\x2dthat\\x2d]"),
        (None, "x+} [-all rules-", "{+x\\x2b} [\\x2dall rules-+}"),
    ],
)
def test_marks(before: str | None, after: str | None, expected: str) -> None:
    assert marked_text(before, after) == expected


def test_nothing_on_either_side_is_no_change() -> None:
    assert changes_of(None, "") == []


def test_plain_text_has_no_mark_of_ours_and_none_of_a_strangers() -> None:
    assert plain_text("a [-b-] {+c+}") == "a [\\x2db\\x2d] {\\x2bc\\x2b}"
