"""`ace calls`, from the command line, on a run of the simulated tutor."""

import json
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from runtime.contracts.json_types import JsonObject
from tests.ace.building import commit_all
from tests.conftest import Ran, run_ace

ASKS_FOR_FINDINGS = "control: {tools: {image_findings: ask}}\n"
ASKS_FOR_EXTERNAL = """\
control: {approvals: {external: ask}}
tools: {web: {endpoint: "http://127.0.0.1:9/", allow: [example.org], timeout_s: 1}}
"""
CONFIG = """\
schema: 1
agent: tutor
playbook: playbooks/tutor
branch: main
controller: {kind: simulated, failure_rates: {web_before_local: 0.9}}
run: {limit: 4, seed: 3}
"""


def _repository(starter: Path, control: str) -> Path:
    (starter / "ace.yaml").write_text(CONFIG + control, encoding="utf-8")
    commit_all(starter)
    return starter


@pytest.fixture(scope="module")
def ran_once(starter_template: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Ran]:
    """A repository in which image_findings asks, with one run. Look, do not change."""
    copy = tmp_path_factory.mktemp("calls") / "repo"
    repo = _repository(Path(shutil.copytree(starter_template, copy)), ASKS_FOR_FINDINGS)
    return repo, run_ace("run", "-C", str(repo), "--quiet")


@pytest.fixture
def repo(ran_once: tuple[Path, Ran], tmp_path: Path) -> Path:
    """A copy of that repository to decide in."""
    return Path(shutil.copytree(ran_once[0], tmp_path / "repo"))


def _calls(repo: Path, *more: str) -> list[JsonObject]:
    calls = run_ace("calls", "-C", str(repo), "--json", *more).json["calls"]
    assert isinstance(calls, list)
    return calls


def _ids(repo: Path) -> Iterator[str]:
    return (str(call["id"]) for call in _calls(repo))


def test_a_run_says_how_many_calls_wait(ran_once: tuple[Path, Ran]) -> None:
    repo, ran = ran_once
    waiting = len(_calls(repo))
    assert waiting > 1
    assert ran.code == 0
    assert f"{waiting} calls wait for a person: `ace calls` lists them" in ran.out
    assert "could not be finished" not in ran.out


def test_the_list_names_tool_arguments_sample_run_and_age(repo: Path, ace: Callable[..., Ran]) -> None:
    out = ace("calls", "-C", str(repo)).out
    first = _calls(repo)[0]
    head, *rows = out.splitlines()
    assert head.split() == ["call", "state", "tool", "side", "effect", "arguments", "sample", "run", "age"]
    row = rows[0].split()
    assert row[:5] == [first["id"], "waiting", "image_findings", "read", "{}"]
    assert row[5:7] == [first["sample"], first["run"]]
    assert {"step", "call_id", "seed", "commit", "rules", "key", "episode"} <= set(first)


def test_one_call_from_question_to_the_end_of_its_episode(repo: Path, ace: Callable[..., Ran]) -> None:
    name, other, *_ = _ids(repo)
    shown = ace("calls", "show", name, "-C", str(repo))
    assert "image_findings (read, image.read)" in shown.out
    approved = ace("calls", "approve", name, "--reason", "fine", "-C", str(repo))
    assert (approved.code, "approved by " in approved.out, f"ace calls resume {name}" in approved.out) == (
        0,
        True,
        True,
    )
    counted = ace("analyze", "-C", str(repo), "--json").json
    resumed = ace("calls", "resume", "-C", str(repo), "--json")
    rows = resumed.json["resumed"]
    assert isinstance(rows, list)
    (done,) = rows
    assert (resumed.code, done["id"], done["failed"]) == (0, name, False)
    again = ace("calls", "resume", name, "-C", str(repo))
    assert (again.code, "already resumed by " in again.out) == (0, True)
    now = ace("analyze", "-C", str(repo), "--json").json
    assert (now["episodes"], now["undecided"]) == (counted["episodes"], int(str(counted["undecided"])) - 1)
    assert ace("show", str(done["episode"]), "-C", str(repo)).code == 0
    assert name not in list(_ids(repo))
    assert next(call["state"] for call in _calls(repo, "--all") if call["id"] == name) == "done"
    denied = ace("calls", "deny", other, "--reason", "look yourself", "--resume", "-C", str(repo))
    assert (denied.code, "image_findings failed (permission_denied)" in denied.out) == (0, True)


def test_status_says_how_many_wait_and_trace_which_were_replaced(repo: Path, ace: Callable[..., Ran]) -> None:
    waiting = len(_calls(repo))
    assert f"calls     {waiting} tool calls wait for a person: ace calls\n" in ace("status", "-C", str(repo)).out
    assert ace("status", "-C", str(repo), "--json").json["waiting_calls"] == waiting
    call = _calls(repo)[0]
    done = ace("calls", "deny", str(call["id"]), "--resume", "-C", str(repo), "--json").json["resumed"]
    assert isinstance(done, list)
    later = str(done[0]["episode"])
    listed = ace("trace", "-C", str(repo)).out
    assert f"awaiting_approval, replaced by {later}" in listed
    assert ace("trace", str(call["sample"]), "-C", str(repo)).out.startswith(later)


def test_a_call_found_stale_is_left_out_of_the_list_and_says_why(repo: Path, ace: Callable[..., Ran]) -> None:
    name = next(_ids(repo))
    ace("calls", "approve", name, "-C", str(repo))
    config = repo / "ace.yaml"
    config.write_text(config.read_text(encoding="utf-8") + "budgets: {steps: 9}\n", encoding="utf-8")
    resumed = ace("calls", "resume", "-C", str(repo))
    assert (resumed.code, "the controller's settings, budgets, a sample's text or ACE itself" in resumed.out) == (
        1,
        True,
    )
    assert name not in list(_ids(repo))
    assert f"{name} is stale: the controller's settings, budgets, " in ace("calls", "--all", "-C", str(repo)).out
    assert ace("calls", "resume", "-C", str(repo)).out == "no decided call waits to be resumed\n"


def test_the_repository_may_be_named_before_the_sub_command(repo: Path, ace: Callable[..., Ran]) -> None:
    name = next(_ids(repo))
    assert ace("calls", "-C", str(repo), "show", name, "--json").json["id"] == name


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        (["approve", "ID", "--edit-arg", "k=3"], 1, "do not fit image_findings: k: unknown field"),
        (["approve", "ID", "--edit-arg", "k"], 1, "write key=value"),
        (["approve", "ID", "--it-acted"], 1, "has not begun"),
        (["approve", "ID", "--it-acted", "--it-did-not-act"], 64, "contradict each other"),
        (["approve", "p-none"], 1, "'p-none' is no pending call"),
        (["approve", ""], 64, "must not be empty"),
        (["show", "../x"], 1, "is no pending call"),
        (["resume", "ID"], 1, "nobody has decided on it yet"),
        (["deny"], 64, "Missing argument"),
    ],
)
def test_what_cannot_be_done_is_one_message(
    repo: Path, ace: Callable[..., Ran], arguments: list[str], code: int, says: str
) -> None:
    words = [next(_ids(repo)) if word == "ID" else word for word in arguments]
    ran = ace("calls", *words, "-C", str(repo))
    assert (ran.code, says in ran.err + ran.out) == (code, True)
    assert "Traceback" not in ran.err


def test_an_edit_from_a_file(repo: Path, ace: Callable[..., Ran], tmp_path: Path) -> None:
    path = tmp_path / "arguments.json"
    path.write_text("{}", encoding="utf-8")
    decided = ace("calls", "approve", next(_ids(repo)), "--edit", str(path), "-C", str(repo), "--json").json
    assert decided["state"] == "approved"
    assert decided["decisions"][0]["arguments"] == {}  # type: ignore[index]


def test_an_external_tool_asks_where_its_class_is_set_to(starter: Path, ace: Callable[..., Ran]) -> None:
    repo = _repository(starter, ASKS_FOR_EXTERNAL)
    ran = ace("run", "-C", str(repo), "--quiet", "--json")
    waiting = ran.json["waiting"]
    assert isinstance(waiting, list)
    assert waiting
    assert ran.json["errors"] == []
    call = _calls(repo)[0]
    assert (call["tool"], call["side_effect"]) == ("web_browser", "external")
    query = json.dumps("pleural effusion")
    done = ace("calls", "approve", str(call["id"]), "--edit-arg", f"query={query}", "--resume", "-C", str(repo))
    assert done.code == 0, done.out + done.err
    assert "web_browser failed (" in done.out


def test_without_calls_there_is_nothing_to_list_or_resume(starter: Path, ace: Callable[..., Ran]) -> None:
    assert ace("calls", "-C", str(starter)).out == "no call waits for a person\n"
    assert ace("calls", "resume", "-C", str(starter)).out == "no decided call waits to be resumed\n"
    assert _calls(starter) == []


def test_hostile_arguments_are_shown_escaped(repo: Path, ace: Callable[..., Ran]) -> None:
    name = next(_ids(repo))
    path = next((repo / ".git/ace/calls/pending").glob(f"{name}.json"))
    kept = json.loads(path.read_text(encoding="utf-8"))
    kept["arguments"] = {"query": "\x1b[2Jok\u202e sk-proj-" + "Ab1" * 14}
    path.write_text(json.dumps(kept), encoding="utf-8")
    for arguments in (["calls"], ["calls", "show", name]):
        out = ace(*arguments, "-C", str(repo)).out
        assert not {"\x1b", "\u202e"} & set(out)
        assert "Ab1Ab1" not in out


def test_the_list_is_quick_and_loads_no_model_or_image_package(repo: Path, ace_executable: list[str]) -> None:
    code = (
        "import sys\nfrom ace.commands.group import run\n"
        f"run(['calls', '-C', {str(repo)!r}])\n"
        "print(sorted(set(sys.modules) & {'cv2', 'torch', 'onnxruntime', 'openai', 'faiss'}))"
    )
    done = subprocess.run([ace_executable[0], "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"
