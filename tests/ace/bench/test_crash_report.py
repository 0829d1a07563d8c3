"""A bench of killed cycles is right only when nothing is wrong."""

import json

import pytest

from tests.ace.bench.crash_reports import crash_cycle, crash_report_of


@pytest.mark.parametrize(
    "wrong",
    [
        {"wrong_proposals": ["7f3a91c2b04e"]},
        {"torn": ["runs/r-1/run.json"]},
        {"unexplained": 1},
        {"missing": 1},
        {"changed": ["index_bytes"]},
        {"failed": "exit 1"},
    ],
    ids=lambda value: next(iter(value)),
)
def test_one_wrong_cycle_makes_all_of_it_wrong(wrong: dict[str, object]) -> None:
    assert crash_report_of(crash_cycle(), crash_cycle()).is_right
    report = crash_report_of(crash_cycle(), crash_cycle(**wrong))
    assert not report.is_right
    assert report.to_json()["right"] is False


def test_what_is_asked_again_with_cause_is_not_wrong() -> None:
    assert crash_cycle(repeated=3, kills=4).is_right


def test_json_sums_cycles_and_counts_only_processes_that_were_killed() -> None:
    report = crash_report_of(crash_cycle(repeated=1), crash_cycle(repeated=2, unexplained=4))
    value = json.loads(json.dumps(report.to_json()))
    assert (value["kills"], value["requests_unanswered_at_kills"]) == (1, 2)
    assert (value["requests_repeated"], value["requests_unexplained"], value["seconds"]) == (3, 4, 60.0)
    assert value["reference"] == {"requests": 10, "proposals": 2}
    assert value["rows"][0]["point"] == ["answer", "", "torn", 1]
    assert [row["killed"] for row in value["rows"]] == [True, False]
    assert [cycle["unexplained"] for cycle in value["cycles"]] == [0, 4]
