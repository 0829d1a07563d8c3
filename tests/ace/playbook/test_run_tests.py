"""Tests beside rules."""

from hypothesis import given, settings
from hypothesis import strategies as st

from ace.playbook.run_tests import run_rule_tests
from ace.playbook.write_rule import dump_rule_test
from runtime.contracts.json_types import JsonObject
from runtime.contracts.playbook import Playbook, RuleFile
from runtime.contracts.rule import Rule, RuleCase, RuleTest
from runtime.rules.read_rule import parse_rule_test


def results(violates: list[JsonObject], complies: list[JsonObject], **condition: str) -> list[tuple[bool, str]]:
    condition = condition or {"when": 'action.name == "web_browser"', "require": "state.retrieval.queried"}
    rule = Rule(schema=1, id="a.b", title="abc", agent="tutor", text="abc", **condition)  # type: ignore[arg-type]
    cases = [tuple(RuleCase.model_validate(case) for case in group) for group in (violates, complies)]
    test = RuleTest(violates=cases[0], complies=cases[1])
    source = dump_rule_test(test)
    playbook = Playbook("p", "", (RuleFile("p/a/b.yaml", rule, b"", test, source), RuleFile("p/a/c.yaml", rule, b"")))
    return [(result.ok, result.message) for result in run_rule_tests(playbook)]


WEB: JsonObject = {"name": "web_browser"}
QUERIED: JsonObject = {"retrieval": {"queried": True}}


def test_missing_fields_take_their_defaults_and_silence_complies() -> None:
    passing = results([{"action": WEB}], [{"action": WEB, "state": QUERIED}, {"action": {"name": "zoom"}}])
    assert passing == [(True, "")] * 3


def test_a_failing_case_says_what_held() -> None:
    failing = results([{"action": WEB, "state": QUERIED}, {"action": {}}], [{"action": WEB}])
    assert failing == [
        (False, "expected a violation, but `require` holds"),
        (False, "expected a violation, but `when` does not hold"),
        (False, "expected no violation, but the case violates the rule"),
    ]


def test_a_misspelt_or_mistyped_field_is_not_the_default_in_silence() -> None:
    cases: list[JsonObject] = [
        {"action": WEB, "state": {"retreival": {"queried": True}}},
        {"action": WEB, "state": {"retrieval": {"querried": True}}},
        {"action": WEB, "state": {"retrieval": True}},
        {"action": WEB, "state": {"step": True}},
        {"action": {"nam": "x"}},
    ]
    messages = [message for _, message in results([], cases)]
    assert [message.split(";")[0] for message in messages] == [
        "unknown field `state.retreival`",
        "unknown field `state.retrieval.querried`",
        "unknown field `state.retrieval`",
        "unknown field `state.step`",
        "unknown field `action.nam`",
    ]


def test_arguments_are_free_and_errors_are_shown() -> None:
    condition = {"when": 'action.arguments.query == "x"', "require": "false"}
    shown = results([{"action": {"arguments": {"query": "x"}}}, {"action": {}}], [], **condition)
    assert shown[0] == (True, "")
    assert not shown[1][0]
    assert "there is no field `query`" in shown[1][1]


def test_each_case_says_where_it_is_written() -> None:
    source = b"complies:\n  - action: {name: zoom}\n\n  - action:\n      name: ocr\nviolates: [{action: {}}]\n"
    rule = Rule(schema=1, id="a.b", title="abc", agent="tutor", text="abc", when="true", require="true")
    test = parse_rule_test(source, "p/a/b.test.yaml")
    playbook = Playbook("p", "", (RuleFile("p/a/b.yaml", rule, b"", test, source),))
    places = {(result.kind, result.index): (result.path, result.line) for result in run_rule_tests(playbook)}
    assert places == {
        ("complies", 0): ("p/a/b.test.yaml", 2),
        ("complies", 1): ("p/a/b.test.yaml", 4),
        ("violates", 0): ("p/a/b.test.yaml", 6),
    }


PARTS = st.sampled_from(
    [
        "state.retrieval.queried",
        "state.step > 3",
        'action.name == "zoom"',
        "action.hint_level <= state.student.hint_level + 1",
        'action.text.contains("x")',
        '"zoom" in state.tools.called',
        'episode.modality == "CT"',
    ]
)
WITHOUT_MACROS = st.recursive(
    PARTS,
    lambda inner: st.tuples(inner, st.sampled_from(["&&", "||"]), inner).map(lambda three: f"({' '.join(three)})"),
    max_leaves=6,  # a rule's condition has at most 600 characters, and here it is also inverted
)
# A condition may hold two list macros at most.
CONDITIONS = WITHOUT_MACROS | WITHOUT_MACROS.map(lambda part: f'state.tools.called.exists(o, o == "zoom") || {part}')
CASES = st.fixed_dictionaries(
    {
        "action": st.fixed_dictionaries(
            {"name": st.sampled_from(["zoom", "HINT"]), "hint_level": st.integers(0, 3), "text": st.sampled_from("xy")}
        ),
        "state": st.fixed_dictionaries(
            {
                "step": st.integers(0, 6),
                "retrieval": st.fixed_dictionaries({"queried": st.booleans()}),
                "tools": st.fixed_dictionaries({"called": st.lists(st.sampled_from(["zoom", "ocr"]), max_size=2)}),
            }
        ),
        "episode": st.fixed_dictionaries({"modality": st.sampled_from(["CT", "MR"])}),
    }
)


@settings(deadline=None)
@given(CONDITIONS, st.lists(CASES, min_size=1, max_size=4))
def test_every_case_fails_once_the_condition_is_inverted(require: str, cases: list[JsonObject]) -> None:
    """A test sorted by the rule's own verdicts passes, and no case of it survives the opposite rule."""
    shown = results(cases, [], when="true", require=require)
    violates = [case for case, (ok, _) in zip(cases, shown, strict=True) if ok]
    complies = [case for case, (ok, _) in zip(cases, shown, strict=True) if not ok]
    assert all(ok for ok, _ in results(violates, complies, when="true", require=require))
    inverted = results(violates, complies, when="true", require=f"!({require})")
    assert [ok for ok, _ in inverted] == [False] * len(cases)


def test_each_rule_is_tested_on_the_fields_of_its_own_agent() -> None:
    case = RuleCase.model_validate({"action": {"kind": "KEEP", "edge_distance_px": 0.0}})
    for agent, passes in (("inspector", True), ("tutor", False), ("nobody", False)):
        rule = Rule(
            schema=1, id="a.b", title="abc", agent=agent, text="abc", when='action.kind == "KEEP"',
            require="action.edge_distance_px > 0.0",
        )  # fmt: skip
        test = RuleTest(violates=(case,))
        playbook = Playbook("p", "", (RuleFile("p/a/b.yaml", rule, b"", test, dump_rule_test(test)),))
        assert [result.ok for result in run_rule_tests(playbook)] == [passes], agent
