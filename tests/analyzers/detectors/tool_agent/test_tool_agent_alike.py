"""Texts that say nearly the same."""

from hypothesis import given
from hypothesis import strategies as st

from analyzers.detectors.tool_agent.alike import is_alike, is_like_one_of

TEXT = "your order of two lamps was sent on monday and should be with you before the end of the week"


def test_nearly_the_same_words_are_alike_and_others_are_not() -> None:
    assert is_like_one_of("well, " + TEXT, ["something else", TEXT], 0.85)
    assert not is_like_one_of(TEXT, [], 0.85)
    assert not is_like_one_of(TEXT, [TEXT * 3], 0.85)
    assert not is_like_one_of(TEXT, [" ".join(reversed(TEXT)) for _ in range(2)], 0.85)


@given(st.text(alphabet="abc ", min_size=60), st.text(alphabet="abc ", min_size=60))
def test_being_alike_has_no_direction(one: str, other: str) -> None:
    assert is_alike(one, other, 0.5) == is_alike(other, one, 0.5)
    assert is_like_one_of(one, [one], 0.85)
