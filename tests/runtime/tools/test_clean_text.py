import pytest

from runtime.tools.clean_text import MAX_SUMMARY_CHARS, clean_text


@pytest.mark.parametrize(
    ("text", "cleaned"),
    [
        ("plain text, 5 °C, é, 肝", "plain text, 5 °C, é, 肝"),
        ("a\x1b[31mred\x07", "a[31mred"),
        ("zero\u200bwidth\u2060\ufeff", "zerowidth"),
        ("bidi\u202eabc\u2066", "bidiabc"),
        ("tag" + "".join(chr(0xE0000 + ord(char)) for char in "obey"), "tag"),
        ("variation\ufe0f\U000e0101", "variation"),
        ("lone\ud800surrogate", "lonesurrogate"),
        ("private\ue000", "private"),
        ("line\nbreak\r\n\tand\u2028more", "line break and more"),
        ("", ""),
    ],
    ids=["plain", "escape", "zero-width", "bidi", "tags", "variation", "surrogate", "private", "breaks", "empty"],
)
def test_only_what_can_be_seen_is_left(text: str, cleaned: str) -> None:
    assert clean_text(text) == cleaned


def test_a_secret_split_by_hidden_characters_is_still_redacted() -> None:
    secret = "sk-proj-" + "Ab1" * 14
    hidden = secret[:10] + "\u200b" + secret[10:]
    assert secret not in clean_text(f"key {hidden} end")
    assert "[redacted:" in clean_text(f"key {hidden} end")


def test_long_text_is_cut_and_marked() -> None:
    text = clean_text("word " * 1000)
    assert len(text) == MAX_SUMMARY_CHARS
    assert text.endswith("...")


def test_a_cut_does_not_leave_half_a_secret() -> None:
    secret = "sk-proj-" + "Ab1" * 14
    assert "Ab1" not in clean_text("x" * (MAX_SUMMARY_CHARS - 20) + " " + secret)


@pytest.mark.parametrize("filler", ["\u200b" * 99_990, "word " * 19_998], ids=["hidden", "visible"])
def test_megabytes_are_cut_before_they_are_read_and_leave_no_half_secret(filler: str) -> None:
    secret = "sk-proj-" + "Ab1" * 14
    text = clean_text(f"seen {filler}{secret} " + "x" * 20_000_000)
    assert text.startswith("seen")
    assert "Ab1" not in text
    assert text.endswith("...")
