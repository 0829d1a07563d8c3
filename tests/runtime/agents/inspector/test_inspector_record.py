"""The events of one inspection, written as they happen and read back from a log."""

from pathlib import Path

from runtime.contracts.ports import EpisodeJob
from runtime.traces.event_log import EventLog
from runtime.traces.read_events import read_episodes
from tests.runtime.agents.inspector.inspections import FIND, casting, inspector, measure, report, rule

BRIGHT = rule(when='action.kind == "KEEP"', require="action.contrast > 0.03", enforce="gate")
SCRIPT = [FIND, measure(1, 2, 3, 4), report(1, 3)]


async def test_the_header_says_what_ran_and_under_which_rules() -> None:
    job = EpisodeJob((BRIGHT, rule("report.solver", audience="solver")), 5, "r-1", 2, "abc", bundle="b")
    header = (await inspector(SCRIPT).run(casting(), job)).header
    assert (header.agent, header.sample, header.image, header.question) == (
        "inspector",
        "casting-000007",
        "casting:7",
        "",
    )
    assert (header.run, header.trial, header.seed, header.playbook_commit, header.rules_bundle) == (
        "r-1",
        2,
        5,
        "abc",
        "b",
    )
    assert header.rules == {"report.bright": BRIGHT.fingerprint()[:16]}
    assert header.context == {"sample": "casting-000007", "tags": ["drawn"]}
    assert not header.student_simulated
    assert header.controller.simulated


async def test_the_report_is_one_step_and_each_candidate_one_after_it() -> None:
    episode = await inspector(SCRIPT).run(casting(), EpisodeJob((BRIGHT,)))
    assert [step.step for step in episode.steps] == list(range(7))
    assert [len(step.attempts) for step in episode.steps] == [1, 1, 1, 0, 0, 0, 0]
    assert [step.proposed for step in episode.steps[3:]] == [
        {"action": "KEEP", "candidate": 1},
        {"action": "DROP", "candidate": 2},
        {"action": "KEEP", "candidate": 3},
        {"action": "DROP", "candidate": 4},
    ]
    assert [(step.taken or {})["action"] for step in episode.steps[3:]] == ["DROP"] * 4
    assert [record.decision for step in episode.steps[3:] for record in step.gates] == ["convert", "convert"]
    assert all(set(step.context) == {"action", "state"} for step in episode.steps)
    assert episode.outcome is not None
    assert episode.outcome.spent["steps"] == 3


async def test_a_log_gives_the_episode_back(tmp_path: Path) -> None:
    with EventLog(tmp_path / "events.jsonl") as log:
        episode = await inspector(SCRIPT).run(casting(), EpisodeJob(), log)
    (back,) = read_episodes(tmp_path / "events.jsonl").episodes
    assert back.header == episode.header
    assert [step.context for step in back.steps] == [step.context for step in episode.steps]
    assert back.outcome is not None
    assert episode.outcome is not None
    assert back.outcome.answer == episode.outcome.answer
