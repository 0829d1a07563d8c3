"""The table of words agrees with itself."""

from ace.sample_import.answer_words import OPPOSITES, SYNONYMS, WHOLES
from ace.sample_import.answers import may_both_be_right


def test_no_word_is_in_two_groups() -> None:
    words = [word for group in SYNONYMS for word in group]
    assert len(words) == len(set(words))


def test_a_group_is_one_thing_whichever_word_is_taken() -> None:
    assert all(may_both_be_right(group[0], word) for group in SYNONYMS for word in group)


def test_parts_are_named_as_they_are_compared() -> None:
    renamed = {word: group[0] for group in SYNONYMS for word in group[1:]}
    assert [word for word in WHOLES if word in renamed] == []


def test_a_part_and_its_whole_may_both_be_right() -> None:
    assert all(may_both_be_right(part, whole) for part, wholes in WHOLES.items() for whole in wholes)


def test_opposites_are_pairs_that_exclude_each_other() -> None:
    for pair in OPPOSITES:
        one, other = sorted(pair)
        assert not may_both_be_right(f"{one} lobe", f"{other} lobe")
