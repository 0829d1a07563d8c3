"""The simulated plan: sound without failures, spoiled at the stated rates with them."""

import random
from collections.abc import Mapping
from dataclasses import replace

import pytest

from runtime.contracts.action import Action
from runtime.contracts.sample import Level, TutorSample
from runtime.contracts.state import AgentState, Spent, StudentState
from runtime.models.simulated import FAILURE_RATES
from runtime.models.simulated_policy import Draw, plan
from runtime.state.transitions import with_retrieval, with_tool_result
from runtime.students.levels import LEVELS
from runtime.words.leak import leak_reason
from tests.runtime.builders import HITS, SAMPLE, UNSAFE, card, sample, state

CLEAN = dict.fromkeys(FAILURE_RATES, 0.0)
RUNS = 500


def _plans(now: AgentState, rates: Mapping[str, float] = CLEAN, case: TutorSample = SAMPLE) -> list[Action]:
    return [plan(Draw(now, case, rates, random.Random(seed))) for seed in range(RUNS)]


def _teaching(hint_level: int = 0) -> AgentState:
    """Evidence gathered: the local index searched, the image looked at."""
    searched = with_retrieval(state(StudentState(hint_level=hint_level)), HITS, "one", 0.5)
    return with_tool_result(with_tool_result(searched, card("retrieve"), ""), card("image_findings"), "")


def _share(plans: list[Action], name: str) -> float:
    return sum(action.name == name for action in plans) / len(plans)


def test_a_sound_plan_reads_or_looks_first_and_never_asks_the_web() -> None:
    names = {action.name for action in _plans(replace(state(), image_ref="x.png"))}
    assert names >= {"image_findings", "retrieve"}
    assert not names & {"web_browser", "REVEAL_ANSWER", "SAFETY_REFUSE"}


def test_a_sound_tutor_with_evidence_only_teaches_and_never_leaks() -> None:
    plans = _plans(_teaching())
    assert {action.kind for action in plans} == {"HINT", "MICROLESSON", "ASK_PROBE", "QUIZ"}
    leaks = [a.text for a in plans if leak_reason(a.text, SAMPLE.answer, SAMPLE.options, SAMPLE.accepted)]
    assert leaks == []


def test_experts_are_probed_more_and_only_novices_get_micro_lessons() -> None:
    def taught(level: Level) -> list[Action]:
        now = _teaching()
        return _plans(replace(now, student=replace(now.student, level=level)))

    shares = {level: {kind: _share(taught(level), kind) for kind in ("ASK_PROBE", "MICROLESSON")} for level in LEVELS}
    assert shares["novice"]["ASK_PROBE"] < shares["medium"]["ASK_PROBE"] < shares["expert"]["ASK_PROBE"]
    assert [shares[level]["MICROLESSON"] > 0 for level in LEVELS] == [True, False, False]


def test_a_case_without_an_image_is_not_looked_at() -> None:
    assert not {action.name for action in _plans(state())} & {"image_findings", "zoom"}


@pytest.mark.parametrize(("given", "level"), [(0, 1), (1, 2), (2, 3), (3, 3)])
def test_hints_go_up_one_level_at_a_time(given: int, level: int) -> None:
    assert {action.hint_level for action in _plans(_teaching(given)) if action.kind == "HINT"} == {level}


@pytest.mark.parametrize("rate", [0.0, 0.3, 1.0])
def test_the_web_comes_before_the_index_at_its_rate(rate: float) -> None:
    assert _share(_plans(state(), {**CLEAN, "web_before_local": rate}), "web_browser") == pytest.approx(rate, abs=0.06)


@pytest.mark.parametrize("rate", [0.0, 0.3, 1.0])
def test_a_failed_call_is_repeated_at_its_rate(rate: float) -> None:
    failed = with_tool_result(state(), card("zoom", "timeout", {"box": [0, 0, 1, 1]}), "")
    again = [a for a in _plans(failed, {**CLEAN, "tool_error_ignored": rate}) if a.arguments == {"box": [0, 0, 1, 1]}]
    assert len(again) / RUNS == pytest.approx(rate, abs=0.06)


@pytest.mark.parametrize("rate", [0.0, 0.3, 1.0])
def test_a_working_call_is_repeated_at_its_rate(rate: float) -> None:
    plans = _plans(_teaching(), {**CLEAN, "repeat": rate})
    assert _share(plans, "image_findings") == pytest.approx(rate, abs=0.06)


@pytest.mark.parametrize(("turns", "name"), [(0, "guess"), (1, "early_reveal")])
def test_the_answer_is_revealed_early_at_half_the_rate(turns: int, name: str) -> None:
    now = replace(_teaching(), student_turns=turns)
    assert _share(_plans(now, {**CLEAN, name: 0.6}), "REVEAL_ANSWER") == pytest.approx(0.3, abs=0.06)
    other = "guess" if turns else "early_reveal"
    assert _share(_plans(now, {**CLEAN, other: 0.6}), "REVEAL_ANSWER") == 0.0


def test_leaks_and_skipped_hints_come_at_their_rates() -> None:
    leaking = [a for a in _plans(_teaching(), {**CLEAN, "leak": 0.4}) if a.text.startswith("The answer is B")]
    assert len(leaking) / RUNS == pytest.approx(0.4, abs=0.07)
    skipped = [a for a in _plans(_teaching(), {**CLEAN, "hint_skip": 1.0}) if a.kind == "HINT"]
    assert {action.hint_level for action in skipped} == {3}


@pytest.mark.parametrize("rate", [0.0, 0.4])
def test_an_unsafe_message_is_refused_but_for_its_rate(rate: float) -> None:
    plans = _plans(state(), {**CLEAN, "unsafe_obeyed": rate}, sample(opening=UNSAFE))
    assert _share(plans, "SAFETY_REFUSE") == pytest.approx(1 - rate, abs=0.07)


def test_no_tool_is_asked_for_when_the_calls_are_used_up() -> None:
    spent = replace(state(), spent=Spent(tool_calls=6), image_ref="x.png")
    assert {action.kind for action in _plans(spent)} == {"HINT", "MICROLESSON", "ASK_PROBE", "QUIZ"}


def test_a_right_student_is_confirmed_before_anything_else() -> None:
    now = replace(_teaching(), student=StudentState(attempts=1, performance="correct"))
    assert {action.kind for action in _plans(now, dict.fromkeys(FAILURE_RATES, 1.0))} == {"REVEAL_ANSWER"}


def test_a_case_without_findings_can_be_taught() -> None:
    assert all(action.text for action in _plans(_teaching(), case=sample(findings=())))


def test_queries_fit_the_tools_limit() -> None:
    long = sample(question="Why is that so? " * 60)
    queries = [str(action.arguments["query"]) for action in _plans(state(), case=long) if action.tool == "retrieve"]
    assert queries
    assert max(map(len, queries)) <= 200


def test_evidence_asked_for_by_the_solver_is_gathered_once_before_the_answer() -> None:
    right = replace(state(StudentState(attempts=1, performance="correct"), image="x.png"), repairs=1)
    assert {action.name for action in _plans(right)} == {"retrieve"}
    empty = with_tool_result(right, card("retrieve", "empty_result"), "")
    assert {action.name for action in _plans(empty)} == {"image_findings"}
    seen = with_tool_result(empty, card("image_findings", number=2), "")
    assert {action.name for action in _plans(seen)} == {"REVEAL_ANSWER"}
    spent = replace(right, spent=Spent(tool_calls=right.budgets.tool_calls))
    assert {action.name for action in _plans(spent)} == {"REVEAL_ANSWER"}
    assert {action.name for action in _plans(replace(right, repairs=0))} == {"REVEAL_ANSWER"}


def test_without_findings_it_speaks_plainly() -> None:
    own = sample(findings=(), modality="", organ="", tags=(), opening="B")
    texts = {action.text for hint in (0, 1, 2) for action in _plans(_teaching(hint), case=own)}
    assert len(texts) == 6
    assert not [text for text in texts if "You think" in text or "Given this" in text or ": the image" in text]
    queries = {str(a.arguments["query"]) for a in _plans(state(), case=own) if a.tool == "retrieve"}
    assert queries == {SAMPLE.question}


@pytest.mark.parametrize(
    ("opening", "voiced", "is_claimed"),
    [
        ("", False, True),
        ("I see white.", False, False),
        ("I see white.", True, True),
        ("Why is it white?", False, True),
    ],
    ids=["simulated", "a person", "a person who said it", "a scripted opening"],
)
def test_a_belief_is_ascribed_only_where_it_is_held_or_said(opening: str, voiced: bool, is_claimed: bool) -> None:
    now = _teaching()
    ideas = (SAMPLE.student.belief,) if voiced else ()
    now = replace(now, student=replace(now.student, misconceptions=ideas))
    if opening == "I see white.":
        said = replace(now.messages[0], text=f"{SAMPLE.question}\n{opening}")
        now = replace(now, messages=(said, *now.messages[1:]))
    probes = [a.text for a in _plans(now, case=sample(opening=opening)) if a.kind == "ASK_PROBE"]
    assert probes
    assert all(text.startswith("You think: Every white area") is is_claimed for text in probes)


def test_a_scripted_opening_that_repeats_the_question_is_no_person() -> None:
    opening = f"{SAMPLE.question} Every white area is an infection."
    now = _teaching()
    now = replace(now, messages=(replace(now.messages[0], text=opening), *now.messages[1:]))
    probes = [a.text for a in _plans(now, case=sample(opening=opening)) if a.kind == "ASK_PROBE"]
    assert probes
    assert all(text.startswith("You think: ") for text in probes)
