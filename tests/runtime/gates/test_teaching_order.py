"""The local index before the web, and looking before naming."""

from dataclasses import replace

import pytest

from runtime.contracts.action import Action
from runtime.contracts.state import AgentState, Budgets, Message, Spent
from runtime.contracts.tool_call import ToolCall
from runtime.gates.pedagogy import GateView
from runtime.gates.teaching_order import describes, local_before_web, observation_first
from runtime.state.transitions import with_retrieval, with_tool_call, with_tool_result
from tests.runtime.builders import SAMPLE, card, sample, state, tool_request, view

WEB = tool_request("web_browser", query="meniscus sign of fluid")
NAMES = Action("ASK_PROBE", text="Could it be a rib fracture?")
IMAGE = state(image="a.png")


def _called(now: AgentState, name: str, is_ok: bool) -> AgentState:
    one = card(name, None if is_ok else "missing_dependency")
    return with_tool_result(with_tool_call(now, ToolCall("call-1", name, {}), tool_request(name)), one, "seen")


def _said(now: AgentState, speaker: str, text: str) -> GateView:
    message = Message("user" if speaker == "student" else "assistant", speaker, text)  # type: ignore[arg-type]
    return view(replace(now, messages=(*now.messages, message)))


def test_a_web_search_becomes_a_local_one_with_the_same_words() -> None:
    verdict = local_before_web(WEB, view())
    assert verdict is not None
    assert verdict.decision == "convert"
    assert verdict.action == tool_request("retrieve", query="meniscus sign of fluid")


@pytest.mark.parametrize("arguments", [{}, {"query": ""}, {"query": " x "}], ids=str)
def test_a_web_search_without_words_becomes_one_for_the_question(arguments: dict[str, object]) -> None:
    verdict = local_before_web(tool_request("web_browser", **arguments), view())
    assert verdict is not None
    assert verdict.action == tool_request("retrieve", query=SAMPLE.question)


def test_a_long_query_is_cut_to_what_retrieve_takes() -> None:
    verdict = local_before_web(tool_request("web_browser", query="why " * 100), view())
    assert verdict is not None
    assert verdict.action is not None
    assert len(str(verdict.action.arguments["query"])) == 200


def test_the_web_may_be_asked_once_the_index_was_even_if_that_failed() -> None:
    assert local_before_web(WEB, view(with_retrieval(state(), (), "nothing", 0.0))) is None
    assert local_before_web(WEB, view(_called(state(), "retrieve", is_ok=False))) is None
    assert local_before_web(tool_request("zoom"), view()) is None


@pytest.mark.parametrize(
    "action",
    [
        NAMES,
        Action("HINT", text="Think of lobar pneumonia and of pleural effusion.", hint_level=1),
        Action("MICROLESSON", text="A pneumothorax is air beside the lung."),
        Action("REVEAL_ANSWER"),
    ],
    ids=lambda action: action.kind,
)
def test_naming_before_looking_becomes_looking(action: Action) -> None:
    verdict = observation_first(action, view(IMAGE))
    assert verdict is not None
    assert verdict.action is not None
    assert verdict.action.name == "image_findings"


@pytest.mark.parametrize(
    "action",
    [
        Action("ASK_PROBE", text="What do you see at the angle?"),
        Action("ASK_PROBE", text="The costophrenic angle is blunted. Does a rib fracture do that?"),
        tool_request("zoom"),
        Action("SAFETY_REFUSE", text="A rib fracture is for a clinician."),
    ],
    ids=["no name", "finding in the same text", "looking", "refusing"],
)
def test_what_does_not_name_or_describes_first_may_pass(action: Action) -> None:
    assert observation_first(action, view(IMAGE)) is None


@pytest.mark.parametrize(
    "looked",
    [
        view(state()),
        view(_called(IMAGE, "zoom", is_ok=True)),
        view(_called(IMAGE, "image_findings", is_ok=False)),
        view(replace(IMAGE, spent=Spent(tool_calls=2), budgets=Budgets(tool_calls=2))),
        _said(IMAGE, "student", "I see that a meniscus climbs up the chest wall."),
        _said(IMAGE, "tutor", "Look how blunted the costophrenic angle is."),
    ],
    ids=["no image", "zoomed", "cannot be looked at", "no calls left", "student described", "tutor described"],
)
def test_a_name_may_follow_a_look_a_description_or_what_cannot_be_done(looked: GateView) -> None:
    assert observation_first(NAMES, looked) is None


@pytest.mark.parametrize("name", ["zoom", "retrieve"])
def test_a_failed_zoom_or_a_search_is_no_look(name: str) -> None:
    assert observation_first(NAMES, view(_called(IMAGE, name, is_ok=name == "retrieve"))) is not None


def test_the_first_message_of_the_student_describes_nothing() -> None:
    first = replace(IMAGE.messages[0], text="The costophrenic angle is blunted, they say. Why?")
    assert observation_first(NAMES, view(replace(IMAGE, messages=(first,)))) is not None


def test_a_question_without_options_names_nothing_but_its_answer() -> None:
    free = sample(options={}, answer="")
    assert observation_first(NAMES, view(IMAGE, free)) is None
    assert observation_first(Action("REVEAL_ANSWER"), view(IMAGE, free)) is not None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("A meniscus climbs the wall", True),
        ("the meniscus climbing the chest wall", True),
        ("There is a meniscus", False),
        ("", False),
    ],
)
def test_a_finding_is_described_by_most_of_its_words(text: str, expected: bool) -> None:
    assert describes(text, SAMPLE.findings) is expected
