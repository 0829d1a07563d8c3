"""Tabs that stand between values."""

import pytest

from runtime.rules.yaml_tabs import Stretch, find_separating_tab

QUOTED = "a: 'x\ty' # c\td\nb: 'z'"


@pytest.mark.parametrize(
    ("text", "texts", "offset"),
    [
        (QUOTED, [Stretch(3, 8), Stretch(18, 21)], None),
        (QUOTED, [], 5),
        ("a: 'x'\t# c", [Stretch(3, 6)], 6),
        ("a: 'x' #\tc", [Stretch(3, 6)], None),
        ("a: ' # '\tb", [Stretch(3, 8)], 8),
        ("# c\t\n\tb", [], 5),
        ("a#\tb", [], 2),
        ("a: b\n#\tc", [], None),
        ("no tab", [], None),
    ],
)
def test_the_first_tab_outside_of_texts_and_comments(text: str, texts: list[Stretch], offset: int | None) -> None:
    assert find_separating_tab(text, texts) == offset
