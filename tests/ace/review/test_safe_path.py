"""Only plain relative paths are written."""

import pytest

from ace.review.errors import UnsafePathError
from ace.review.safe_path import check_path


@pytest.mark.parametrize(
    "path",
    [
        pytest.param("", id="empty"),
        pytest.param("/etc/passwd", id="absolute"),
        pytest.param("C:/x", id="drive"),
        pytest.param("a/../../b", id="parent"),
        pytest.param("a/./b", id="dot"),
        pytest.param("a//b", id="empty part"),
        pytest.param("a/", id="folder"),
        pytest.param("-rf", id="option"),
        pytest.param("a/-x.yaml", id="option inside"),
        pytest.param(".git/config", id="git folder"),
        pytest.param("a/.GIT/hooks/pre-commit", id="git folder in capitals"),
        pytest.param("a/.git . /x", id="git folder as Windows sees it"),
        pytest.param("GIT~1/config", id="git folder by its short name"),
        pytest.param(".gitattributes", id="attributes"),
        pytest.param(".github/workflows/x.yml", id="workflow"),
        pytest.param("a\\b", id="backslash"),
        pytest.param("a\nb", id="newline"),
        pytest.param("a\x00b", id="nul"),
        pytest.param("a\u202eb", id="bidi"),
        pytest.param("a/.g\u200dit/x", id="zero-width"),
        pytest.param("a\udc80", id="not Unicode"),
    ],
)
def test_refuses(path: str) -> None:
    with pytest.raises(UnsafePathError, match="write a plain relative path"):
        check_path(path)


@pytest.mark.parametrize(
    "path", ["playbooks/tutor/a/b.yaml", ".ace/evidence/x.json", "playbooks/tutör/日本.yaml", "a-b/c"]
)
def test_accepts(path: str) -> None:
    assert check_path(path) == path
