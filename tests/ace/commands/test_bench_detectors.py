"""`ace bench detectors`."""

from collections.abc import Callable

from tests.conftest import Ran


def test_json_names_what_was_measured(ace: Callable[..., Ran]) -> None:
    ran = ace("bench", "detectors", "--episodes", "12", "--json", "--quiet")
    assert (ran.code, ran.err) == (0, "")
    value = ran.json
    assert value["simulated"] is True
    assert (value["episodes"], value["rules"], value["target_events_per_s"]) == (12, 20, 20000.0)
    numbers = [value[name] for name in ("events", "seconds", "events_per_s", "findings", "detectors")]
    assert all(isinstance(number, int | float) and number > 0 for number in numbers)


def test_text_says_the_rate_and_the_dearest(ace: Callable[..., Ran]) -> None:
    ran = ace("bench", "detectors", "--episodes", "12")
    assert ran.code == 0
    assert "events a second on one core (target 20,000:" in ran.out
    assert "recording 12 episodes with the simulated controller" in ran.err
