"""The forge section of ace.yaml."""

import pytest
from pydantic import ValidationError

from ace.config.forge_settings import ForgeSettings


def test_by_default_there_is_no_forge() -> None:
    assert (ForgeSettings().kind, ForgeSettings().labels) == ("none", ("ace",))


@pytest.mark.parametrize(
    ("kind", "given", "name"),
    [("github", None, "GITHUB_TOKEN"), ("gitlab", None, "GITLAB_TOKEN"), ("gitlab", "CI_TOKEN", "CI_TOKEN")],
)
def test_the_variable_of_the_token(kind: str, given: str | None, name: str) -> None:
    assert ForgeSettings.model_validate({"kind": kind, "token_env": given}).token_name == name


@pytest.mark.parametrize(
    "value",
    [
        {"token_env": "ghp_0123456789abcdefghijklmnopqrstuvwxyz"},
        {"token_env": "glpat-0123456789"},
        {"project": "alone"},
        {"project": "a/b c"},
        {"project": "https://github.com/a/b"},
        {"labels": ("a,b",)},
        {"labels": ("x" * 51,)},
        {"timeout_s": 0},
        {"wait_s": -1},
        {"token": "abc"},
    ],
)
def test_what_cannot_be_used_is_refused(value: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        ForgeSettings.model_validate(value)
