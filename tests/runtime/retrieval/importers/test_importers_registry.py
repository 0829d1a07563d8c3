import pytest

from runtime.retrieval.importers.registry import known_formats, line_format


@pytest.mark.parametrize(
    ("keys", "name"),
    [
        ({"module", "title", "paragraphs"}, "openstax"),
        ({"q", "a", "focus", "qtype", "url", "src"}, "medquad"),
        ({"q", "a", "text"}, "medquad"),
        ({"text"}, "texts"),
        ({"id", "text", "more"}, "texts"),
    ],
)
def test_a_line_is_known_by_its_keys(keys: set[str], name: str) -> None:
    found = line_format(keys)
    assert found is not None
    assert found.name == name


@pytest.mark.parametrize("keys", [set(), {"q"}, {"body"}], ids=str)
def test_other_keys_are_in_no_format(keys: set[str]) -> None:
    assert line_format(keys) is None


def test_the_formats_can_be_listed() -> None:
    assert known_formats() == "openstax (module, paragraphs); medquad (a, q); texts (text)"
