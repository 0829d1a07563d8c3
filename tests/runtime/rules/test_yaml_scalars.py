"""What an unquoted scalar means."""

import pytest

from runtime.rules.yaml_scalars import is_ambiguous, read_plain


@pytest.mark.parametrize(
    ("text", "kind", "value"),
    [
        ("", "empty", None),
        ("null", "value", None),
        ("true", "value", True),
        ("-12", "value", -12),
        ("0.5", "value", 0.5),
        ("2026-11-29", "date", "2026-11-29"),
        ("retrieve first", "text", "retrieve first"),
        ("no", "ambiguous", "no"),
        ("12:30:45", "ambiguous", "12:30:45"),
        ("010", "ambiguous", "010"),
        ("0x1F", "ambiguous", "0x1F"),
        ("1_000", "ambiguous", "1_000"),
        ("~", "ambiguous", "~"),
        ("*", "ambiguous", "*"),
        ("&", "ambiguous", "&"),
        ("!", "ambiguous", "!"),
        ("1.0e+308", "value", 1e308),
        ("1.0e+309", "ambiguous", "1.0e+309"),
        ("9" * 19, "ambiguous", "9" * 19),
    ],
    ids=lambda value: repr(value)[:24],
)
def test_a_plain_scalar_is_a_value_a_text_or_refused(text: str, kind: str, value: object) -> None:
    assert read_plain(text) == (kind, value)
    assert type(read_plain(text).value) is type(value)


@pytest.mark.parametrize("text", ["nothing", "yesterday", "1.2.3", "v1", "state.x"])
def test_ordinary_words_need_no_quotes(text: str) -> None:
    assert not is_ambiguous(text)
