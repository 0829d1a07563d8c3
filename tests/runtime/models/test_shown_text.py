import pytest

from runtime.models.shown_text import encodable, shown


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a\n b\t c", "a b c"),
        ("\x1b[31mred\x07", "[31mred"),
        ("x" * 11, "x" * 10 + "..."),
        ("x" * 10, "x" * 10),
        ("evil\u202etxt", "evil txt"),
    ],
    ids=["one line", "terminal escapes", "cut", "just fits", "bidi"],
)
def test_foreign_text_is_one_printable_bounded_line(text: str, expected: str) -> None:
    assert shown(text, 10) == expected


def test_lone_surrogates_become_question_marks_and_the_rest_stays() -> None:
    assert encodable("a\ud800b \U0001f9ea \u00e9") == "a?b \U0001f9ea \u00e9"
