"""A plan as JSON: the keys that its docstring promises."""

from dataclasses import replace

from ace.config.settings import Settings
from ace.cycle.plan_cycle import Plan
from ace.report.plan_json import plan_json
from runtime.contracts.json_types import JsonObject
from tests.ace.report.test_plan_text import PLAN

TOP = {
    "profile",
    "drafts",
    "trials",
    "concurrency",
    "controller",
    "samples",
    "stages",
    "episode",
    "totals",
    "ceilings",
    "power",
    "needed",
    "can_confirm",
    "why_not",
    "next_e_value",
    "due",
    "run",
}


def keys(value: object) -> set[str]:
    """Return the keys of an object, or of the first in a list."""
    first = value[0] if isinstance(value, list) else value
    assert isinstance(first, dict)
    return set(first)


def written(plan: Plan) -> JsonObject:
    """Return the plan's JSON; every key is named in the docstring."""
    value = plan_json(plan)
    promised = plan_json.__doc__ or ""
    parts = [value, *(value[name] for name in ("trials", "stages", "episode", "totals", "ceilings", "power", "needed"))]
    for part in parts:
        if part is not None:
            assert [key for key in keys(part) if f"`{key}`" not in promised] == []
    return value


def test_keys_are_those_promised() -> None:
    value = written(PLAN)
    assert set(value) == TOP
    assert keys(value["samples"]) == {"dev", "sealed", "problems"}
    assert keys(value["stages"]) == {
        "name",
        "samples",
        "cases",
        "episodes_once",
        "episodes_per_draft",
        "only_if_passed",
    }
    assert keys(value["totals"]) == {
        "passed",
        "episodes",
        "judging_episodes",
        "model_calls",
        "tokens",
        "usd",
        "minutes",
        "stops_at",
    }
    assert keys(value["power"]) == {"points", "discordant", "passes_screen", "promising", "confirmed"}
    assert value["needed"] == {"points": 5.0, "power": 0.8, "development_cases": 550, "held_out_cases": 800}
    assert (value["can_confirm"], value["why_not"]) == (True, None)


def test_what_is_unknown_is_null() -> None:
    value = written(replace(PLAN, cost=None, settings=Settings(), why_not="few"))
    assert (value["episode"], value["controller"]) == (None, None)
    assert (value["can_confirm"], value["why_not"]) == (False, "few")


def test_drafting_has_ceilings_only_where_a_model_drafts() -> None:
    ceilings = written(PLAN)["ceilings"]
    assert isinstance(ceilings, dict)
    assert ceilings["curator_tokens"] is None
    by_model = written(replace(PLAN, settings=Settings.model_validate({"curator": {"kind": "model"}})))["ceilings"]
    assert isinstance(by_model, dict)
    assert by_model["curator_tokens"] == 60_000
