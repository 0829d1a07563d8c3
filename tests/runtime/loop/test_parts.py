"""Seeds: equal for equal places, different for different ones, and within 31 bits."""

from hypothesis import given
from hypothesis import strategies as st

from runtime.contracts.trace_event import ControllerInfo
from runtime.loop.parts import both, step_seed


@given(st.integers(0, 2**31 - 1), st.integers(0, 20), st.integers(0, 3), st.sampled_from(["decide", "solve"]))
def test_a_seed_is_a_31_bit_number_of_its_place(seed: int, step: int, attempt: int, purpose: str) -> None:
    assert 0 <= step_seed(seed, step, attempt, purpose) < 2**31
    assert step_seed(seed, step, attempt, purpose) == step_seed(seed, step, attempt, purpose)


def test_every_part_of_the_place_changes_the_seed() -> None:
    places = [(1, 1, 1, "decide"), (2, 1, 1, "decide"), (1, 2, 1, "decide"), (1, 1, 2, "decide"), (1, 1, 1, "solve")]
    assert len({step_seed(*place) for place in places}) == len(places)


def test_a_solver_of_its_own_is_named_and_a_simulated_one_marks_the_whole() -> None:
    model = ControllerInfo("openai", "m-1", simulated=False, structured_output="json_schema")
    script = ControllerInfo("scripted", "s-1", simulated=True)
    assert both(model, model) == model
    assert both(model, script).label == "openai/m-1 + solver scripted/s-1 (simulated)"
    assert both(model, script).simulated
    assert both(script, model).label == "scripted/s-1 + solver openai/m-1 (simulated)"
    other = ControllerInfo("local", "m-2", simulated=False)
    assert (both(model, other).label, both(model, other).simulated) == ("openai/m-1 + solver local/m-2", False)
