"""The API's address: where a token may go."""

import pytest

from ace.config.forge_settings import ForgeSettings
from ace.forges.api_address import api_address, graphql_address
from ace.forges.errors import ForgeSetupError


@pytest.mark.parametrize(
    ("kind", "api", "expected"),
    [
        ("github", None, "https://api.github.com"),
        ("gitlab", None, "https://gitlab.com/api/v4"),
        ("github", "https://ghe.example/api/v3/", "https://ghe.example/api/v3"),
        ("gitlab", "https://git.example:8443/gitlab/api/v4", "https://git.example:8443/gitlab/api/v4"),
        ("gitlab", "http://127.0.0.1:8080/api/v4", "http://127.0.0.1:8080/api/v4"),
    ],
)
def test_the_address(kind: str, api: str | None, expected: str) -> None:
    assert api_address(ForgeSettings.model_validate({"kind": kind, "api": api})) == expected


@pytest.mark.parametrize(
    ("api", "words"),
    [
        ("http://git.example/api/v4", "unencrypted; write https://"),
        ("https://user:hunter2@git.example/api/v4", "must hold no user"),
        ("https://git.example/api/v4?private_token=hunter2", "must hold no user, password, query"),
        ("ftp://git.example", "not an http"),
        ("git.example/api/v4", "not an http"),
        ("https://git.example/ api", "not an http"),
        ("https://[bad", "not an http"),
    ],
)
def test_an_address_that_would_give_the_token_away_is_refused(api: str, words: str) -> None:
    with pytest.raises(ForgeSetupError, match=words) as caught:
        api_address(ForgeSettings(kind="gitlab", api=api))
    assert "hunter2" not in str(caught.value)


@pytest.mark.parametrize(
    ("api", "expected"),
    [
        ("https://api.github.com", "https://api.github.com/graphql"),
        ("https://ghe.example/api/v3", "https://ghe.example/api/graphql"),
    ],
)
def test_graphql_is_beside_rest(api: str, expected: str) -> None:
    assert graphql_address(api) == expected
