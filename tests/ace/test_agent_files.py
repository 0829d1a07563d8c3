"""Which files of the repository an agent is made of, read from its source without running it."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from ace.agent_files import agent_files, unusable_files

FILES = {
    "agent.py": "import helpers\nfrom shop import orders\nimport json\n",
    "helpers.py": "from shop.prices import of\n",
    "unused.py": "",
    "shop/__init__.py": "",
    "shop/orders.py": "from . import tax\nfrom .deep.book import page\n",
    "shop/prices.py": "",
    "shop/tax.py": "import agent\n",
    "shop/deep/__init__.py": "",
    "shop/deep/book.py": "from ..prices import of\n",
    "shop/__main__.py": "from shop import tax\n",
    "scripts/run.py": "import beside\n",
    "scripts/beside.py": "",
    "broken.py": "def (:\n",
    "prompts/a.md": "",
    "prompts/__pycache__/a.pyc": "",
}
AGENT = {
    *("agent.py", "helpers.py", "shop/__init__.py", "shop/orders.py", "shop/prices.py", "shop/tax.py"),
    *("shop/deep/__init__.py", "shop/deep/book.py"),
}


@pytest.fixture
def repo(tmp_path: Path) -> Path:
    """A repository with those files."""
    for name, text in FILES.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return tmp_path


def _found(repo: Path, path: str = "", command: Sequence[str] = (), others: Sequence[str] = ()) -> set[str]:
    return {one.relative_to(repo.resolve()).as_posix() for one in agent_files(repo, path, command, others)}


@pytest.mark.parametrize(
    ("path", "command", "others", "expected"),
    [
        pytest.param("agent:run", (), (), AGENT, id="all that a module imports, round in a circle too"),
        pytest.param("shop.tax:run", (), (), AGENT, id="a module of a package, with the package's own file"),
        pytest.param("json:loads", (), (), set(), id="an installed module"),
        pytest.param("no.such:thing", (), (), set(), id="a module that is not there"),
        pytest.param("", ("python3", "agent.py", "--fast"), (), AGENT, id="a script"),
        pytest.param("", ("python3", "scripts/run.py"), (), {"scripts/run.py", "scripts/beside.py"}, id="beside it"),
        pytest.param("", ("python3", "-m", "shop"), (), {*AGENT, "shop/__main__.py"}, id="a package that is run"),
        pytest.param("", ("python3", "broken.py"), (), {"broken.py"}, id="a file that will not run"),
        pytest.param("", ("sh", "-c", "true"), (), set(), id="no file at all"),
        pytest.param("", ("cat", "/etc/passwd", "../x"), (), set(), id="outside"),
        pytest.param("", (), ("prompts",), {"prompts/a.md"}, id="a folder of data, without what runs left"),
        pytest.param("", (), ("prompts/a.md", "gone", "/etc"), {"prompts/a.md"}, id="a file of data"),
    ],
)
def test_what_an_agent_is_made_of(
    repo: Path, path: str, command: Sequence[str], others: Sequence[str], expected: set[str]
) -> None:
    assert _found(repo, path, command, others) == expected


@pytest.mark.parametrize(
    ("other", "says"),
    [
        pytest.param("nope", "'nope' does not exist", id="missing"),
        pytest.param("../../etc", "'../../etc' lies outside the repository", id="above it"),
        pytest.param("/etc", "'/etc' lies outside", id="absolute"),
        pytest.param("link", "'link' lies outside", id="a link that leads out"),
        pytest.param("empty", "'empty' holds no file", id="an empty folder"),
    ],
)
def test_a_named_file_that_is_not_watched_is_said(repo: Path, other: str, says: str) -> None:
    (repo / "empty").mkdir()
    (repo / "link").symlink_to("/etc")
    (found,) = unusable_files(repo, ["prompts", "agent.py", other])
    assert found.startswith(says)


def test_files_and_folders_that_are_there_are_fine(repo: Path) -> None:
    assert unusable_files(repo, ["prompts", "agent.py", "./shop"]) == ()
