"""A reviewed rule with `enforce: gate` blocks or converts, from the same file that prompts are made of."""

from dataclasses import replace

import pytest

from runtime.contracts.action import Action
from runtime.contracts.state import StudentState
from runtime.gates.pedagogy import hint_text, refusal
from runtime.gates.rule_gates import apply_rule_gates, default_arguments, substitute
from runtime.state.condition_view import condition_context
from runtime.tools.check_arguments import check_arguments
from runtime.tools.registry import tutor_tools
from tests.runtime.builders import SAMPLE, gate, rule, state, tool_request, view

WEB = tool_request("web_browser", query="effusion")
WHEN, REQUIRE = "action.name == 'web_browser'", "state.retrieval.queried"


def _context(action: Action) -> dict[str, object]:
    return condition_context(action, state(), SAMPLE)


def test_a_violated_gate_blocks_with_the_rules_text() -> None:
    (verdict,) = apply_rule_gates(WEB, [gate(WHEN, REQUIRE)], _context(WEB), view())
    assert (verdict.gate, verdict.decision, verdict.reason) == ("rule:tool.order", "block", "Look before you ask.")


def test_a_violated_gate_converts_to_what_it_says() -> None:
    (verdict,) = apply_rule_gates(WEB, [gate(WHEN, REQUIRE, "retrieve")], _context(WEB), view())
    assert verdict.decision == "convert"
    assert verdict.action is not None
    assert (verdict.action.tool, verdict.action.arguments) == ("retrieve", {"query": SAMPLE.question})


def test_a_gate_that_is_kept_says_so_and_one_that_does_not_speak_says_nothing() -> None:
    kept = gate(WHEN, "true")
    silent = gate("action.kind == 'HINT'", "false", rule_id="hint.none")
    verdicts = apply_rule_gates(WEB, [kept, silent], _context(WEB), view())
    assert [(verdict.gate, verdict.decision) for verdict in verdicts] == [("rule:tool.order", "allow")]


def test_a_rule_for_the_prompt_is_no_gate() -> None:
    prompt = rule(when=WHEN, require=REQUIRE)
    assert apply_rule_gates(WEB, [prompt, rule("tool.words")], _context(WEB), view()) == []


@pytest.mark.parametrize("require", ["state.no_such_field", "state.step + 'x' == 'x'", "state.step"])
def test_a_condition_that_fails_blocks(require: str) -> None:
    (verdict,) = apply_rule_gates(WEB, [gate(WHEN, require, "retrieve")], _context(WEB), view())
    assert (verdict.decision, verdict.action) == ("block", None)
    assert "could not be evaluated" in verdict.reason


@pytest.mark.parametrize("name", ["HINT", "convert"])
def test_a_hint_in_place_is_of_the_next_level(name: str) -> None:
    now = state(StudentState(hint_level=1))
    assert substitute(WEB, name, view(now)) == Action("HINT", text=hint_text(SAMPLE, 2), hint_level=2)
    last = state(StudentState(hint_level=3))
    assert substitute(WEB, name, view(last)).hint_level == 3


def test_a_response_in_place_keeps_the_words_or_takes_a_hints() -> None:
    said = Action("HINT", text="Look.", hint_level=2)
    assert substitute(said, "ASK_PROBE", view()) == Action("ASK_PROBE", text="Look.", reason="in place of HINT")
    assert substitute(WEB, "QUIZ", view()).text == hint_text(SAMPLE, 1)
    assert substitute(WEB, "SAFETY_REFUSE", view()) == refusal(WEB)


@pytest.mark.parametrize("name", tutor_tools())
def test_every_tool_can_stand_in_with_arguments_it_takes(name: str) -> None:
    long = SAMPLE.model_copy(update={"question": "why? " * 200})
    arguments = default_arguments(name, replace(view(), sample=long))
    assert check_arguments(tutor_tools()[name].spec, arguments) == ""
