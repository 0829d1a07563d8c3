"""The rules that come with the inspector: conditions over its fields alone, and tests that hold."""

from pathlib import Path

import pytest

from ace.playbook.lint import lint_playbook
from runtime.inspection.actions import KINDS, TOOL_NAMES
from runtime.inspection.context import INSPECTOR_CONTEXT

ROOT = Path(__file__).parents[4]
FOLDER = "playbooks/inspector"
ACTIONS = (*TOOL_NAMES, *(kind for kind in KINDS if kind != "REQUEST_TOOL"))


def _files() -> dict[str, bytes]:
    paths = sorted(path for path in (ROOT / FOLDER).rglob("*") if path.is_file())
    return {path.relative_to(ROOT).as_posix(): path.read_bytes() for path in paths}


def _lint(files: dict[str, bytes]) -> list[str]:
    found = lint_playbook(
        files, FOLDER, agent_fields={"inspector": INSPECTOR_CONTEXT}, agent_actions={"inspector": ACTIONS}
    )
    return [str(problem) for problem in found]


def test_the_shipped_rules_are_clean() -> None:
    files = _files()
    assert len(files) >= 5
    assert _lint(files) == []


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (b"require: action.measured", b"require: action.truth", "truth"),
        (b"require: action.measured", b"require: '!action.measured'", "violates"),
        (b'when: action.kind == "KEEP"', b'when: action.kind == "HINT"', "HINT"),
    ],
    ids=["unknown field", "turned round", "another agent's action"],
)
def test_a_wrong_condition_would_be_found(old: bytes, new: bytes, said: str) -> None:
    path = f"{FOLDER}/report/measure-before-keeping.yaml"
    files = _files()
    assert old in files[path]
    assert any(said in problem for problem in _lint({**files, path: files[path].replace(old, new)}))
