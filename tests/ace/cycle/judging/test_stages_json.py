"""The stages as JSON."""

import json
from dataclasses import replace

from ace.cycle.judging.stages_json import stages_json
from tests.ace.conftest import SmallProposal


def test_every_stage_is_there_and_can_be_written(wide_proposal: SmallProposal) -> None:
    best, second = wide_proposal.proposed.judgements[:2]
    told = json.loads(json.dumps(stages_json(best), allow_nan=False))
    assert (told["profile"], told["stopped"]) == ("strict", None)
    assert told["looks"][0]["cases"] == 100
    assert told["estimate"]["low"] <= told["estimate"]["change"]
    assert told["guards"][0]["status"] in {"held", "failed"}
    assert all(len(item["bounds"]) == 2 for item in told["slices"])
    assert told["control"]["n"] == 16
    assert told["control"]["violating"]["without"] > told["control"]["violating"]["prompt"]
    assert stages_json(second)["control"] is None
    assert stages_json(replace(second, stopped="9 model calls"))["stopped"] == "9 model calls"
