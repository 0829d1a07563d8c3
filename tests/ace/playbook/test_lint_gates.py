"""Gates that forbid an action whole."""

import pytest

from ace.playbook.lint import lint_playbook

FOLDER = "playbooks/tutor"


def found(when: str, require: str, more: str = "enforce: gate\n") -> list[str]:
    source = f"schema: 1\nid: a.x\ntitle: abc\nagent: tutor\ntext: Do it\nwhen: '{when}'\nrequire: '{require}'\n{more}"
    problems = lint_playbook({f"{FOLDER}/a/x.yaml": source.encode()}, FOLDER)
    return [f"{one.line}:{one.column} {one.message}" for one in problems if one.code == "whole-action"]


@pytest.mark.parametrize(
    ("when", "names"),
    [
        ('action.kind == "HINT"', "`HINT`"),
        ('action.name in ["ocr", "zoom"]', "`ocr`, `zoom`"),
        ('action.kind == "HINT" || action.name == "ocr"', "`HINT`, `ocr`"),
        ("true", "every action"),
    ],
)
def test_a_gate_that_nothing_makes_allowed_is_told(when: str, names: str) -> None:
    (said,) = found(when, "(false)")
    assert said.startswith(f"7:10 require: as a gate this forbids whole what `when` names ({names})")


@pytest.mark.parametrize(
    ("when", "require", "more"),
    [
        ('action.kind == "HINT"', "state.answer_open", "enforce: gate\n"),
        ('action.kind == "HINT" && state.step > 3', "false", "enforce: gate\n"),
        ('action.kind == "HINT" && action.hint_level > 2', "false", "enforce: gate\n"),
        ('action.kind == "HINT"', "false", ""),
        ('action.kind == "HINT"', "false", "enforce: gate\nstatus: deprecated\n"),
    ],
    ids=["looks at the state", "narrowed by the state", "narrowed by the action", "in the prompt", "not in force"],
)
def test_others_are_left_alone(when: str, require: str, more: str) -> None:
    assert found(when, require, more) == []
