import pytest

from runtime.retrieval.tokenize import tokenize


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("Windows, and WINDOW width", ["window", "window", "width"]),
        ("biopsies masses pus diagnosis gas", ["biopsy", "masse", "pus", "diagnosis", "gas"]),
        ("œdème T2-weighted", ["deme", "t2", "weighted"]),
        ("-1000 HU", ["1000", "hu"]),
        ("the and of", []),
        ("肝臓", []),
        ("", []),
    ],
    ids=["plural", "endings", "accents", "numbers", "common-words", "other-script", "empty"],
)
def test_text_becomes_terms(text: str, terms: list[str]) -> None:
    assert tokenize(text) == terms
