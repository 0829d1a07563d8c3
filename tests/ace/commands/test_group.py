"""The command group: helps, exit codes, errors without traceback, and no heavy import."""

import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from ace.commands.group import COMMANDS, SECTIONS
from tests.conftest import Ran

HEAVY = (
    "torch",
    "transformers",
    "faiss",
    "onnxruntime",
    "openai",
    "numpy",
    "scipy",
    "cv2",
    "skimage",
    "pydicom",
    "cel",
)


@pytest.mark.parametrize("name", COMMANDS)
def test_each_command_has_a_help_with_an_example(name: str, ace: Callable[..., Ran]) -> None:
    ran = ace(name, "--help")
    assert ran.code == 0
    assert "Example:" in ran.out
    assert f"ace {name}" in ran.out


def test_help_names_every_command_once(ace: Callable[..., Ran]) -> None:
    ran = ace("--help")
    assert [name for name in COMMANDS if not re.search(rf"^  {name} ", ran.out, re.MULTILINE)] == []


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        (("nonsense",), 64, "no command 'nonsense'"),
        (("dif",), 64, "did you mean 'diff'"),
        (("diff", "--format", "pdf"), 64, "pdf"),
        (("run", "--limit", "0"), 64, "0"),
        (("run", "--frobnicate"), 64, "--frobnicate"),
        (("--version",), 0, ""),
    ],
    ids=["unknown", "near-miss", "bad-choice", "bad-range", "unknown-option", "version"],
)
def test_usage_errors_exit_64_and_say_what(
    arguments: tuple[str, ...], code: int, says: str, ace: Callable[..., Ran]
) -> None:
    ran = ace(*arguments)
    assert ran.code == code
    assert says in ran.err


@pytest.mark.parametrize("name", ["run", "analyze", "propose", "cycle", "diff", "status", "lint", "test", "init"])
def test_outside_a_repository_each_command_says_so(name: str, tmp_path: Path, ace: Callable[..., Ran]) -> None:
    ran = ace(name, "-C", str(tmp_path))
    assert ran.code == 1
    assert "git init" in ran.err
    assert "Traceback" not in ran.err


@pytest.mark.parametrize("name", ["run", "cycle", "diff", "status"])
def test_a_repository_without_commits_is_a_clear_error(name: str, tmp_path: Path, ace: Callable[..., Ran]) -> None:
    subprocess.run(["git", "init", "-q", "-b", "main", str(tmp_path)], check=True)
    ace("init", "-C", str(tmp_path))
    ran = ace(name, "-C", str(tmp_path))
    assert ran.code == 1
    assert "commit" in ran.err


@pytest.mark.parametrize("arguments", [("--help",), ("diff", "--help")], ids=["help", "diff-help"])
def test_nothing_heavy_is_imported_for_help(arguments: tuple[str, ...]) -> None:
    script = (
        f"import sys; from ace.commands.group import run; run({list(arguments)!r}); "
        f"print([name for name in {HEAVY!r} if name in sys.modules], file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stderr.strip() == "[]"


def test_diff_imports_nothing_heavy(demo_made: tuple[Path, object]) -> None:
    script = (
        f"import sys; from ace.commands.group import run; code = run(['diff', '-C', {str(demo_made[0])!r}]); "
        f"print(code, [name for name in {HEAVY!r} if name in sys.modules], file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stderr.strip() == "0 []"


def test_a_reader_that_goes_away_is_no_error(demo_made: tuple[Path, object], ace_executable: list[str]) -> None:
    command = [*ace_executable, "show", "latest", "--json", "-C", str(demo_made[0])]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        process.stdout.close()
        assert process.stderr is not None
        errors = process.stderr.read()
        assert process.wait(timeout=60) == 0
    assert b"Traceback" not in errors


@pytest.mark.parametrize("arguments", [("run", "--resume", ""), ("propose", ""), ("show", "")])
def test_an_unset_variable_does_not_mean_all_of_it(arguments: tuple[str, ...], ace: Callable[..., Ran]) -> None:
    ran = ace(*arguments)
    assert ran.code == 64
    assert "must not be empty" in ran.err


@pytest.mark.parametrize("redirect", [">&-", "2>&-", "2>/dev/full"], ids=["no-stdout", "no-stderr", "full-stderr"])
def test_streams_that_are_closed_or_full_cost_no_result(
    redirect: str, demo_made: tuple[Path, object], tmp_path: Path, ace_executable: list[str]
) -> None:
    command = f"{' '.join(ace_executable)} status -C {demo_made[0]} {redirect}"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False)
    assert done.returncode == 0
    assert "Traceback" not in done.stderr


def test_progress_to_a_full_stderr_costs_no_run(demo_repository: Path, ace_executable: list[str]) -> None:
    command = f"{' '.join(ace_executable)} run --limit 2 --json -C {demo_repository} 2>/dev/full"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False)
    assert done.returncode == 0
    assert '"episodes": 2' in done.stdout


@pytest.mark.parametrize(
    ("command", "said"),
    [
        (("run", "-C", "{repo}"), "what was written is kept; the run goes on with `ace run --resume latest`"),
        (("cycle", "-C", "{repo}"), "what was written is kept; the next `ace cycle` goes on with it"),
        (("propose", "-C", "{repo}"), "what was written is kept; start `ace propose` again: what was run is not run"),
        (("status", "-C", "{repo}"), "interrupted; what was written is kept\n"),
    ],
    ids=lambda value: value[0] if isinstance(value, tuple) else "",
)
def test_an_interrupt_says_how_this_command_is_gone_on_with(
    command: tuple[str, ...], said: str, tmp_path: Path, ace: Callable[..., Ran], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(*arguments: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("ace.session.open_workspace", interrupt)
    ran = ace(*(part.format(repo=tmp_path) for part in command))
    assert ran.code == 130
    assert said in ran.err


def test_every_command_is_in_one_section_of_the_help() -> None:
    assert sorted(name for names in SECTIONS.values() for name in names) == sorted(COMMANDS)


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("status",), 1),
        (("show", "latest"), 1),
        (("runs", "list"), 1),
        (("audit", "e-none"), 1),
        (("diff", "--format", "pdf"), 64),
        (("run", "--limit", "0"), 64),
        (("show", ""), 64),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_an_error_under_json_is_one_object_on_stdout_and_a_message_on_stderr(
    arguments: tuple[str, ...], code: int, tmp_path: Path, ace: Callable[..., Ran]
) -> None:
    ran = ace(*arguments, "-C", str(tmp_path), "--json")
    assert ran.code == code
    assert list(ran.json) == ["error"]
    assert str(ran.json["error"]).splitlines()[0] in ran.err
    assert ace(*arguments, "-C", str(tmp_path)).out == ""


def test_the_help_says_what_json_holds_of_an_error(ace: Callable[..., Ran]) -> None:
    assert '{"error": "..."}' in ace("--help").out
