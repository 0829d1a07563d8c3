"""Words and their forms: the list stays short, and garbage stays out."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ace.curator.wording.vocabulary import plain_words
from ace.curator.wording.words_of import bases, is_known, listed, undone, words_of

LIST = listed("ask try use stop carry box hint do fail open teach student early")
FORMS = "asks asked asking tries tried using uses used stopped stopping carries carried boxes hints teaches"
GARBAGE = "aks askk tryed useing stopt boxs veal zsed unask reask ing ed s opens3"


@pytest.mark.parametrize("word", sorted(listed(FORMS)))
def test_a_form_of_a_listed_word_is_known(word: str) -> None:
    assert is_known(word, LIST)


@pytest.mark.parametrize("word", sorted(listed(GARBAGE)))
def test_what_is_no_form_is_unknown(word: str) -> None:
    assert not is_known(word, LIST)


@pytest.mark.parametrize(
    ("word", "parts"),
    [
        ("Don't", ("do", "not")),
        ("isn’t", ("is", "not")),
        ("can't", ("can", "not")),
        ("student's", ("student",)),
        ("you've", ("you",)),
        ("plain", ("plain",)),
    ],
)
def test_contractions_are_undone(word: str, parts: tuple[str, ...]) -> None:
    assert undone(word) == parts


def test_words_come_in_order_and_lower_case() -> None:
    assert list(words_of("Don't use `web_browser` 3 times.")) == ["do", "not", "use", "web", "browser", "times"]


def test_a_list_is_its_words() -> None:
    assert listed("a b\n c") == {"a", "b", "c"}


@given(st.text(alphabet="bcdfghjklmnpqrstvwxz", min_size=5, max_size=14))
def test_text_without_vowels_is_never_known(word: str) -> None:
    assert not is_known(word, plain_words())


@given(st.text(alphabet="abcdefghijklmnopqrstuvwxyz", min_size=1, max_size=12))
def test_a_base_is_hardly_longer_than_the_word(word: str) -> None:
    assert all(1 < len(base) <= len(word) for base in bases(word))
