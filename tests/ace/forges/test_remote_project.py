"""Which project a remote's address names."""

import subprocess
from pathlib import Path

import pytest

from ace.config.forge_settings import ForgeSettings
from ace.forges.errors import ForgeSetupError
from ace.forges.remote_project import RemoteAddress, find_project, parse_address


@pytest.mark.parametrize(
    ("url", "host", "path"),
    [
        ("git@github.com:acme/tutor.git", "github.com", "acme/tutor"),
        ("github.com:acme/tutor", "github.com", "acme/tutor"),
        ("ssh://git@github.com/acme/tutor.git", "github.com", "acme/tutor"),
        ("ssh://git@ssh.github.com:443/acme/tutor.git", "ssh.github.com", "acme/tutor"),
        ("https://github.com/acme/tutor", "github.com", "acme/tutor"),
        ("https://github.com/acme/tutor/", "github.com", "acme/tutor"),
        ("https://user:pass@Git.Corp.Example:8443/a/b/c/tutor.git", "git.corp.example", "a/b/c/tutor"),
        ("git@gitlab.example:group/sub/tutor.git", "gitlab.example", "group/sub/tutor"),
        ("ssh://git@[2001:db8::1]:2222/group/tutor.git", "2001:db8::1", "group/tutor"),
        ("git@[2001:db8::1]:group/tutor.git", "2001:db8::1", "group/tutor"),
        ("git://host.example/a/b.git", "host.example", "a/b"),
    ],
)  # fmt: skip
def test_an_address_names_host_and_path(url: str, host: str, path: str) -> None:
    assert parse_address(url) == RemoteAddress(host, path)


@pytest.mark.parametrize(
    "url",
    ["/srv/git/tutor.git", "../tutor.git", "file:///srv/git/tutor.git", "C:/git/tutor.git", "https://github.com/",
     "https://github.com/alone", "git@github.com:../../x", "", "https://[bad/a/b"],
)  # fmt: skip
def test_a_folder_or_half_an_address_names_none(url: str) -> None:
    assert parse_address(url) is None


def _repository(folder: Path, url: str) -> Path:
    subprocess.run(["git", "init", "-q", str(folder)], check=True, capture_output=True)
    subprocess.run(["git", "-C", str(folder), "remote", "add", "origin", url], check=True, capture_output=True)
    return folder


def test_the_project_is_read_from_the_remote(tmp_path: Path) -> None:
    repo = _repository(tmp_path, "git@github.com:acme/tutor.git")
    assert find_project(ForgeSettings(kind="github"), repo, "origin") == "acme/tutor"


def test_the_setting_wins(tmp_path: Path) -> None:
    repo = _repository(tmp_path, "git@work-alias:acme/tutor.git")
    assert find_project(ForgeSettings(kind="github", project="acme/other"), repo, "origin") == "acme/other"


@pytest.mark.parametrize("kind", ["github", "gitlab"])
def test_a_token_never_goes_to_the_public_api_for_another_host(tmp_path: Path, kind: str) -> None:
    repo = _repository(tmp_path, "https://user:hunter2@git.corp.example/acme/tutor.git")
    settings = ForgeSettings.model_validate({"kind": kind})
    with pytest.raises(
        ForgeSetupError, match=r"set forge\.api, for example https://git\.corp\.example/api/v"
    ) as caught:
        find_project(settings, repo, "origin")
    assert "hunter2" not in str(caught.value)
    with_api = settings.model_copy(update={"api": "https://git.corp.example/api/v9"})
    assert find_project(with_api, repo, "origin") == "acme/tutor"


@pytest.mark.parametrize(
    ("url", "words"),
    [("/srv/git/tutor.git", "names no project"), ("git@github.com:group/sub/tutor.git", "no repository of GitHub")],
    ids=["folder", "subgroup"],
)
def test_what_cannot_be_a_project_says_what_to_set(tmp_path: Path, url: str, words: str) -> None:
    with pytest.raises(ForgeSetupError, match=words):
        find_project(ForgeSettings(kind="github"), _repository(tmp_path, url), "origin")


def test_no_such_remote(tmp_path: Path) -> None:
    repo = _repository(tmp_path, "git@github.com:acme/tutor.git")
    with pytest.raises(ForgeSetupError, match="no remote 'upstream'"):
        find_project(ForgeSettings(kind="github"), repo, "upstream")
