"""Lint: what a reviewer is told of a playbook."""

import time
from pathlib import Path

import pytest

from ace.playbook.lint import lint_playbook

ROOT = Path(__file__).parents[3]
FOLDER = "playbooks/tutor"
CONDITION = 'when: action.name == "web_browser"\nrequire: state.retrieval.queried\n'
TEST = (
    "violates: [{action: {name: web_browser}}]\n"
    "complies: [{action: {name: web_browser}, state: {retrieval: {queried: true}}}]\n"
)


def rule(rule_id: str, extra: str = "", text: str = "") -> str:
    return f"schema: 1\nid: {rule_id}\ntitle: abc\nagent: tutor\ntext: {text or 'Do ' + rule_id}\n{extra}"


def lint(files: dict[str, str], token_budget: int = 1500) -> list[str]:
    data = {f"{FOLDER}/{path}": text.encode() for path, text in files.items()}
    problems = lint_playbook(data, FOLDER, token_budget=token_budget)
    return [
        f"{item.path.removeprefix(FOLDER + '/')}:{item.line}:{item.column} {item.code} {item.severity}"
        for item in problems
    ]


def test_a_good_playbook_has_no_problems() -> None:
    assert lint({"a/x.yaml": rule("a.x", CONDITION), "a/x.test.yaml": TEST, "a/y.yaml": rule("a.y")}) == []


FOUND: dict[str, tuple[dict[str, str], str]] = {
    "does not load": ({"a/x.yaml": "a: *b\n"}, "a/x.yaml:1:4 yaml-alias error"),
    "undefined alias": ({"a/x.yaml": rule("a.x", "priority: *b\n")}, "a/x.yaml:6:11 yaml-alias error"),
    "not loaded": ({"x.yaml": rule("a.x")}, "x.yaml:1:1 path error"),
    "unknown field": (
        {
            "a/x.yaml": rule("a.x", "when: state.stepp > 1\nrequire: state.answer_open\n"),
            "a/x.test.yaml": "violates: []\n",
        },
        "a/x.yaml:6:7 condition-field error",
    ),
    "no test": ({"a/x.yaml": rule("a.x", CONDITION)}, "a/x.yaml:6:7 no-test warning"),
    "empty test": (
        {"a/x.yaml": rule("a.x", CONDITION), "a/x.test.yaml": TEST.splitlines()[0] + "\n"},
        "a/x.test.yaml:1:1 empty-test warning",
    ),
    "failing test": (
        {"a/x.yaml": rule("a.x", CONDITION), "a/x.test.yaml": TEST.replace("true", "false")},
        "a/x.test.yaml:2:12 failing-test error",
    ),
    "failing case of several lines": (
        {
            "a/x.yaml": rule("a.x", CONDITION),
            "a/x.test.yaml": TEST.splitlines()[0]
            + "\ncomplies:\n  - action: {name: zoom}\n  - action:\n      name: web_browser\n",
        },
        "a/x.test.yaml:4:5 failing-test error",
    ),
    "case with an unknown field": (
        {
            "a/x.yaml": rule("a.x", CONDITION),
            "a/x.test.yaml": TEST.replace("complies: [", "complies: [{action: {nam: zoom}},\n  "),
        },
        "a/x.test.yaml:2:12 failing-test error",
    ),
    "case that is no case": (
        {"a/x.yaml": rule("a.x", CONDITION), "a/x.test.yaml": TEST.replace("complies: [", "complies: [\n  5, ")},
        "a/x.test.yaml:3:3 schema error",
    ),
    "misspelt otherwise": (
        {"a/x.yaml": rule("a.x", CONDITION + "otherwise: {action: retreive}\n"), "a/x.test.yaml": TEST},
        "a/x.yaml:8:21 unknown-action error",
    ),
    "misspelt tool in a condition": (
        {"a/x.yaml": rule("a.x", CONDITION.replace("web_browser", "web_browsr"))},
        "a/x.yaml:6:22 condition-field error",
    ),
    "when alone": ({"a/x.yaml": rule("a.x", "when: state.step > 1\n")}, "a/x.yaml:6:7 no-require warning"),
    "otherwise alone": (
        {"a/x.yaml": rule("a.x", "otherwise: {action: x}\n")},
        "a/x.yaml:6:12 unused-otherwise warning",
    ),
    "deprecated": ({"a/x.yaml": rule("a.x", "status: deprecated\n")}, "a/x.yaml:6:9 deprecated warning"),
    "long text": ({"a/x.yaml": rule("a.x", text="x" * 601)}, "a/x.yaml:5:7 long-text warning"),
    "same text": (
        {"a/x.yaml": rule("a.x", text="Call `retrieve` FIRST!"), "a/y.yaml": rule("a.y", text="call retrieve  first")},
        "a/y.yaml:5:7 same-text warning",
    ),
    "same condition": (
        {"a/x.yaml": rule("a.x", CONDITION), "a/y.yaml": rule("a.y", CONDITION.replace(" ==", "  =="))},
        "a/y.yaml:6:7 same-condition warning",
    ),
    "unknown related": (
        {"a/x.yaml": rule("a.x", "related: [{id: a.z, type: refines}]\n")},
        "a/x.yaml:6:10 unknown-related warning",
    ),
    "other agent": (
        {"a/x.yaml": rule("a.x", CONDITION).replace("tutor", "other"), "a/x.test.yaml": TEST},
        "a/x.yaml:4:8 unchecked-agent warning",
    ),
}


@pytest.mark.parametrize(("files", "found"), FOUND.values(), ids=FOUND)
def test_problem_is_found_at_its_place(files: dict[str, str], found: str) -> None:
    assert found in lint(files)


NEAR_MISSES: dict[str, tuple[dict[str, str], str]] = {
    "negation differs": (
        {"a/x.yaml": rule("a.x", text="Give X"), "a/y.yaml": rule("a.y", text="Do not give X")},
        "same-text",
    ),
    "number differs": ({"a/x.yaml": rule("a.x", text="Give 1"), "a/y.yaml": rule("a.y", text="Give 2")}, "same-text"),
    "another requirement": (
        {"a/x.yaml": rule("a.x", CONDITION), "a/y.yaml": rule("a.y", CONDITION.replace("queried", "hits > 0"))},
        "same-condition",
    ),
    "600 characters": ({"a/x.yaml": rule("a.x", text="x" * 600)}, "long-text"),
    "replaced rule is gone": ({"a/x.yaml": rule("a.x", "related: [{id: a.z, type: replaces}]\n")}, "unknown-related"),
    "a gate may block": ({"a/x.yaml": rule("a.x", CONDITION + "otherwise: {action: block}\n")}, "unknown-action"),
    "a gate may convert": ({"a/x.yaml": rule("a.x", CONDITION + "otherwise: {action: convert}\n")}, "unknown-action"),
    "another action": ({"a/x.yaml": rule("a.x", CONDITION + "otherwise: {action: QUIZ}\n")}, "unknown-action"),
    "another agent's action": (
        {"a/x.yaml": rule("a.x", "otherwise: {action: shell}\n").replace("tutor", "other")},
        "unknown-action",
    ),
    "text only": ({"a/x.yaml": rule("a.x")}, "no-test"),
    "broken test is one problem": ({"a/x.yaml": rule("a.x", CONDITION), "a/x.test.yaml": "x: 1\n"}, "no-test"),
}


@pytest.mark.parametrize(("files", "code"), NEAR_MISSES.values(), ids=NEAR_MISSES)
def test_near_miss_is_not_reported(files: dict[str, str], code: str) -> None:
    assert not [line for line in lint(files) if code in line]


def test_the_caller_says_which_actions_an_agent_has() -> None:
    source = rule("a.x", "when: 'true'\nrequire: 'true'\notherwise: {action: shel}\n").encode()
    problems = lint_playbook({f"{FOLDER}/a/x.yaml": source}, FOLDER, agent_actions={"tutor": ("shell",)})
    assert "otherwise: `shel` is no action or tool of this agent; did you mean `shell`?" in problems[-1].message


def test_rules_of_another_agent_that_ships_are_checked_on_its_own_fields() -> None:
    condition = 'when: action.kind == "KEEP"\nrequire: action.contrast >= 0.05\notherwise: {action: DROP}\n'
    test = "violates: [{action: {kind: KEEP}}]\ncomplies: [{action: {kind: KEEP, contrast: 0.1}}]\n"
    files = {"a/x.yaml": rule("a.x", condition).replace("tutor", "inspector"), "a/x.test.yaml": test}
    assert lint(files) == []
    assert any("condition-field" in line for line in lint({**files, "a/x.yaml": rule("a.x", condition)}))


def test_rules_over_the_prompt_budget_are_named() -> None:
    files = {f"a/r{index}.yaml": rule(f"a.r{index}", text=f"{index} " + "x" * 100) for index in range(4)}
    assert lint(files, token_budget=70) == ["a/r2.yaml:5:7 over-budget warning", "a/r3.yaml:5:7 over-budget warning"]
    safe = {"a/s.yaml": rule("a.s", "safety: true\n", text="x" * 400)}
    assert lint(safe, token_budget=70) == ["playbooks/tutor:1:1 over-budget error"]


def test_the_playbooks_of_this_repository_are_clean() -> None:
    folder = ROOT / FOLDER
    files = {path.relative_to(ROOT).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    assert len(files) >= 8
    assert lint_playbook(files, FOLDER) == []


def test_a_thousand_rules_are_linted_in_seconds() -> None:
    files = {}
    for number in range(1000):
        condition = CONDITION.replace("web_browser", "zoom").replace("queried", f"hits > {number}")
        files[f"{FOLDER}/a/r{number}.yaml"] = rule(f"a.r{number}", condition).encode()
        files[f"{FOLDER}/a/r{number}.test.yaml"] = b"violates: [{action: {name: zoom}}]\ncomplies: [{action: {}}]\n"
    started = time.process_time()
    problems = lint_playbook(files, FOLDER)
    assert {problem.code for problem in problems} == {"over-budget"}
    # 1 to 2 s on one core; a slow machine is no failure.
    assert time.process_time() - started < 8


@pytest.mark.parametrize(
    ("name", "said"), [("SUBMIT_REPORT", "cannot take the place"), ("convert", "cannot take the place"), ("KEEP", "")]
)
def test_otherwise_names_only_what_code_can_do_for_the_agent(name: str, said: str) -> None:
    condition = f'when: action.kind == "DROP"\nrequire: action.contrast < 0.05\notherwise: {{action: {name}}}\n'
    source = rule("a.x", condition).replace("agent: tutor", "agent: inspector").encode()
    found = [
        one.message for one in lint_playbook({f"{FOLDER}/a/x.yaml": source}, FOLDER) if one.code == "unknown-action"
    ]
    assert said in "".join(found)
    assert bool(found) == bool(said)
