"""A condition for a part of the failures: found where a number tells it, never by chance."""

import random
from collections.abc import Callable
from typing import NamedTuple

import pytest

from ace.curator.conditions.candidate import Candidate
from ace.curator.drafting.find_part import part_of
from runtime.contracts.condition_context import ContextField
from runtime.contracts.json_types import JsonObject

FIELDS = (
    ContextField("action.kind", "", "SHIP or HOLD of one parcel", ("SHIP", "HOLD")),
    ContextField("action.name", "", "the same as kind", ("SHIP", "HOLD")),
    ContextField("action.weight", 0.0, "the parcel's weight in kilograms"),
    ContextField("action.stamps", 0, "stamps on the parcel"),
    ContextField("action.parcels", 0, "parcels that came with it"),
    ContextField("state.step", 0, "decisions before this one"),
)


class Parcel(NamedTuple):
    """One decision to ship, its case, and whether it failed."""

    context: JsonObject
    case: str
    fails: bool


def parcel(weight: float, case: int, *, fails: bool, rng: random.Random, parcels: int = 1, step: int = 0) -> Parcel:
    """Return a parcel that is shipped; its stamps say nothing."""
    action: JsonObject = {"kind": "SHIP", "name": "SHIP", "weight": weight, "stamps": rng.randrange(8)}
    return Parcel({"action": {**action, "parcels": parcels}, "state": {"step": step}, "episode": {}}, f"c{case}", fails)


def found(parcels: list[Parcel]) -> Candidate | None:
    """Return the condition for a part of those that fail."""
    ordered = sorted(parcels, key=lambda one: not one.fails)
    failing = sum(one.fails for one in ordered)
    return part_of([one.context for one in ordered], failing, [one.case for one in ordered], "SHIP", FIELDS)


def drawn(seed: int, fails: Callable[[float, random.Random], bool], count: int = 300) -> list[Parcel]:
    """Return parcels, three of a case; a third weighs nothing."""
    rng = random.Random(seed)
    made = []
    for number in range(count):
        weight = 0.0 if rng.random() < 0.33 else round(rng.expovariate(0.2) + 0.1, 3)
        made.append(parcel(weight, number // 3, fails=fails(weight, rng), rng=rng, step=number % 9))
    return made


@pytest.mark.parametrize("seed", range(3))
def test_a_part_that_one_number_tells_is_found_with_its_figures(seed: int) -> None:
    parcels = drawn(seed, lambda weight, rng: weight == 0 or rng.random() < 0.6)
    none = [one for one in parcels if one.context["action"]["weight"] == 0]  # type: ignore[index]
    failing = sum(one.fails for one in parcels)
    expected = Candidate('action.name == "SHIP"', "action.weight > 0.0", len(none), failing, 0, len(parcels) - failing)
    assert found(parcels) == expected
    assert len(none) < 0.8 * failing, "it is a part"


def test_the_order_of_the_decisions_makes_no_difference() -> None:
    parcels = drawn(1, lambda weight, rng: weight == 0 or rng.random() < 0.6)
    assert found(random.Random(2).sample(parcels, len(parcels))) == found(parcels)


@pytest.mark.parametrize("rate", [0.1, 0.5, 0.8])
def test_chance_finds_nothing_in_300_shuffles(rate: float) -> None:
    rng = random.Random(5)
    parcels = drawn(5, lambda _, rng: rng.random() < rate, 150)
    labels = [one.fails for one in parcels]
    by_chance = []
    for _ in range(100):
        rng.shuffle(labels)
        by_chance.append(found([one._replace(fails=fails) for one, fails in zip(parcels, labels, strict=True)]))
    assert by_chance == [None] * 100


@pytest.mark.parametrize("rate", [0.4, 0.7])
def test_chance_finds_nothing_where_the_decisions_of_a_case_fail_together(rate: float) -> None:
    # How many parcels came is the same for all of a case: as if one decision was seen several times.
    rng = random.Random(7)
    by_chance = []
    for _ in range(60):
        made = []
        for case in range(60):
            fails, size = rng.random() < rate, rng.randrange(1, 8)
            weights = [rng.random() for _ in range(size)]
            made += [parcel(weight, case, fails=fails, rng=rng, parcels=size) for weight in weights]
        by_chance.append(found(made))
    assert by_chance == [None] * 60


def test_what_holds_in_one_case_only_is_not_found() -> None:
    rng = random.Random(3)
    made = [parcel(0.0, 0, fails=True, rng=rng) for _ in range(80)]
    made += [parcel(1 + rng.random(), number, fails=rng.random() < 0.5, rng=rng) for number in range(1, 120)]
    assert found(made) is None


def test_a_number_of_the_state_gives_no_part() -> None:
    rng = random.Random(4)
    made = [
        parcel(rng.random(), number, fails=number % 3 == 0 or rng.random() < 0.5, rng=rng, step=int(number % 3 == 0))
        for number in range(240)
    ]
    assert found(made) is None


@pytest.mark.parametrize("fails", [True, False], ids=["all fail", "none fails"])
def test_with_nothing_to_compare_there_is_none(fails: bool) -> None:
    assert found(drawn(1, lambda *_: fails, 60)) is None


def test_a_threshold_is_one_that_drafts_are_written_with() -> None:
    rng = random.Random(6)
    made = []
    for number in range(300):
        weight = rng.random() / 10_000
        made.append(parcel(weight, number, fails=weight < 0.00004 or rng.random() < 0.5, rng=rng))
    assert found(made) is None, "it takes more than four decimals"
