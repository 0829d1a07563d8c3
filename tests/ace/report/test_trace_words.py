"""Words that text and page share."""

import pytest

from ace.report.trace_words import (
    action_words,
    cost_words,
    gate_words,
    gist_words,
    score_words,
    seal_words,
    spent_words,
    took_words,
)
from runtime.contracts.json_types import JsonObject
from runtime.contracts.trace_event import GateRecord, Outcome
from tests.ace.conftest import SmallRun
from tests.ace.report.tracing import first_view


@pytest.mark.parametrize(
    ("action", "words"),
    [
        ({"action": "REQUEST_TOOL", "tool": "zoom", "arguments": {"box": [0, 1]}}, 'zoom {"box": [0, 1]}'),
        ({"action": "HINT", "hint_level": 2, "text": 'a "b"', "reason": "r"}, 'HINT 2 "a \\"b\\""'),
        ({"action": "REVEAL_ANSWER"}, "REVEAL_ANSWER"),
        ({"action": "KEEP", "candidate": 3, "reason": "bright"}, 'KEEP {"candidate": 3}'),
    ],
    ids=["tool", "hint", "bare", "further fields"],
)
def test_an_action(action: JsonObject, words: str) -> None:
    assert action_words(action) == words


def test_an_outcome() -> None:
    outcome = Outcome("r", "e", "answered", "", {"answer_correct": 1.0}, spent={"steps": 3, "cost_usd": 0.0})
    assert score_words(outcome) == "answer correct 1"
    assert spent_words(outcome) == "steps 3"


def test_a_gate_that_let_an_action_pass_is_counted_one_that_spoke_is_told() -> None:
    passed = GateRecord("fixed", "allow", "asked, none objects: schema, leak, budget")
    assert gate_words(passed, with_names=False) == ("gates", "3 asked, none objected")
    stopped = GateRecord("assessment", "convert", "a hint is left")
    said = gate_words(passed, with_names=False, earlier=(stopped,))
    assert said == ("gates", "3 asked about what was put in its place, none objected")
    watching = GateRecord("leak", "observe", "would block: the answer is in it")
    assert gate_words(passed, with_names=False, earlier=(watching,))[1] == "the other 3 asked, none objected"
    assert gate_words(passed) == ("gate", "fixed allow: asked, none objects: schema, leak, budget")
    blocked = GateRecord("leak", "block", "the answer is in it")
    assert gate_words(blocked, with_names=False) == ("gate", "leak block: the answer is in it")


def test_time_not_worth_telling_is_left_out() -> None:
    assert [took_words(ms) for ms in (0.0, 0.9, 1.0, 12.3)] == ["", "", ", 1 ms", ", 12 ms"]


def test_a_seal() -> None:
    assert [seal_words(one).split()[0] for one in ("intact", "edited", "unsealed")] == ["intact:", "EDITED", "no"]


def test_a_step(small_run: SmallRun) -> None:
    step = next(step for step in first_view(small_run.session).steps if step.step.card)
    assert step.step.card is not None
    assert gist_words(step)[0] == step.step.card.name
    assert gist_words(step)[1].removesuffix("...") in " ".join(step.step.card.summary.split())
    prompt, written = step.step.attempts[0].prompt_tokens, step.step.attempts[0].completion_tokens
    assert cost_words(step).startswith(f"{prompt}+{written} tokens")
