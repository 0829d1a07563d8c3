"""Characters of reviewed files: normal writing passes, look-alikes and invisible ones do not."""

import pytest

from runtime.rules.allowed_characters import find_forbidden, find_mixed_script

ALLOWED = [
    "naïve Müller – “quotes” … 5 µm, ≤ 3 °C\ttab\r\n",
    "β-blocker and TGFβ",
    "胸部 X 線",
    "гематома",
    "a\u00a0b",
    "🙂",
]


@pytest.mark.parametrize("text", ALLOWED)
def test_normal_writing_is_allowed(text: str) -> None:
    assert find_forbidden(text) is None
    assert find_mixed_script(text) is None


def test_the_first_forbidden_character_is_named() -> None:
    assert find_forbidden("é\u200b\u200b") == (1, "U+200B", "zero-width character")


LOOKALIKES = {
    "cyrillic a": "rev\u0435al",
    "greek omicron": "n\u03bf",
    "fullwidth": "w\uff45b",
    "mathematical": "re\U0001d42f",
}


@pytest.mark.parametrize("text", LOOKALIKES.values(), ids=LOOKALIKES)
def test_lookalike_letters_within_a_latin_word_are_found(text: str) -> None:
    assert find_mixed_script(f"call {text} first") == text
