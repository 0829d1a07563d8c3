"""One word, or the order of words, can be the difference."""

import pytest

from ace.playbook.duplicates.word_difference import word_difference


@pytest.mark.parametrize(
    ("left", "right", "why"),
    [
        ("look at liver", "look at spleen", "words: liver | spleen"),
        ("show knee joint again", "show hip socket again", "words: knee joint | hip socket"),
        ("show aorta", "show optic disc", "words: aorta | optic disc"),
        ("a b c d e f", "g h i j e f", ""),
        ("examine liver now", "examination liver now", ""),
        ("web fails ask database", "ask database web fails", ""),
        ("ask database when web", "ask web when database", "order of words"),
        ("pain fever", "fever pain", "order of words"),
        ("ask pain", "ask chest pain", ""),
        ("", "", ""),
    ],
)
def test_differences(left: str, right: str, why: str) -> None:
    assert word_difference(left.split(), right.split()) == why
