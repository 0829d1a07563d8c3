"""Rule files and rule tests: what is read and what each mistake is told."""

import pytest

from runtime.rules.problem import RuleFileError
from runtime.rules.read_rule import parse_rule, parse_rule_test, rule_id_of_path

PATH = "playbooks/tutor/tools/retrieve-before-web.yaml"
RULE = b"""\
# a comment
schema: 1
id: tools.retrieve-before-web
title: Query the local database before the web
status: experimental
agent: tutor
text: |
  Call `retrieve` and read what it returned.
when: action.name == "web_browser"
require: state.retrieval.queried
otherwise: {action: retrieve}
evidence:
  - {cluster: c-1, failures: 14, samples: 9, traces: [e-1], quote_sha256: ab}
effect: {metric: success, stage: held-out, n: 400, before: 0.617, after: 1, verdict: confirmed, controller: m}
related: [{id: retrieval.thin, type: refines}]
authors: [ace, j.doe]
created: 2026-11-29
"""


def refusal(old: bytes, new: bytes, path: str = PATH) -> str:
    assert old in RULE
    with pytest.raises(RuleFileError) as info:
        parse_rule(RULE.replace(old, new), path)
    return str(info.value)


def test_a_whole_rule_is_read() -> None:
    rule = parse_rule(RULE, PATH)
    assert rule.id == "tools.retrieve-before-web"
    assert rule.text == "Call `retrieve` and read what it returned.\n"
    assert rule.is_checked
    assert rule.otherwise is not None
    assert rule.otherwise.action == "retrieve"
    assert rule.evidence[0].traces == ("e-1",)
    assert rule.effect is not None
    assert rule.effect.after == 1.0
    assert rule.created == "2026-11-29"


MISTAKES = {
    "unknown field": (b"status:", b"statsu:", "5:9: statsu: unknown field; did you mean `status`?"),
    "unknown inner field": (b"failures:", b"failure:", "evidence.0.failure: unknown field; did you mean `failures`?"),
    "missing field": (b"agent: tutor\n", b"", "2:1: agent: this field is missing; add it"),
    "boolean for text": (b"tutor", b"true", '6:8: agent: YAML reads `true` as true or false; write "true" in quotes'),
    "number for text": (b"tutor", b"1.10", '6:8: agent: YAML reads `1.10` as a number; write "1.10" in quotes'),
    "no for text": (b"tutor", b"no", 'write "no" in quotes'),
    "list for text": (b"agent: tutor", b"agent: [tutor]", "6:8: agent: a text is wanted, not a list or mapping"),
    "text for number": (b"schema: 1", b'schema: "1"', "2:9: schema: "),
    "float for count": (b"failures: 14", b"failures: 14.5", "evidence.0.failures: "),
    "quoted count": (b"failures: 14", b'failures: "14"', "evidence.0.failures: "),
    "negative count": (b"failures: 14", b"failures: -1", "greater than or equal to 0"),
    "unknown status": (b"experimental", b"activ", "5:9: status: `activ` is not one of"),
    "nearest status": (b"experimental", b"activ", "did you mean `active`?"),
    "require alone": (b"when: action", b"rationale: action", "`require` needs a `when`"),
    "condition": (b"state.retrieval.queried", b"state.retrieval.queried &&", "10:36: require: condition"),
    "id of another file": (b"tools.retrieve", b"tool.retrieve", "3:5: id: `tool.retrieve-before-web` does not match"),
    "upper-case id": (b"tools.retrieve", b"Tools.retrieve", "3:5: id: "),
    "no such day": (b"2026-11-29", b"2026-11-31", "17:10: created: there is no day 2026-11-31"),
    "not a date": (b"created: 2026-11-29", b"created: today", "created: "),
    "look-alike letters": (b"Query the", "Qu\u0435ry the".encode(), "4:8: title: 'Qu\\u0435ry' mixes"),
}


@pytest.mark.parametrize(("old", "new", "message"), MISTAKES.values(), ids=MISTAKES)
def test_mistake_is_named_with_its_place(old: bytes, new: bytes, message: str) -> None:
    text = refusal(old, new)
    assert text.startswith(f"{PATH}:")
    assert message in text


def test_every_problem_of_a_file_is_listed() -> None:
    text = refusal(b"agent: tutor\ntext: |\n", b"agnet: tutor\ntext: |\n")
    assert len(text.splitlines()) == 2


PATHS = {
    "playbooks/tutor/tools/x-1.yaml": "tools.x-1",
    "tools/x.test.yaml": "tools.x",
    "x.yaml": None,
    "tools/x.yml": None,
    "tools/X.yaml": None,
    "tools/-x.yaml": None,
    "tools/a.b.yaml": None,
    "tools/.yaml": None,
    "../x.yaml": None,
    "tools/x\n.yaml": None,
}


@pytest.mark.parametrize(("path", "rule_id"), PATHS.items())
def test_id_of_a_path(path: str, rule_id: str | None) -> None:
    assert rule_id_of_path(path) == rule_id


def test_a_rule_test_is_read_and_checked() -> None:
    data = b"violates: [{action: {name: web_browser}, state: {retrieval: {queried: false}}}]\ncomplies: []\n"
    test = parse_rule_test(data, "p/tools/x.test.yaml")
    assert test.violates[0].state == {"retrieval": {"queried": False}}
    with pytest.raises(
        RuleFileError, match=r"x\.test\.yaml:1:\d+: violates\.0\.stat: unknown field; did you mean `state`"
    ):
        parse_rule_test(data.replace(b"state:", b"stat:"), "p/tools/x.test.yaml")


def test_a_text_where_a_mapping_is_wanted_is_shown_the_mapping() -> None:
    source = b"schema: 1\nid: a.b\ntitle: abc\nagent: tutor\ntext: Do it.\notherwise: zoom\n"
    with pytest.raises(RuleFileError, match=r"6:12: otherwise: a mapping is wanted; write \{action: \.\.\.\}"):
        parse_rule(source, "p/a/b.yaml")
