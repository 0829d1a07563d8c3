"""One rule file from words to a gate: promoted by an operation, committed, loaded, and obeyed by a running agent."""

from pathlib import Path

import pytest

from ace.playbook.operations import Operation, apply_operations, file_hash
from runtime.contracts.json_types import JsonObject
from runtime.contracts.ports import EpisodeJob
from runtime.contracts.trace_event import Episode, Step
from runtime.rules.load_reviewed import injectable, load_reviewed, read_committed
from tests.ace.building import commit_all, git
from tests.runtime.builders import REFUSE, SAMPLE, tutor

FOLDER = "playbooks/tutor"
PATH = f"{FOLDER}/tools/read-first.yaml"
READ_FIRST = """\
# Written by a person.
schema: 1
id: tools.read-first
title: Read before you look
agent: tutor
text: |
  Call `retrieve` before you look.
when: action.name == "look"   # every look
require: state.retrieval.queried
{otherwise}enforce: prompt   # for now
"""
LOOK = '{"action":"REQUEST_TOOL","tool":"look","arguments":{}}'


@pytest.fixture
def repo(tmp_path: Path) -> Path:
    git(tmp_path, "init", "-q", "-b", "main")
    (tmp_path / PATH).parent.mkdir(parents=True)
    return tmp_path


def commit_file(repo: Path, data: bytes) -> str:
    (repo / PATH).write_bytes(data)
    return commit_all(repo)


def changed(repo: Path, commit: str, op: str) -> str:
    """Apply promote or demote to what is committed, and commit it."""
    files = read_committed(repo, commit, FOLDER).files
    operation = Operation(op, "tools.read-first", base=file_hash(files[PATH]))  # type: ignore[arg-type]
    changes = apply_operations(files, [operation], FOLDER)
    assert list(changes) == [PATH]
    data = changes[PATH]
    assert data is not None
    return commit_file(repo, data)


async def play(repo: Path, commit: str) -> Episode:
    rules = injectable(load_reviewed(repo, commit, FOLDER), "tutor")
    return await tutor([LOOK, REFUSE]).run(SAMPLE, EpisodeJob(rules=rules))


def first(episode: Episode) -> tuple[Step, list[tuple[str, str, str]]]:
    step = episode.steps[0]
    said: list[tuple[str, str, str]] = [
        (gate.gate, gate.decision, gate.reason) for gate in step.gates if gate.gate == "rule:tools.read-first"
    ]
    return step, said


TEXT = "Call `retrieve` before you look."
OTHERWISE: dict[str, tuple[str, str, JsonObject | None]] = {
    "no otherwise": ("", "block", None),
    "block": ("otherwise: {action: block}\n", "block", None),
    "an action": ("otherwise: {action: retrieve}\n", "convert", {"action": "REQUEST_TOOL", "tool": "retrieve"}),
    "convert": ("otherwise: {action: convert}\n", "convert", {"action": "HINT", "hint_level": 1}),
}


@pytest.mark.parametrize(("otherwise", "decision", "instead"), OTHERWISE.values(), ids=OTHERWISE)
async def test_promoted_it_is_a_gate_and_demoted_words_again(
    repo: Path, otherwise: str, decision: str, instead: JsonObject | None
) -> None:
    source = READ_FIRST.format(otherwise=otherwise).encode()
    words = commit_file(repo, source)
    step, said = first(await play(repo, words))
    assert (step.taken, said) == (step.proposed, [])
    gated = changed(repo, words, "promote")
    assert (repo / PATH).read_bytes() == source.replace(b"enforce: prompt", b"enforce: gate")
    step, said = first(await play(repo, gated))
    assert said[0] == ("rule:tools.read-first", decision, TEXT)
    assert step.proposed is not None
    assert step.proposed["tool"] == "look"
    if instead is None:
        assert step.taken is None
        assert step.card is None
    else:
        assert step.taken is not None
        assert instead.items() <= step.taken.items()
    step, said = first(await play(repo, changed(repo, gated, "demote")))
    assert (step.taken, said) == (step.proposed, [])
    assert (repo / PATH).read_bytes() == source
