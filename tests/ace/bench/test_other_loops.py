"""Another loop is named and timed."""

from importlib.util import find_spec

from ace.bench.other_loops import other_loop


def test_the_loop_that_is_installed_is_the_one_named() -> None:
    cost = other_loop(16)
    assert cost.ms > 0
    assert cost.name.startswith("plain loop" if find_spec("pydantic_ai") is None else "pydantic-ai")
