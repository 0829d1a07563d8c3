"""The token is read once and shown never."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ace.config.forge_settings import ForgeSettings
from ace.forges.errors import ForgeSetupError
from ace.forges.forge_token import ForgeToken, find_token

_TOKENS = st.text(st.characters(min_codepoint=33, max_codepoint=126), min_size=8, max_size=60)


def test_each_forge_has_its_variable_and_the_setting_wins() -> None:
    environ = {"GITHUB_TOKEN": "aaaaaaaa1", "GITLAB_TOKEN": "bbbbbbbb2", "OURS": " cccccccc3\n"}
    assert find_token(ForgeSettings(kind="github"), environ).reveal() == "aaaaaaaa1"
    assert find_token(ForgeSettings(kind="gitlab"), environ).reveal() == "bbbbbbbb2"
    assert find_token(ForgeSettings(kind="gitlab", token_env="OURS"), environ).reveal() == "cccccccc3"


@pytest.mark.parametrize("value", ["", "  ", "brief", "with space inside", "smörgåsbord", "line\nbreak-in-it"])
def test_what_is_no_token_is_refused_without_quoting_it(value: str) -> None:
    with pytest.raises(ForgeSetupError, match="GITHUB_TOKEN") as caught:
        find_token(ForgeSettings(kind="github"), {"GITHUB_TOKEN": value})
    assert not value.strip() or value not in str(caught.value)


@given(_TOKENS, st.text(max_size=30), st.text(max_size=30))
def test_no_text_keeps_the_token(value: str, before: str, after: str) -> None:
    token = ForgeToken(value, "GITHUB_TOKEN")
    assert value not in token.scrub(f"{before} {value} {after}").replace("[redacted:forge-token]", "")


def test_neither_repr_nor_format_shows_it() -> None:
    token = ForgeToken("aaaaaaaa1", "GITHUB_TOKEN")
    assert [f"{token}", repr(token), str([token])] == [*["ForgeToken(GITHUB_TOKEN)"] * 2, "[ForgeToken(GITHUB_TOKEN)]"]


def test_the_spelling_of_an_address_is_hidden_too() -> None:
    assert ForgeToken("a/b+c=d/e", "X").scrub("?t=a%2Fb%2Bc%3Dd%2Fe") == "?t=[redacted:forge-token]"
