"""`ace diff` from the command line."""

import json
import os
import pty
import re
import subprocess
import sys
import termios
from collections.abc import Callable
from pathlib import Path

import pytest

from ace.bench.diff_repository import DiffRepository, make_diff_repository
from ace.text.visible_text import display_width
from runtime.contracts.json_types import JsonObject
from tests.conftest import Ran


def test_it_shows_each_open_proposal_and_the_plan(demo_made: tuple[Path, JsonObject], ace: Callable[..., Ran]) -> None:
    folder, value = demo_made
    ran = ace("diff", "-C", str(folder))
    still_open = [item for item in _proposals(value) if item["branch"] != value["merged"]]
    assert ran.code == 0
    assert all(str(item["rule"]) in ran.out for item in still_open)
    assert "Plan: " in ran.out
    assert "\x1b" not in ran.out, "no colour in a pipe"


def test_json_is_one_document_with_a_version(demo_made: tuple[Path, JsonObject], ace: Callable[..., Ran]) -> None:
    value = json.loads(ace("diff", "-C", str(demo_made[0]), "--json").out)
    assert value["schema_version"] == 2
    assert value["proposals"]
    assert value["proposals"][0]["evidence"]["simulated"] is True


def test_exit_code_tells_changes_from_none(
    demo_made: tuple[Path, JsonObject], demo_repository: Path, ace: Callable[..., Ran]
) -> None:
    stale = ace("diff", "-C", str(demo_repository), "--exit-code")
    assert stale.code == 4, "main moved when the best proposal was merged"
    for item in _proposals(demo_made[1]):
        subprocess.run(["git", "-C", str(demo_repository), "branch", "-q", "-D", str(item["branch"])], check=True)
    assert ace("diff", "-C", str(demo_repository), "--exit-code").code == 0


def test_an_unknown_proposal_is_named(demo_made: tuple[Path, JsonObject], ace: Callable[..., Ran]) -> None:
    ran = ace("diff", "ffffffffffff", "-C", str(demo_made[0]))
    assert ran.code == 1
    assert "ffffffffffff" in ran.err


def test_traces_and_stat_and_markdown(demo_made: tuple[Path, JsonObject], ace: Callable[..., Ran]) -> None:
    folder = str(demo_made[0])
    assert "e-" in ace("diff", "-C", folder, "--traces").out
    assert len(ace("diff", "-C", folder, "--stat").out) < len(ace("diff", "-C", folder).out)
    assert "held-out" not in ace("diff", "-C", folder, "--no-eval").out
    still_open = [item for item in _proposals(demo_made[1]) if item["branch"] != demo_made[1]["merged"]]
    assert ace("diff", "-C", folder, "--format", "markdown").out.count("\n### ") == len(still_open)


def _proposals(value: JsonObject) -> list[JsonObject]:
    proposals = value["proposals"]
    assert isinstance(proposals, list)
    return proposals


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> DiffRepository:
    """Five rules with a proposal each."""
    return make_diff_repository(tmp_path_factory.mktemp("small"), 5)


def test_the_proposals_of_a_run(small: DiffRepository, ace: Callable[..., Ran]) -> None:
    ran = ace("diff", "-C", str(small.path), "--run", "r-bench", "--stat")
    assert (ran.code, ran.out.count("promising (simulated)")) == (0, 5)
    assert "5 proposals of run r-bench" in ran.out
    assert ace("diff", "-C", str(small.path), "--run", "r-other").code == 1


def test_sarif_is_one_log_and_nothing_else(small: DiffRepository, ace: Callable[..., Ran]) -> None:
    ran = ace("diff", "-C", str(small.path), "--format", "sarif")
    assert (ran.code, ran.err, ran.json["version"]) == (0, "", "2.1.0")


def test_a_picture_is_the_same_twice_and_nothing_goes_to_stdout(
    small: DiffRepository, ace: Callable[..., Ran], tmp_path: Path
) -> None:
    paths = [tmp_path / "one.svg", tmp_path / "two.svg"]
    ran = [ace("diff", "-C", str(small.path), "--svg", str(path)) for path in paths]
    assert [(one.code, one.out, one.err) for one in ran] == [(0, "", f"wrote {path}\n") for path in paths]
    assert paths[0].read_bytes() == paths[1].read_bytes()
    assert small.branches[0].encode() in paths[0].read_bytes()


@pytest.mark.parametrize(
    "arguments",
    [
        ("--json", "--format", "sarif"),
        ("--stat", "--json"),
        ("--stat", "--format", "sarif"),
        ("--svg", "x.svg", "--json"),
        ("main..HEAD", "--run", "r-bench"),
        ("--run", ""),
        ("--svg", ""),
        ("--format", "yaml"),
    ],
    ids=" ".join,
)
def test_options_that_contradict_each_other_are_refused(
    small: DiffRepository, ace: Callable[..., Ran], arguments: tuple[str, ...]
) -> None:
    ran = ace("diff", "-C", str(small.path), *arguments)
    assert ran.code == 64
    assert list(ran.json) == ["error"] if "--json" in arguments else not ran.out


def test_the_exit_code_tells_fresh_changes(small: DiffRepository, ace: Callable[..., Ran]) -> None:
    assert ace("diff", "-C", str(small.path), "--exit-code").code == 2
    assert ace("diff", "-C", str(small.path)).code == 0
    assert ace("diff", "main..main", "-C", str(small.path), "--exit-code").code == 0


def _in_a_terminal(repository: Path, columns: int, *arguments: str, **environ: str) -> str:
    """Return what `ace diff` writes to a terminal of `columns` columns."""
    leader, follower = pty.openpty()
    termios.tcsetwinsize(follower, (50, columns))
    command = [sys.executable, "-m", "ace", "diff", "-C", str(repository), *arguments]
    kept = {name: value for name, value in os.environ.items() if name not in {"NO_COLOR", "COLUMNS", "TERM"}}
    with subprocess.Popen(command, stdout=follower, env={**kept, "TERM": "xterm", **environ}) as process:
        os.close(follower)
        found = b""
        while chunk := _read(leader):
            found += chunk
    os.close(leader)
    assert process.returncode == 0
    return found.decode().replace("\r\n", "\n")


def _read(terminal: int) -> bytes:
    try:
        return os.read(terminal, 65536)
    except OSError:  # Linux says so at the end of a terminal
        return b""


@pytest.mark.parametrize(
    ("environ", "arguments", "is_coloured"),
    [
        pytest.param({}, (), True, id="a terminal"),
        pytest.param({"NO_COLOR": "1"}, (), False, id="NO_COLOR"),
        pytest.param({"NO_COLOR": ""}, (), True, id="NO_COLOR empty"),
        pytest.param({"NO_COLOR": "1"}, ("--color", "always"), True, id="asked for"),
        pytest.param({}, ("--color", "never"), False, id="not wanted"),
        pytest.param({"TERM": "dumb"}, (), False, id="a dumb terminal"),
    ],
)
def test_colour_is_for_a_terminal_that_wants_it(
    small: DiffRepository, environ: dict[str, str], arguments: tuple[str, ...], is_coloured: bool
) -> None:
    shown = _in_a_terminal(small.path, 60, "--stat", *arguments, **environ)
    assert ("\x1b[" in shown) is is_coloured


@pytest.mark.parametrize("columns", [60, 40])
def test_a_narrow_terminal_is_not_overrun(small: DiffRepository, columns: int) -> None:
    shown = _in_a_terminal(small.path, columns, NO_COLOR="1")
    long = [line for line in shown.splitlines() if display_width(line) > columns]
    assert [line for line in long if len(line.split()) > 2] == []
    assert "Plan: 0 to add, 5 to change" in " ".join(shown.split())


def test_the_picture_in_the_docs_is_what_the_demonstration_shows(
    demo_made: tuple[Path, JsonObject], demo_repository: Path, ace: Callable[..., Ran], tmp_path: Path
) -> None:
    subprocess.run(["git", "-C", str(demo_repository), "reset", "-q", "--hard", "main^"], check=True)
    picture = tmp_path / "diff.svg"
    assert ace("diff", str(demo_made[1]["merged"]), "-C", str(demo_repository), "--svg", str(picture)).code == 0
    kept = Path(__file__).parents[3] / "docs" / "diff.svg"
    shown, wanted = (re.sub("main@[0-9a-f]{7}", "main@", path.read_text(encoding="utf-8")) for path in (picture, kept))
    assert shown == wanted, "make docs/diff.svg again: docs/review-diff.md says how"
