"""Tokens of conditions."""

import pytest

from runtime.rules.condition_tokens import closing, text_at, text_of_literal, tokens_of


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


@pytest.mark.parametrize(
    ("source", "texts"),
    [
        ('r"\\" + "b"', ['r"\\"', "+", '"b"']),
        ('"\\"" + b', ['"\\""', "+", "b"]),
        ("R'\\'.all(", ["R'\\'", ".", "all", "("]),
        ('"""\\"""" + b', ['"""\\""""', "+", "b"]),
        ("1.all(", ["1", ".", "all", "("]),
        ("0x1F.map(1.5e-3u)", ["0x1F", ".", "map", "(", "1.5e-3u", ")"]),
    ],
    ids=["raw", "escaped", "raw single", "triple", "method of a number", "numbers"],
)
def test_a_text_ends_where_cel_ends_it(source: str, texts: list[str]) -> None:
    assert [token.text for token in tokens_of(source)] == texts


def test_comments_come_where_asked_for() -> None:
    assert [token.kind for token in tokens_of("a // b\n.c", comments=True)] == ["name", "comment", "sign", "name"]


def test_a_bracket_is_closed_by_its_own() -> None:
    tokens = list(tokens_of("f([a, {b: c}], d)[0"))
    assert closing(tokens, 1) == tokens.index(next(token for token in tokens if token.text == ")"))
    assert closing(tokens, len(tokens) - 2) == len(tokens)
