"""The simulated controller: marked, deterministic, and moved by conditions, not by words."""

import json
from dataclasses import replace

import pytest

from runtime.contracts.json_types import JsonObject
from runtime.contracts.ports import ModelRequest
from runtime.contracts.rule import Rule
from runtime.contracts.state import AgentState, StudentState
from runtime.models.simulated import FAILURE_RATES, Simulated, SimulatedSettings
from runtime.state.parse_action import ParseProblem, parse_action
from runtime.state.transitions import with_retrieval
from tests.runtime.builders import HITS, SAMPLE, rule, state

CLEAN = dict.fromkeys(FAILURE_RATES, 0.0)
WEB = {**CLEAN, "web_before_local": 1.0}
LOCAL_FIRST = rule(
    "tool.local-first", when="action.name == 'web_browser'", require="state.retrieval.queried", otherwise="retrieve"
)
TOOLS = ("retrieve", "web_browser", "image_findings", "zoom")
RUNS = 400


def _simulated(rates: dict[str, float] | None = None, obey: float = 0.85) -> Simulated:
    return Simulated(SimulatedSettings(obey=obey, failure_rates=rates if rates is not None else {}))


def _request(seed: int, rules: tuple[Rule, ...] = (), now: AgentState | None = None, **changes: object) -> ModelRequest:
    request = ModelRequest((), {}, seed, state=now or state(), sample=SAMPLE, rules=rules)
    return replace(request, **changes)  # type: ignore[arg-type]


async def _texts(model: Simulated, rules: tuple[Rule, ...] = (), **changes: object) -> list[str]:
    return [(await model.complete(_request(seed, rules, **changes))).text for seed in range(RUNS)]  # type: ignore[arg-type]


def _share(texts: list[str], word: str) -> float:
    return sum(word in text for text in texts) / len(texts)


async def test_the_same_seed_gives_the_same_text_and_another_seed_another() -> None:
    first, second = await _texts(_simulated()), await _texts(_simulated())
    assert first == second
    assert len(set(first)) > 5


def test_it_is_always_marked_simulated() -> None:
    assert Simulated().info.simulated
    assert "simulated" in Simulated().info.label


def test_an_unknown_failure_rate_is_named() -> None:
    with pytest.raises(ValueError, match="unknown failure rate 'lazy': the simulated controller has early_reveal"):
        _simulated({"lazy": 0.5})


@pytest.mark.parametrize("obey", [0.0, 0.5, 0.85, 1.0])
async def test_a_rule_with_a_condition_is_obeyed_at_the_stated_rate(obey: float) -> None:
    model = _simulated(WEB, obey)
    assert _share(await _texts(model), "web_browser") == 1.0
    texts = await _texts(model, (LOCAL_FIRST,))
    assert _share(texts, '"tool": "retrieve"') == pytest.approx(obey, abs=0.07)
    assert _share(texts, '"tool": "retrieve"') + _share(texts, '"tool": "web_browser"') == 1.0


@pytest.mark.parametrize(
    "words",
    [rule(text="Never use the web browser."), rule(text="No web.", when="action.name == 'web_browser'")],
    ids=["words", "words with when"],
)
async def test_a_rule_in_words_is_never_obeyed(words: Rule) -> None:
    model = _simulated(WEB, obey=1.0)
    assert await _texts(model, (words,)) == await _texts(model)


async def test_a_rule_changes_no_decision_it_does_not_speak_about() -> None:
    model = _simulated()
    before, after = await _texts(model), await _texts(model, (LOCAL_FIRST,))
    changed = [pair for pair in zip(before, after, strict=True) if pair[0] != pair[1]]
    assert changed
    assert all("web_browser" in old for old, _ in changed)


async def test_a_second_rule_leaves_the_draws_of_the_first_in_place() -> None:
    model = _simulated(WEB, obey=0.5)
    silent = rule("hint.none", when="action.kind == 'SAFETY_REFUSE'", require="false")
    broken = rule("bad.condition", when="action.no_such_field == 1", require="false")
    alone = await _texts(model, (LOCAL_FIRST,))
    assert await _texts(model, (silent, LOCAL_FIRST, broken)) == alone


async def test_rules_are_obeyed_independently_of_each_other() -> None:
    model = _simulated(WEB, obey=0.5)
    twin = rule("tool.twin", when=LOCAL_FIRST.when, require=LOCAL_FIRST.require, otherwise="retrieve")
    both = _share(await _texts(model, (LOCAL_FIRST, twin)), '"tool": "retrieve"')
    assert both == pytest.approx(0.75, abs=0.07)


async def test_a_rule_that_only_blocks_is_obeyed_by_something_that_complies() -> None:
    model = _simulated(WEB, obey=1.0)
    block = rule("tool.none", when="action.kind == 'REQUEST_TOOL'", require="false", otherwise="block")
    assert _share(await _texts(model, (block,)), "REQUEST_TOOL") == 0.0


async def test_a_rule_nothing_complies_with_changes_nothing() -> None:
    model = _simulated(WEB, obey=1.0)
    assert await _texts(model, (rule("no.way", when="true", require="false"),)) == await _texts(model)


@pytest.mark.parametrize(("name", "kind"), [("malformed", "malformed"), ("several_tools", "several_tools")])
async def test_unusable_answers_come_on_the_first_attempt_only(name: str, kind: str) -> None:
    model = _simulated({**CLEAN, name: 1.0})
    for text in await _texts(model):
        problem = parse_action(text, TOOLS)
        assert isinstance(problem, ParseProblem)
        assert problem.kind == kind
    assert not [text for text in await _texts(model, attempt=1) if isinstance(parse_action(text, TOOLS), ParseProblem)]


async def test_without_failures_every_text_is_an_action() -> None:
    for text in await _texts(_simulated(CLEAN)):
        assert not isinstance(parse_action(text, TOOLS), ParseProblem)


async def test_tokens_are_estimated_from_characters() -> None:
    reply = await Simulated().complete(_request(1))
    assert (reply.prompt_tokens, reply.completion_tokens) == (0, max(len(reply.text) // 4, 1))
    assert reply.finish_reason == "stop"


async def _answers(now: AgentState, rates: dict[str, float]) -> list[JsonObject]:
    return [json.loads(text) for text in await _texts(_simulated(rates), now=now, purpose="solve")]


async def test_as_a_solver_it_cites_what_was_found_and_is_mostly_right() -> None:
    answers = await _answers(with_retrieval(state(), HITS, "one", 0.5), CLEAN)
    assert {tuple(answer["citations"]) for answer in answers} == {("card-meniscus",)}  # type: ignore[arg-type]
    right = sum(answer["answer"] == "B" for answer in answers) / len(answers)
    assert right == pytest.approx(0.93, abs=0.05)


async def test_as_a_solver_without_evidence_it_says_so_or_guesses() -> None:
    assert {answer["status"] for answer in await _answers(state(), CLEAN)} == {"insufficient_evidence"}
    guessed = await _answers(state(), {**CLEAN, "guess": 1.0})
    assert {answer["status"] for answer in guessed} == {"answer"}
    assert sum(answer["answer"] == "B" for answer in guessed) / len(guessed) == pytest.approx(0.5, abs=0.08)


async def test_a_right_student_is_confirmed() -> None:
    now = state(StudentState(attempts=1, performance="correct"))
    assert set(await _texts(_simulated(CLEAN), now=now)) == {
        '{"action": "REVEAL_ANSWER", "reason": "the student has it"}'
    }
