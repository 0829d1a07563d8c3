"""The forge of the settings, and what it is asked with."""

from pathlib import Path

import pytest

from ace.config.forge_settings import ForgeSettings
from ace.forges.build_forge import build_forge, forge_setup
from ace.forges.errors import ForgeSetupError
from tests.forge_server import PROJECT, TOKEN

_ENVIRON = {"GITHUB_TOKEN": TOKEN, "GITLAB_TOKEN": TOKEN}


@pytest.fixture(autouse=True)
def _no_proxies(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HTTPS_PROXY", "HTTP_PROXY", "ALL_PROXY", "https_proxy", "http_proxy", "all_proxy"):
        monkeypatch.delenv(name, raising=False)


@pytest.mark.parametrize(("kind", "header"), [("github", "Authorization"), ("gitlab", "PRIVATE-TOKEN")])
def test_each_forge_takes_the_token_in_its_own_header(tmp_path: Path, kind: str, header: str) -> None:
    settings = ForgeSettings.model_validate({"kind": kind, "project": PROJECT})
    setup, project = forge_setup(settings, _ENVIRON, tmp_path, "origin")
    assert (setup.token_header, project) == (header, PROJECT)
    assert TOKEN not in repr(setup)
    forge = build_forge(settings, _ENVIRON, tmp_path, "origin")
    assert forge.project == PROJECT
    forge.close()


@pytest.mark.parametrize("content", [None, b"no certificate"], ids=["missing", "broken"])
def test_a_ca_bundle_that_cannot_be_read_says_so(tmp_path: Path, content: bytes | None) -> None:
    if content is not None:
        (tmp_path / "ca.pem").write_bytes(content)
    settings = ForgeSettings(kind="gitlab", project=PROJECT, ca_bundle="ca.pem")
    with pytest.raises(ForgeSetupError, match=r"forge\.ca_bundle .*ca\.pem: no certificates"):
        build_forge(settings, _ENVIRON, tmp_path, "origin")


def test_a_proxy_that_is_none_is_named_without_its_password(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HTTPS_PROXY", "gopher://user:hunter2@proxy.example:1")
    with pytest.raises(ForgeSetupError, match="HTTPS_PROXY") as caught:
        build_forge(ForgeSettings(kind="github", project=PROJECT), _ENVIRON, tmp_path, "origin")
    assert "hunter2" not in str(caught.value)
