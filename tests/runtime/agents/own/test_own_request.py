"""The request: what the agent is told, and what it is not."""

import json

from runtime.agents.own.request import MAX_OPENING, Asked, opening_text, request_of
from runtime.contracts.json_types import JsonObject
from runtime.contracts.ports import EpisodeJob
from runtime.rules.render_rules import render_rules
from tests.runtime.agents.own.own_building import FIRST_LOOK, SAMPLE


def test_the_whole_request() -> None:
    job = EpisodeJob(rules=(FIRST_LOOK,), seed=7, run="r-1", trial=2)
    asked = Asked(SAMPLE, job, "e-1", render_rules(job.rules, 800))
    request = request_of(asked)
    assert request == {
        "type": "run",
        "protocol": 1,
        "sample": {
            "id": "late",
            "case": "late",
            "tags": ["pressing"],
            "input": {"order": "A-1", "message": "Pay me now."},
            "image": "",
        },
        "rules": [
            {
                "id": "refunds.first",
                "title": "A rule",
                "text": "Look before you ask.",
                "when": 'action.name == "REFUND"',
                "require": '"lookup_order" in state.tools.called',
                "otherwise": "lookup_order",
                "enforce": "gate",
                "safety": False,
            }
        ],
        "rules_text": "- [refunds.first] Look before you ask.",
        "seed": 7,
        "trial": 2,
        "run": "r-1",
        "episode": "e-1",
    }
    assert "refund" not in json.dumps(request["sample"]), "what is expected is not told"


def test_an_agent_that_changes_its_input_changes_no_sample() -> None:
    request = request_of(Asked(SAMPLE, EpisodeJob(), "e-1", render_rules((), 800)))
    sample = request["sample"]
    assert isinstance(sample, dict)
    sample["input"]["order"] = "B"
    assert SAMPLE.input["order"] == "A-1"


def test_the_input_as_text() -> None:
    assert opening_text({"message": "Hello\nyou"}) == "Hello\nyou"
    assert opening_text({}) == ""
    nested: JsonObject = {"a": {"b": True, "c": [1, None]}, "d": "x: y"}
    assert opening_text(nested) == "a.b: true\na.c[0]: 1\na.c[1]: null\nd: x: y"
    assert len(opening_text({"a": "x" * 100_000})) == MAX_OPENING
