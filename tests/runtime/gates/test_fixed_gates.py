"""The table of fixed gates: complete, in order, and each under its own name."""

from runtime.contracts.action import Action
from runtime.contracts.state import Budgets, StudentState
from runtime.gates.fixed_gates import FIXED_GATES
from runtime.gates.pedagogy import GateView
from runtime.gates.settings import FixedGateSettings
from tests.runtime.builders import SAMPLE, state, tool_request, view

SCENES: dict[str, tuple[Action, GateView]] = {
    "safety": (Action("QUIZ", text="Which?"), view(is_unsafe=True)),
    "reveal": (Action("REVEAL_ANSWER"), view()),
    "assessment": (Action("REVEAL_ANSWER"), view(state(StudentState(attempts=1, performance="wrong")))),
    "one_tool": (tool_request("zoom, enhance"), view()),
    "repeats": (tool_request("zoom"), view(repeats=1)),
    "tool_budget": (tool_request("zoom"), view(state(budgets=Budgets(tool_calls=0)))),
    "leak": (Action("HINT", text="It is B.", hint_level=1), view(leak="names option B as the answer")),
    "local_before_web": (tool_request("web_browser", query="effusion"), view()),
    "observation_first": (Action("ASK_PROBE", text="Is it a rib fracture?"), view(state(image="a.png"))),
    "hint_escalation": (Action("HINT", text="Look.", hint_level=3), view()),
}


def test_safety_is_asked_first_and_the_answer_before_the_order() -> None:
    assert [name for name, _ in FIXED_GATES] == list(SCENES)


def test_each_gate_objects_in_its_own_scene_under_its_own_name_and_no_other_does() -> None:
    for name, (action, looked) in SCENES.items():
        verdicts = [verdict for _, gate in FIXED_GATES if (verdict := gate(action, looked)) is not None]
        assert [verdict.gate for verdict in verdicts] == [name]
        assert verdicts[0].reason


def test_no_gate_objects_to_a_plain_probe_or_to_looking() -> None:
    for action in (Action("ASK_PROBE", text="What do you see?"), tool_request("image_findings")):
        assert [gate(action, view(state(image="a.png"))) for _, gate in FIXED_GATES] == [None] * len(FIXED_GATES)


def test_every_mode_belongs_to_a_gate() -> None:
    # The report check is the inspector's, and stands in its own loop.
    assert set(FixedGateSettings.model_fields) - {"report_check"} <= {name for name, _ in FIXED_GATES}
    assert SAMPLE.options
