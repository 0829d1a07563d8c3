"""Tokens of conditions."""

import pytest

from runtime.rules.condition_tokens import text_at, text_of_literal, tokens_of


def test_tokens_stand_where_they_are_and_comments_are_none() -> None:
    source = 'a.b >= 1.5 && "x // y" != c // d == e'
    tokens = list(tokens_of(source))
    assert [token.text for token in tokens] == ["a", ".", "b", ">=", "1.5", "&&", '"x // y"', "!=", "c"]
    assert [token.kind for token in tokens[3:7]] == ["sign", "number", "sign", "string"]
    assert all(source[token.start : token.end] == token.text for token in tokens)


def test_an_open_quote_is_a_sign_of_its_own() -> None:
    assert [token.text for token in tokens_of('a == "b')] == ["a", "==", '"', "b"]
    assert next(tokens_of('"a\nb"')).text == '"'


def test_outside_of_the_list_there_is_no_text() -> None:
    tokens = list(tokens_of("a"))
    assert (text_at(tokens, -1), text_at(tokens, 0), text_at(tokens, 1)) == ("", "a", "")


@pytest.mark.parametrize(
    ("literal", "text"),
    [('"a"', "a"), ("'a\\n'", "a\n"), ('r"a\\d"', "a\\d"), ('"""a"""', "a"), ('b"a"', None), ('"\\u12"', None)],
)
def test_a_literal_stands_for_a_text(literal: str, text: str | None) -> None:
    assert text_of_literal(literal) == text
