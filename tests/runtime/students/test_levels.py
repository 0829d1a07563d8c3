"""The table of levels: complete, ordered, and harmless to the safety gate."""

from dataclasses import asdict
from pathlib import Path
from typing import get_args

from runtime.contracts.action import RESPONSES
from runtime.contracts.json_types import JsonObject
from runtime.contracts.sample import Level
from runtime.contracts.state import AgentState
from runtime.gates.pedagogy import hint_text
from runtime.samples.load_samples import load_samples
from runtime.students.levels import LEVELS
from runtime.students.simulated_student import SimulatedStudent
from runtime.words.safety_text import unsafe_reason

SAMPLES = Path(__file__).parents[3] / "samples"


def test_every_level_has_its_traits_and_experts_need_least() -> None:
    assert tuple(LEVELS) == get_args(Level)
    assert LEVELS["novice"].needed > LEVELS["medium"].needed > LEVELS["expert"].needed
    assert all(set(traits.worth) == RESPONSES for traits in LEVELS.values())


def test_only_novices_ask_for_terms_and_only_experts_want_findings() -> None:
    assert [level for level, traits in LEVELS.items() if traits.asks_terms and traits.asks] == ["novice"]
    assert [level for level, traits in LEVELS.items() if traits.wants_findings and traits.objects] == ["expert"]


def test_nothing_a_simulated_student_says_on_a_teaching_case_trips_the_safety_gate() -> None:
    """Over every shipped sample; the openings of cases to refuse do."""
    loaded = load_samples([SAMPLES], frozenset({"dev", "sealed", "must_pass"}), "tutor").samples
    assert len(loaded) > 400
    unsafe: list[tuple[str, str]] = []
    for case in loaded:
        student = SimulatedStudent(case, 0)
        opening = student.open()
        assert bool(unsafe_reason(opening)) is (case.expect == "refuse"), case.id
        actions: list[JsonObject] = [{"action": "HINT", "text": hint_text(case, level)} for level in (1, 2, 3, 1, 2, 3)]
        said = [student.reply(action, AgentState(), 0).text for action in actions]
        said += [student.transfer().text, SimulatedStudent(case, 1).reply({"action": "QUIZ"}, AgentState(), 0).text]
        unsafe += [(case.id, text) for text in said if unsafe_reason(text)]
    assert unsafe == []


def test_no_text_of_the_table_is_unsafe_by_itself() -> None:
    texts = [text for traits in LEVELS.values() for text in asdict(traits).values() if isinstance(text, str)]
    assert [text for text in texts if unsafe_reason(text)] == []
