"""Arms side by side: what is run, in which order, and what is never run twice."""

from collections import Counter
from pathlib import Path

import pytest

from ace.evaluation.arms import ArmSpec, ArmStore, with_rules
from ace.evaluation.run_arms import ArmsRun, run_arms
from runtime.contracts.errors import RuleError
from runtime.contracts.ports import EpisodeJob
from runtime.contracts.sample import Sample
from tests.ace.building import WEB_RULE, rule
from tests.ace.evaluation.scripted_agent import Ending, Script, ScriptedAgent, plain_samples

BEFORE = ArmSpec("s", (), 0, trials=1, concurrency=1)
AFTER = with_rules(BEFORE, (rule("tools.local", **WEB_RULE),))
BOTH = (BEFORE, AFTER)


def arms_of(agent: ScriptedAgent) -> list[str]:
    return ["before" if run == BEFORE.key else "after" for run, _, _ in agent.ran]


def outcomes(run: ArmsRun) -> list[list[str]]:
    return [[episode.header.sample for episode in arm] for arm in run.episodes]


async def test_both_arms_of_a_sample_run_next_to_each_other_and_take_turns_in_going_first(tmp_path: Path) -> None:
    agent = ScriptedAgent()
    await run_arms(agent, BOTH, plain_samples(4), ArmStore(tmp_path))
    assert arms_of(agent) == ["before", "after", "after", "before", "before", "after", "after", "before"]
    assert [sample for _, sample, _ in agent.ran] == ["s00", "s00", "s01", "s01", "s02", "s02", "s03", "s03"]


async def test_a_server_that_fails_for_a_while_hits_both_arms_alike(tmp_path: Path) -> None:
    samples = plain_samples(12)
    agent = ScriptedAgent()
    # From the 9th to the 13th episode the server gives worse answers.
    agent.script = lambda sample, job, times: "failed" if 9 <= len(agent.ran) < 14 else "solved"
    run = await run_arms(agent, BOTH, samples, ArmStore(tmp_path))
    failed = [sum(e.outcome.scores["success"] == 0 for e in arm if e.outcome) for arm in run.episodes]
    assert sorted(failed) == [2, 3]


async def test_episodes_come_back_by_sample_and_trial_whatever_the_concurrency(tmp_path: Path) -> None:
    specs = tuple(ArmSpec(s.settings, s.rules, s.seed, trials=2, concurrency=5) for s in BOTH)
    run = await run_arms(ScriptedAgent(), specs, plain_samples(6), ArmStore(tmp_path))
    for arm in run.episodes:
        places = [(episode.header.sample, episode.header.trial) for episode in arm]
        assert places == sorted(places)
        assert len(places) == 12
    assert [e.header.seed for e in run.episodes[0]] == [e.header.seed for e in run.episodes[1]]
    assert len(run.fresh) == 24


async def test_a_known_arm_costs_nothing_and_more_samples_only_the_new_ones(tmp_path: Path) -> None:
    agent, store = ScriptedAgent(), ArmStore(tmp_path)
    await run_arms(agent, (BEFORE,), plain_samples(3), store)
    run = await run_arms(agent, BOTH, plain_samples(4), store)
    assert Counter(arms_of(agent)) == {"before": 4, "after": 4}
    assert outcomes(run) == [["s00", "s01", "s02", "s03"]] * 2
    assert len(run.fresh) == 5
    again = await run_arms(agent, BOTH, plain_samples(4), store, lambda: "never asked")
    assert (len(agent.ran), again.fresh, again.stopped) == (8, frozenset(), "")
    assert outcomes(again) == outcomes(run)


async def test_the_same_arm_twice_is_run_once(tmp_path: Path) -> None:
    agent = ScriptedAgent()
    run = await run_arms(agent, (BEFORE, BEFORE), plain_samples(2), ArmStore(tmp_path))
    assert len(agent.ran) == 2
    assert run.episodes[0] == run.episodes[1]


class Killed(BaseException):
    """What ends a process is no Exception."""


def _killed_at(number: int) -> Script:
    counted = Counter[str]()

    def script(sample: Sample, job: EpisodeJob, times: int) -> Ending:
        counted["all"] += 1
        if counted["all"] == number:
            raise Killed
        return "solved"

    return script


@pytest.mark.parametrize("number", range(1, 9))
async def test_killed_anywhere_it_goes_on_with_what_is_missing(tmp_path: Path, number: int) -> None:
    """Nothing of a kill is caught, and nothing written is lost."""
    first, store = ScriptedAgent(_killed_at(number)), ArmStore(tmp_path)
    with pytest.raises(BaseExceptionGroup):
        await run_arms(first, BOTH, plain_samples(4), store)
    second = ScriptedAgent()
    run = await run_arms(second, BOTH, plain_samples(4), store)
    # The one that was cut off is run again, and nothing else.
    assert len(first.ran) + len(second.ran) == 9
    assert set(first.ran) & set(second.ran) == {first.ran[-1]}
    assert outcomes(run) == [["s00", "s01", "s02", "s03"]] * 2


async def test_an_error_is_tried_once_more_after_all_else(tmp_path: Path) -> None:
    agent = ScriptedAgent(lambda sample, job, times: "error" if sample.id == "s00" and times == 0 else "solved")
    run = await run_arms(agent, BOTH, plain_samples(3), ArmStore(tmp_path))
    assert [sample for _, sample, _ in agent.ran][-2:] == ["s00", "s00"]
    assert outcomes(run) == [["s00", "s01", "s02"]] * 2
    assert len({episode.header.episode for episode in run.episodes[0]}) == 3


async def test_an_error_that_stays_is_absent_and_not_tried_a_third_time(tmp_path: Path) -> None:
    agent = ScriptedAgent(lambda sample, job, times: "error" if sample.id == "s00" else "solved")
    run = await run_arms(agent, BOTH, plain_samples(3), ArmStore(tmp_path))
    assert sum(sample == "s00" for _, sample, _ in agent.ran) == 4
    assert outcomes(run) == [["s01", "s02"]] * 2


async def test_what_waits_for_a_person_is_left_to_the_person(tmp_path: Path) -> None:
    agent = ScriptedAgent(lambda sample, job, times: "waits" if sample.id == "s00" else "solved")
    run = await run_arms(agent, (BEFORE,), plain_samples(9), ArmStore(tmp_path))
    assert sum(sample == "s00" for _, sample, _ in agent.ran) == 1
    assert "s00" not in outcomes(run)[0]


async def test_a_dead_server_ends_it_and_nothing_is_tried_again(tmp_path: Path) -> None:
    agent = ScriptedAgent(lambda sample, job, times: "error")
    run = await run_arms(agent, BOTH, plain_samples(30), ArmStore(tmp_path))
    assert len(agent.ran) == 6
    assert run.episodes == ((), ())
    assert run.gave_up == "ServerError: no answer from the model."


async def test_errors_with_answers_between_them_are_no_giving_up(tmp_path: Path) -> None:
    agent = ScriptedAgent()
    agent.script = lambda sample, job, times: "solved" if len(agent.ran) % 6 == 0 else "error"
    assert (await run_arms(agent, BOTH, plain_samples(30), ArmStore(tmp_path))).gave_up == ""


async def test_stop_is_asked_before_each_chunk_and_whole_pairs_are_kept(tmp_path: Path) -> None:
    agent, store = ScriptedAgent(), ArmStore(tmp_path)
    run = await run_arms(agent, BOTH, plain_samples(12), store, lambda: "8 calls" if len(agent.ran) >= 8 else "")
    assert run.stopped == "8 calls"
    assert outcomes(run) == [["s00", "s01", "s02", "s03"]] * 2
    later = await run_arms(agent, BOTH, plain_samples(12), store)
    assert len(agent.ran) == 24
    assert (later.stopped, len(later.episodes[0])) == ("", 12)


async def test_rules_that_cannot_be_injected_stop_it_with_one_error(tmp_path: Path) -> None:
    def script(sample: Sample, job: EpisodeJob, times: int) -> Ending:
        raise RuleError("safety rule does not fit")

    with pytest.raises(RuleError, match="does not fit"):
        await run_arms(ScriptedAgent(script), BOTH, plain_samples(4), ArmStore(tmp_path))
