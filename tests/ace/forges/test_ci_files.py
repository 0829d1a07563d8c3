"""The action and the workflows that ship as examples: what they may do, and their scripts run here."""

import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
import yaml

from runtime.contracts.json_types import JsonObject, as_object
from tests.conftest import Ran
from tests.forge_github import github
from tests.forge_server import PROJECT, TOKEN, ForgeState, serve

_TOP = Path(__file__).resolve().parents[3]
_CYCLE = _TOP / ".github/workflows/ace-cycle.yml"
_REVIEW = _TOP / ".github/workflows/ace-review.yml"
_ACTION = _TOP / ".github/actions/ace/action.yml"
_GITLAB = _TOP / "docs/examples/gitlab-ci.yml"
_ALL = [_CYCLE, _REVIEW, _ACTION, _TOP / ".github/workflows/ci.yml"]


def _read(path: Path) -> JsonObject:
    return as_object(yaml.safe_load(path.read_text(encoding="utf-8")))


def _jobs(path: Path) -> dict[str, JsonObject]:
    return {name: as_object(job) for name, job in as_object(_read(path)["jobs"]).items()}


def _steps(path: Path) -> list[JsonObject]:
    holders = [as_object(_read(path)["runs"])] if path == _ACTION else list(_jobs(path).values())
    steps = []
    for holder in holders:
        found = holder["steps"]
        assert isinstance(found, list)
        steps += [as_object(step) for step in found]
    return steps


def _script(path: Path, name: str) -> str:
    return str(next(step for step in _steps(path) if step.get("name") == name)["run"])


@pytest.mark.parametrize("path", _ALL, ids=lambda path: path.name)
def test_no_expression_is_written_into_a_script(path: Path) -> None:
    assert [step["run"] for step in _steps(path) if "${{" in str(step.get("run", ""))] == []


@pytest.mark.parametrize("path", _ALL, ids=lambda path: path.name)
def test_every_action_of_others_is_pinned_to_a_commit(path: Path) -> None:
    used = [str(step["uses"]) for step in _steps(path) if "uses" in step]
    others = [name for name in used if not name.startswith("./")]
    assert others
    assert [name for name in others if not re.fullmatch(r"[\w./-]+@[0-9a-f]{40}", name)] == []


@pytest.mark.parametrize("path", [_CYCLE, _REVIEW], ids=lambda path: path.name)
def test_nothing_runs_until_it_is_enabled(path: Path) -> None:
    assert [name for name, job in _jobs(path).items() if "vars.ACE_ENABLED == 'true'" not in str(job["if"])] == []


def test_the_cycle_may_write_branches_and_pull_requests_and_no_more() -> None:
    assert _read(_CYCLE)["permissions"] == {}
    assert _jobs(_CYCLE)["cycle"]["permissions"] == {"contents": "write", "pull-requests": "write"}
    assert "!github.event.repository.fork" in str(_jobs(_CYCLE)["cycle"]["if"])


def test_a_pull_requests_code_meets_neither_secret_nor_a_token_that_writes() -> None:
    # YAML 1.1 reads the key `on` as true.
    assert "pull_request_target" not in _REVIEW.read_text(encoding="utf-8")
    assert "secrets." not in _REVIEW.read_text(encoding="utf-8")
    jobs = _jobs(_REVIEW)
    assert (_read(_REVIEW)["permissions"], jobs["check"]["permissions"]) == ({}, {"contents": "read"})
    writing = [name for name, job in jobs.items() if "write" in str(job["permissions"])]
    assert writing == ["comment"]
    assert "actions/checkout" not in str(jobs["comment"]["steps"])
    assert "head.repo.full_name == github.repository" in str(jobs["comment"]["if"])


class Bench:
    """A folder with programs that are put first on the path, and files as a runner has them."""

    def __init__(self, folder: Path) -> None:
        self.bin, self.output, self.summary = folder / "bin", folder / "output", folder / "summary"
        self.bin.mkdir()
        self.log = folder / "log"
        self.environ = {
            **os.environ,
            "PATH": f"{self.bin}{os.pathsep}{os.environ['PATH']}",
            "GITHUB_OUTPUT": str(self.output),
            "GITHUB_STEP_SUMMARY": str(self.summary),
        }
        self.program("ace", f'exec "{sys.executable}" -m ace "$@"')
        self.environ["PYTHONPATH"] = str(_TOP)

    def program(self, name: str, script: str) -> None:
        """Put a program on the path."""
        path = self.bin / name
        path.write_text(f"#!/usr/bin/env bash\n{script}\n", encoding="utf-8")
        path.chmod(0o755)

    def records(self, name: str, code: int = 0) -> None:
        """Put a program on the path that writes down its arguments, one a line, and exits with `code`."""
        self.program(name, f"printf '%s\\n' \"$@\" >> '{self.log}'; exit {code}")

    def logged(self) -> list[str]:
        """Return the arguments that were written down."""
        return self.log.read_text(encoding="utf-8").splitlines() if self.log.exists() else []

    def run(self, script: str, folder: Path, **environ: str) -> subprocess.CompletedProcess[str]:
        """Run a step as a runner does for `shell: bash`, and for `shell: python`."""
        shell = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c"]
        command = [sys.executable, "-c", script] if script.startswith("import") else [*shell, script]
        return subprocess.run(
            command, cwd=folder, env={**self.environ, **environ}, capture_output=True, text=True, check=False
        )


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    return Bench(tmp_path)


def test_the_action_installs_what_it_is_given_and_nothing_else(bench: Bench, tmp_path: Path) -> None:
    bench.records("python")
    hostile = "ace-optimizer @ git+https://x.example/ace@abc\n\n--index-url=https://evil.example $(touch owned) `id`;\n"
    ran = bench.run(
        _script(_ACTION, "Install ACE"), tmp_path, ACE_ACTION_INSTALL=hostile, ACE_ACTION_CONSTRAINTS="c.txt"
    )
    assert ran.returncode == 0, ran.stderr
    assert bench.logged() == [
        *("-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--constraint", "c.txt", "--"),
        "ace-optimizer @ git+https://x.example/ace@abc",
        "--index-url=https://evil.example $(touch owned) `id`;",
    ]
    assert not (tmp_path / "owned").exists()


def test_the_action_says_when_there_is_nothing_to_install(bench: Bench, tmp_path: Path) -> None:
    ran = bench.run(_script(_ACTION, "Install ACE"), tmp_path, ACE_ACTION_INSTALL=" \n", ACE_ACTION_CONSTRAINTS="")
    assert (ran.returncode, "ACE_INSTALL" in ran.stdout) == (1, True)


@pytest.mark.parametrize(
    ("code", "allow", "expected"), [(0, "", 0), (2, "2 3", 0), (3, "2 3", 0), (1, "2 3", 1), (2, "", 2)]
)
def test_the_action_passes_arguments_as_they_are_and_the_exit_code_on(
    bench: Bench, tmp_path: Path, code: int, allow: str, expected: int
) -> None:
    bench.records("ace", code)
    arguments = "diff\nmain..HEAD\n--format\nmark down; touch owned"
    ran = bench.run(_script(_ACTION, "Run ace"), tmp_path, ACE_ACTION_ARGS=arguments, ACE_ACTION_ALLOW=allow)
    assert ran.returncode == expected
    assert bench.logged() == arguments.split("\n")
    assert bench.output.read_text() == f"exit-code={code}\n"
    assert not (tmp_path / "owned").exists()


@pytest.mark.parametrize(("code", "expected"), [(0, 0), (2, 0), (3, 0), (1, 1), (75, 75)])
def test_a_cycle_that_opened_proposals_is_no_failure(bench: Bench, tmp_path: Path, code: int, expected: int) -> None:
    bench.records("ace", code)
    assert bench.run(_script(_CYCLE, "Run the cycle"), tmp_path).returncode == expected


def _git(folder: Path, *arguments: str) -> str:
    identity = ("-c", "user.name=person", "-c", "user.email=person@example.org")
    command = ["git", "-C", str(folder), *identity, *arguments]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


def test_what_must_outlive_a_runner_travels_through_the_remote(
    bench: Bench, demo_repository: Path, tmp_path: Path, ace: Callable[..., Ran]
) -> None:
    bare, runner = tmp_path / "remote.git", tmp_path / "runner"
    _git(tmp_path, "init", "-q", "--bare", "-b", "main", str(bare))
    _git(demo_repository, "remote", "add", "origin", str(bare))
    _git(demo_repository, "push", "-q", "origin", "main")
    # A clone of before any cycle has none of the refs, and both steps must do without.
    _git(tmp_path, "clone", "-q", str(bare), str(runner))
    for name in ("Take up what earlier cycles left", "Keep decisions and the use of held-out samples"):
        ran = bench.run(_script(_CYCLE, name), runner)
        assert ran.returncode == 0, ran.stderr
    opened = str(ace("status", "--json", "-C", str(demo_repository)).json["open"][0]["id"])  # type: ignore[index]
    assert ace("reject", opened, "--reason", "Said elsewhere.", "-C", str(demo_repository)).code == 0
    _git(demo_repository, "update-ref", "refs/ace/opened/000000000000", "main")
    _git(demo_repository, "update-ref", "refs/ace/ledger", "main")
    ran = bench.run(_script(_CYCLE, "Keep decisions and the use of held-out samples"), demo_repository)
    assert ran.returncode == 0, ran.stderr
    ran = bench.run(_script(_CYCLE, "Take up what earlier cycles left"), runner)
    assert ran.returncode == 0, ran.stderr
    refs = "refs/ace/", "refs/heads/ace/rejected"
    assert _git(runner, "for-each-ref", *refs) == _git(demo_repository, "for-each-ref", *refs)
    assert "refs/ace/ledger" in _git(runner, "for-each-ref", *refs)
    ran = bench.run(_script(_CYCLE, "Say where it stands"), runner)
    assert (ran.returncode, bench.summary.read_text().startswith("```text\nbase")) == (0, True)


def _merged(repo: Path, path: str, content: str) -> None:
    """Check out what a pull request's workflow gets: the merge of its head into its base, detached."""
    _git(repo, "checkout", "-q", "-b", "feature")
    (repo / path).write_text(content, encoding="utf-8")
    _git(repo, "add", "-A")
    _git(repo, "commit", "-q", "-m", "change")
    _git(repo, "checkout", "-q", "--detach", "main")
    _git(repo, "merge", "-q", "--no-ff", "-m", "merge", "feature")


def test_a_review_lints_tests_and_says_what_changes(bench: Bench, demo_repository: Path) -> None:
    path = "playbooks/tutor/tools/retrieve-before-web.yaml"
    text = (demo_repository / path).read_text(encoding="utf-8")
    _merged(demo_repository, path, text.replace("title: ", "title: Always "))
    for name in ("Lint the rules", "Run the tests beside the rules", "Say what changes"):
        ran = bench.run(_script(_REVIEW, name), demo_repository)
        assert ran.returncode == 0, ran.stdout + ran.stderr
    diff = (demo_repository / "ace-diff.md").read_text(encoding="utf-8")
    assert "tools.retrieve-before-web" in diff
    assert bench.summary.read_text(encoding="utf-8") == diff


def test_a_broken_rule_fails_the_review_beside_its_line(bench: Bench, demo_repository: Path) -> None:
    path = "playbooks/tutor/tools/retrieve-before-web.yaml"
    text = (demo_repository / path).read_text(encoding="utf-8")
    _merged(demo_repository, path, text + "no_such_field: 1\n")
    ran = bench.run(_script(_REVIEW, "Lint the rules"), demo_repository)
    assert ran.returncode == 1
    assert f"::error file={path},line=" in ran.stdout


def test_the_review_has_one_comment_and_changes_it(bench: Bench, tmp_path: Path) -> None:
    script = _script(_REVIEW, "Write the one comment, or change it")
    state = ForgeState(tmp_path)
    state.me, state.page_size = "github-actions[bot]", 2
    request = state.add("feature", "main", "a change", "", draft=False, author="person")
    for number in range(3):
        state.comment(request, "person", f"<!-- ace:diff --> {number}")
    environ = {"GITHUB_REPOSITORY": PROJECT, "GITHUB_TOKEN": TOKEN, "NUMBER": "1"}
    with serve(state, github):
        for text in ("first", "first", "second"):
            (tmp_path / "ace-diff.md").write_text(text, encoding="utf-8")
            ran = bench.run(script, tmp_path, GITHUB_API_URL=state.url, **environ)
            assert ran.returncode == 0, ran.stderr
    ours = [comment.body for comment in request.comments if comment.author == state.me]
    assert ours == ["<!-- ace:diff -->\n\nsecond"]
    assert len(state.writes()) == 2


def test_gitlabs_template_keeps_the_token_out_of_addresses_and_files(bench: Bench, tmp_path: Path) -> None:
    job = as_object(_read(_GITLAB)["ace-cycle"])
    script = job["script"]
    assert isinstance(script, list)
    _git(tmp_path, "init", "-q", ".")
    _git(tmp_path, "remote", "add", "origin", "https://gitlab-ci-token:abc@host.example/x.git")
    setting = "\n".join(str(line) for line in script[:2])
    ran = bench.run(setting, tmp_path, CI_PROJECT_URL="https://host.example/acme/tutor", GITLAB_TOKEN=TOKEN)
    assert ran.returncode == 0, ran.stderr
    config = (tmp_path / ".git/config").read_text(encoding="utf-8")
    assert (TOKEN in config, "gitlab-ci-token" in config) == (False, False)
    asked = "protocol=https\nhost=host.example\n\n"
    filled = subprocess.run(
        ["git", "credential", "fill"],
        cwd=tmp_path,
        input=asked,
        env={**bench.environ, "GITLAB_TOKEN": TOKEN},
        capture_output=True,
        text=True,
        check=True,
    )
    assert f"username=oauth2\npassword={TOKEN}" in filled.stdout


@pytest.mark.parametrize("code", [0, 2, 3, 1])
def test_gitlabs_cycle_keeps_decisions_and_state_whatever_came_of_it(bench: Bench, tmp_path: Path, code: int) -> None:
    bare, clone = tmp_path / "remote.git", tmp_path / "clone"
    _git(tmp_path, "init", "-q", "--bare", "-b", "main", str(bare))
    _git(tmp_path, "clone", "-q", str(bare), str(clone))
    _git(clone, "commit", "-q", "--allow-empty", "-m", "first")
    _git(clone, "branch", "ace/rejected")
    (clone / ".git/ace").mkdir()
    bench.program("ace", f'if [[ "$1" == cycle ]]; then exit {code}; fi')
    script = as_object(_read(_GITLAB)["ace-cycle"])["script"]
    assert isinstance(script, list)
    # The first three lines set up the address, credentials and refs of a real GitLab.
    ran = bench.run("\n".join(str(line) for line in script[3:]), clone)
    assert ran.returncode == (1 if code == 1 else 0), ran.stderr
    assert _git(bare, "for-each-ref", "--format=%(refname)") == "refs/heads/ace/rejected"
    assert (clone / ".ace-state").is_dir()


def test_the_owners_example_names_what_a_proposal_touches() -> None:
    lines = (_TOP / "docs/examples/CODEOWNERS").read_text(encoding="utf-8").splitlines()
    rules = [line.split() for line in lines if line and not line.startswith("#")]
    assert {"/playbooks/", "/playbooks/*/safety/", "/.ace/", "/ace.yaml", "/.github/"} <= {rule[0] for rule in rules}
    assert all(owner.startswith("@your-org/") for rule in rules for owner in rule[1:])
