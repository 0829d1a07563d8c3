"""A rule drafted from bands: its condition holds of what is not cut off, its words and counts say the same."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ace.curator.conditions.condition_in_words import condition_in_words
from ace.curator.drafting.band_cuts import BandChoice
from ace.curator.drafting.from_bands import BandRule, rule_from_bands, rule_of
from analyzers.bands import BandReport, BandSettings, bands
from runtime.contracts.condition_context import ContextField, default_context, merge_context
from runtime.contracts.json_types import JsonObject
from runtime.rules.evaluate_condition import judge

FIELDS = (
    ContextField("action.kind", "", "SHIP or HOLD of one parcel", ("SHIP", "HOLD")),
    ContextField("action.name", "", "the same as kind", ("SHIP", "HOLD")),
    ContextField("action.weight", 0.0, "the parcel's weight in kilograms"),
    ContextField("action.stamps", 0, "stamps on the parcel"),
    ContextField("action.note", "", "what is written on it"),
)
PATHS = {"weight": "action.weight", "stamps": "action.stamps"}


def parcels(count: int = 600, seed: int = 3) -> list[dict[str, object]]:
    """Return parcels: those that weigh nothing are hardly ever sound, more stamps go with sound."""
    rng = random.Random(seed)
    made: list[dict[str, object]] = []
    for _ in range(count):
        sound = rng.random() < 0.25
        weight = 0.0 if rng.random() < (0.01 if sound else 0.4) else rng.expovariate(0.2)
        made.append({"sound": sound, "weight": weight, "stamps": rng.randrange(8) + 3 * sound, "colour": rng.random()})
    return made


def report_of(rows: list[dict[str, object]], count: int = 5) -> BandReport:
    """Return the bands of all measurements."""
    return bands(rows, "sound", ["weight", "stamps", "colour"], BandSettings(bands=count))


def drafted(rows: list[dict[str, object]], choice: BandChoice | None = None) -> BandRule:
    """Return the rule the rows give."""
    found = rule_from_bands(report_of(rows), PATHS, "SHIP", FIELDS, choice=choice, otherwise="HOLD")
    assert found is not None
    return found


def passes(found: BandRule, row: dict[str, object]) -> bool:
    """Return whether the rule, judged as rules are, lets the row be shipped."""
    action = {"kind": "SHIP", "name": "SHIP", "weight": row["weight"], "stamps": row["stamps"]}
    context = merge_context(default_context(FIELDS), {"action": action})
    return judge(rule_of(found, "a.b", "shop", "2026-01-31"), dict(context)) == "complies"


def test_the_rule_speaks_of_the_action_and_asks_for_what_is_outside_the_poor_bands() -> None:
    found = drafted(parcels(), BandChoice(is_cut=False))
    assert found.when == 'action.name == "SHIP"'
    assert set(found.require.split(" && ")) == {"action.weight > 0.0", "action.stamps > 2"}
    assert "colour" not in found.require, "no documented field holds it"


def test_its_words_are_those_of_its_condition() -> None:
    found = drafted(parcels())
    assert found.text == f"{condition_in_words(found.when, found.require, FIELDS)} Use `HOLD` instead."
    assert found.title == "When not to use `SHIP`"


def test_its_evidence_is_counted_in_the_rows() -> None:
    rows = parcels()
    none = [row for row in rows if row["weight"] == 0]
    sound = sum(bool(row["sound"]) for row in none)
    found = drafted(rows, BandChoice(is_cut=False))
    (line,) = [one for one in found.evidence if "weight" in one]
    assert line.startswith(f"{sound} sound in {len(none)} with weight 0 ({100 * sound / len(none):.1f}%, 95% ")
    assert line.endswith("of all 600).")
    assert "0 sound in 143 with stamps up to 2 (0.0%" in " ".join(found.evidence)


def test_as_a_rule_it_is_experimental_and_carries_its_counts() -> None:
    found = drafted(parcels())
    rule = rule_of(found, "parcels.worth-shipping", "shop", "2026-01-31", "HOLD")
    assert (rule.status, rule.agent, rule.enforce, rule.authors) == ("experimental", "shop", "prompt", ("ace",))
    assert rule.rationale == " ".join(found.evidence)
    assert rule.otherwise is not None
    assert rule.otherwise.action == "HOLD"


@settings(max_examples=25, deadline=None)
@given(
    st.integers(0, 10**6), st.sampled_from([0.7, 0.9]), st.sampled_from([3, 5, 12]), st.sampled_from([1.0, 1e-5, 1e4])
)
def test_the_stated_share_of_true_cases_passes(seed: int, keeps: float, count: int, scale: float) -> None:
    rows = [{**row, "weight": float(str(row["weight"])) * scale} for row in parcels(300, seed)]
    found = rule_from_bands(report_of(rows, count), PATHS, "SHIP", FIELDS, choice=BandChoice(keeps=keeps))
    if found is None:
        return
    sound = [row for row in rows if row["sound"]]
    passing = sum(passes(found, row) for row in sound)
    assert passing >= found.kept * len(sound) - 1e-6 >= keeps * len(sound) - 1e-3
    assert sum(passes(found, row) for row in rows) < len(rows), "it holds something back"


def test_a_band_of_one_long_number_is_cut_off_whole() -> None:
    rows: list[dict[str, object]] = [{"sound": False, "weight": 1.23456789, "stamps": 1} for _ in range(200)]
    rows += [{"sound": True, "weight": 1.3 + number / 1000, "stamps": 1} for number in range(100)]
    report = bands(rows, "sound", ["weight"], BandSettings())
    found = rule_from_bands(report, PATHS, "SHIP", FIELDS)
    assert found is not None
    assert found.require == "action.weight >= 1.3"


def test_larger_numbers_can_be_the_poor_ones() -> None:
    rows = [{**row, "stamps": 20 - int(str(row["stamps"]))} for row in parcels()]
    found = rule_from_bands(report_of(rows), {"stamps": "action.stamps"}, "SHIP", FIELDS, choice=BandChoice(keeps=0.8))
    assert found is not None
    assert found.require.startswith("action.stamps < ")


def test_no_poor_band_is_no_rule() -> None:
    rng = random.Random(1)
    rows: list[dict[str, object]] = [
        {"sound": rng.random() < 0.3, "weight": rng.random(), "stamps": rng.randrange(9), "colour": 1}
        for _ in range(400)
    ]
    assert rule_from_bands(report_of(rows), PATHS, "SHIP", FIELDS) is None
    assert rule_from_bands(report_of(parcels()), {}, "SHIP", FIELDS) is None
    assert rule_from_bands(report_of([{**row, "sound": True} for row in rows]), PATHS, "SHIP", FIELDS) is None


@pytest.mark.parametrize(
    ("paths", "action", "said"),
    [
        ({"weight": "action.wait"}, "SHIP", "action.wait: no documented number; name one of action.weight"),
        ({"weight": "action.note"}, "SHIP", "action.note: no documented number"),
        (PATHS, "SHIPS", "SHIPS: "),
    ],
    ids=["no field", "a text", "no action"],
)
def test_what_is_not_documented_is_named(paths: dict[str, str], action: str, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        rule_from_bands(report_of(parcels()), paths, action, FIELDS)


def test_thresholds_are_short() -> None:
    found = drafted(parcels(), BandChoice(keeps=0.8))
    numbers: JsonObject = {part.rsplit(" ", 1)[0]: part.rsplit(" ", 1)[1] for part in found.require.split(" && ")}
    assert all(len(str(number)) <= 6 for number in numbers.values()), numbers
