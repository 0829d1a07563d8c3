"""What guards do to a verdict."""

import pytest

from ace.evaluation.guards import COST, LATENCY, MUST_PASS, SLICES, Guard, GuardStatus, after_guards
from runtime.contracts.rule import Verdict


def guards(**changed: GuardStatus) -> list[Guard]:
    """Return all four guards; those not named held."""
    names = {"must_pass": MUST_PASS, "slices": SLICES, "cost": COST, "latency": LATENCY}
    return [Guard(name, changed.get(key, "held"), f"Measured {key}.") for key, name in names.items()]


@pytest.mark.parametrize(
    ("verdict", "changed", "expected"),
    [
        pytest.param("confirmed", {}, "confirmed", id="all held"),
        pytest.param("confirmed", {"latency": "not measured"}, "confirmed", id="nothing to measure one on"),
        pytest.param("confirmed", {"must_pass": "failed"}, "harmful", id="a must-pass sample is broken"),
        pytest.param("promising", {"must_pass": "failed"}, "harmful", id="broken below confirmed"),
        pytest.param("no effect", {"must_pass": "failed"}, "harmful", id="broken by tidying"),
        pytest.param("confirmed", {"slices": "failed"}, "promising", id="a slice"),
        pytest.param("confirmed", {"cost": "failed"}, "promising", id="cost"),
        pytest.param("confirmed", {"latency": "failed"}, "promising", id="latency"),
        pytest.param("confirmed", {"must_pass": "undecided"}, "promising", id="errors hid the must-pass samples"),
        pytest.param("promising", {"cost": "failed"}, "promising", id="promising stays so"),
    ],
)
def test_the_verdict_once_guards_have_spoken(
    verdict: Verdict, changed: dict[str, GuardStatus], expected: Verdict
) -> None:
    found, said = after_guards(verdict, guards(**changed))
    assert found == expected
    in_the_way = [key for key, status in changed.items() if status in {"failed", "undecided"}]
    assert all(f"Measured {key}." in said for key in in_the_way)
    assert bool(said) is bool(in_the_way)


def test_every_failed_guard_is_named_first() -> None:
    _, said = after_guards("confirmed", guards(slices="failed", cost="failed", must_pass="undecided"))
    assert said == (
        "Guard failed: slices. Measured slices. Guard failed: cost. Measured cost. "
        "Undecided: must-pass samples. Measured must_pass."
    )


def test_no_guard_changes_nothing() -> None:
    assert after_guards("confirmed", ()) == ("confirmed", "")
