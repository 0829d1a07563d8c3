"""All gates together: order, records, and the second look at a replacement."""

from dataclasses import replace

from runtime.contracts.action import Action
from runtime.contracts.rule import Rule
from runtime.contracts.sample import TutorSample
from runtime.contracts.state import AgentState, StudentState
from runtime.contracts.tool_call import ToolCall
from runtime.gates.decide import Gated, decide
from runtime.gates.fixed_gates import FIXED_GATES
from runtime.gates.settings import ALL_ENFORCED
from runtime.state.condition_view import condition_context, leak_in, repeats_of
from tests.runtime.builders import SAMPLE, gate, sample, state, tool_request, view

TRIED = StudentState(attempts=1, performance="wrong")
REVEAL = Action("REVEAL_ANSWER")
LEAKING = Action("HINT", text="The answer is B.", hint_level=1)


def _decide(
    action: Action,
    *rules: Rule,
    now: AgentState | None = None,
    case: TutorSample = SAMPLE,
    is_unsafe: bool = False,
) -> Gated:
    now = now or state()
    looked = view(now, case, repeats_of(action, now), leak_in(action, case), is_unsafe)
    return decide(action, rules, condition_context(action, now, case), looked)


def _said(gated: Gated) -> list[tuple[str, str]]:
    return [(record.gate, record.decision) for record in gated.records]


def test_what_nobody_objects_to_happens_and_is_recorded() -> None:
    action = Action("ASK_PROBE", text="What do you see?")
    gated = _decide(action)
    assert (gated.action, gated.reason) == (action, "")
    assert _said(gated) == [("fixed", "allow")]
    asked = ", ".join(name for name, _ in FIXED_GATES)
    assert gated.records[0].reason == f"asked, none objects: {asked}"


def test_a_gate_that_observes_is_recorded_and_changes_nothing() -> None:
    web = tool_request("web_browser", query="pleural effusion")
    gated = _decide(web)
    assert (gated.action, gated.reason) == (web, "")
    assert _said(gated) == [("local_before_web", "observe"), ("fixed", "allow")]
    assert gated.records[0].reason.startswith("would convert: the local index has not been searched")
    assert "local_before_web" not in gated.records[1].reason


def test_an_enforced_gate_converts_and_both_looks_are_recorded() -> None:
    web = tool_request("web_browser", query="pleural effusion")
    looked = replace(view(), modes=ALL_ENFORCED)
    gated = decide(web, (), condition_context(web, state(), SAMPLE), looked)
    assert gated.action == tool_request("retrieve", query="pleural effusion")
    assert _said(gated) == [("local_before_web", "convert"), ("fixed", "allow")]


def test_a_skipped_hint_level_is_given_as_the_next_one() -> None:
    gated = _decide(Action("HINT", text="Look at it.", hint_level=3))
    assert gated.action is not None
    assert gated.action.hint_level == 1
    assert _said(gated) == [("hint_escalation", "convert"), ("fixed", "allow")]


def test_a_fixed_gate_is_asked_before_rules() -> None:
    gated = _decide(REVEAL, gate("true", "false", rule_id="a.rule"))
    assert gated.action is None
    assert _said(gated) == [("reveal", "block")]
    assert "not tried yet" in gated.reason


def test_the_first_rule_that_objects_decides_and_every_one_is_recorded() -> None:
    rules = (
        gate("true", "true", rule_id="a.kept"),
        gate("true", "false", "HINT", rule_id="b.first"),
        gate("true", "action.kind == 'HINT'", rule_id="c.second"),
    )
    gated = _decide(Action("QUIZ", text="Which?"), *rules)
    assert _said(gated)[:4] == [
        ("fixed", "allow"),
        ("rule:a.kept", "allow"),
        ("rule:b.first", "convert"),
        ("rule:c.second", "block"),
    ]


def test_a_conversion_gives_the_replacement_with_both_looks_recorded() -> None:
    gated = _decide(
        tool_request("web_browser", query="x"),
        gate("action.name == 'web_browser'", "state.retrieval.queried", "retrieve"),
    )
    assert gated.action is not None
    assert gated.action.tool == "retrieve"
    assert _said(gated) == [
        ("local_before_web", "observe"),
        ("fixed", "allow"),
        ("rule:tool.order", "convert"),
        ("fixed", "allow"),
    ]


def test_no_rule_opens_the_answer() -> None:
    gated = _decide(Action("QUIZ", text="Which?"), gate("true", "false", "REVEAL_ANSWER"))
    assert gated.action is None
    assert _said(gated)[-1] == ("reveal", "block")


def test_an_authored_hint_that_leaks_is_not_put_in_place_of_a_reveal() -> None:
    case = sample(findings=("This is a pleural effusion.",))
    gated = _decide(REVEAL, now=state(TRIED), case=case)
    assert gated.action is None
    assert _said(gated) == [("assessment", "convert"), ("leak", "block")]


def test_a_tool_put_in_place_is_blocked_when_it_was_called_before() -> None:
    earlier = replace(state(), tool_calls=(ToolCall("call-1", "retrieve", {"query": SAMPLE.question}),))
    converting = gate("action.name == 'web_browser'", "false", "retrieve")
    gated = _decide(tool_request("web_browser", query="x"), converting, now=earlier)
    assert gated.action is None
    assert _said(gated)[-1] == ("repeats", "block")


def test_repeated_words_of_a_hint_do_not_block_the_tool_put_in_its_place() -> None:
    said = state()
    said = replace(
        said, messages=(*said.messages, replace(said.messages[0], role="assistant", speaker="tutor", text="Look."))
    )
    gated = _decide(
        Action("HINT", text="Look.", hint_level=1), gate("action.repeats > 0", "false", "image_findings"), now=said
    )
    assert gated.action is not None
    assert gated.action.tool == "image_findings"


def test_a_conversion_does_not_get_around_another_rule() -> None:
    no_hints = gate("action.kind == 'HINT'", "state.image.observed", rule_id="hint.after-looking")
    gated = _decide(REVEAL, no_hints, now=state(TRIED))
    assert gated.action is None
    assert _said(gated) == [("assessment", "convert"), ("fixed", "allow"), ("rule:hint.after-looking", "block")]


def test_a_rule_that_replaces_an_action_by_itself_blocks_it() -> None:
    gated = _decide(Action("ASK_PROBE", text="Why?"), gate("action.kind == 'ASK_PROBE'", "false", "ASK_PROBE"))
    assert gated.action is None


def test_a_leak_is_blocked_with_the_reason() -> None:
    gated = _decide(LEAKING)
    assert gated.action is None
    assert "names option B" in gated.reason


def test_an_unsafe_message_is_refused_whatever_rules_say() -> None:
    never_refuse = gate("action.kind == 'SAFETY_REFUSE'", "false", "HINT")
    own = Action("SAFETY_REFUSE", text="Please see a clinician.")
    assert _decide(own, never_refuse, is_unsafe=True).action == own
    converted = _decide(LEAKING, never_refuse, is_unsafe=True)
    assert converted.action is not None
    assert converted.action.kind == "SAFETY_REFUSE"
    assert _said(converted) == [("safety", "convert"), ("fixed", "allow")]


def test_a_needless_refusal_can_be_stopped_by_a_rule() -> None:
    gated = _decide(Action("SAFETY_REFUSE", text="No."), gate("action.kind == 'SAFETY_REFUSE'", "false", "HINT"))
    assert gated.action is not None
    assert gated.action.kind == "HINT"
