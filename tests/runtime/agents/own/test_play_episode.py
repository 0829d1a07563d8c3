"""The frame of an episode: its header, and that whatever goes wrong becomes its outcome."""

import asyncio
import json
from collections.abc import Callable

import pytest

from runtime.agents.own.faults import AgentFaultError
from runtime.agents.own.play_episode import play_episode
from runtime.agents.own.record_lines import EpisodeRecord
from runtime.contracts.errors import RuleError, RuntimeFault
from runtime.contracts.ports import EpisodeJob
from runtime.contracts.trace_event import Episode, Event, Said
from runtime.loop.episode_recorder import SinkError
from tests.runtime.agents.own.own_building import END, FIRST_LOOK, LOOK_UP, SAMPLE, outcome, own_rule, parts

JOB = EpisodeJob(rules=(FIRST_LOOK,), seed=3, run="r-1", trial=1, commit="c" * 40, bundle="b")


def _played(talk: Callable[[EpisodeRecord], None], job: EpisodeJob = JOB) -> Episode:
    async def said(record: EpisodeRecord) -> None:
        talk(record)

    return asyncio.run(play_episode(parts(), SAMPLE, job, None, said))


def _fine(record: EpisodeRecord) -> None:
    for line in (LOOK_UP, END):
        record.take(json.dumps(line).encode())


def test_the_header_says_what_it_was_run_under() -> None:
    header = _played(_fine).header
    assert (header.run, header.sample, header.trial, header.seed, header.agent) == ("r-1", "late", 1, 3, "triage")
    assert header.controller.label == "command/triage"
    assert header.rules == {"refunds.first": FIRST_LOOK.fingerprint()[:16]}
    assert (header.playbook_commit, header.rules_bundle) == ("c" * 40, "b")
    assert header.context == {"sample": "late", "tags": ["pressing"]}
    assert header.opening == (Said("user", "order: A-1\nmessage: Pay me now."),)
    assert header.question == header.opening[0].text
    assert not header.student_simulated


def test_rules_of_every_audience_reach_it() -> None:
    rule = own_rule("true", "true").model_copy(update={"audience": "solver"})
    assert _played(_fine, EpisodeJob(rules=(rule,))).header.rules


def _raising(error: BaseException) -> Callable[[EpisodeRecord], None]:
    def talk(record: EpisodeRecord) -> None:
        record.take(json.dumps(LOOK_UP).encode())
        raise error

    return talk


@pytest.mark.parametrize(
    ("error", "says"),
    [
        (AgentFaultError("exit", "gone"), "exit: gone"),
        (RuntimeFault("a disk"), "a disk"),
        (ValueError("odd"), "ValueError: odd"),
    ],
    ids=["fault of the agent", "fault of ours", "anything"],
)
def test_what_goes_wrong_is_the_outcome(error: Exception, says: str) -> None:
    episode = _played(_raising(error))
    assert episode.is_infrastructure_error
    assert outcome(episode).error == says
    assert len(episode.steps) == 1


def test_an_episode_without_an_end_is_one_too() -> None:
    assert "without an `end` line" in outcome(_played(lambda record: None)).error


class Full:
    """A sink without room after the header."""

    def write(self, event: Event) -> None:
        """Refuse what comes after the header."""
        if event.type != "episode":
            raise OSError("no space left")


def test_a_full_disk_ends_the_batch() -> None:
    async def said(record: EpisodeRecord) -> None:
        _fine(record)

    with pytest.raises(SinkError, match="no space left"):
        asyncio.run(play_episode(parts(), SAMPLE, JOB, Full(), said))


def test_rules_that_do_not_fit_end_the_batch() -> None:
    rule = own_rule("true", "true").model_copy(update={"safety": True, "text": "x " * 500})

    async def said(record: EpisodeRecord) -> None:
        _fine(record)

    with pytest.raises(RuleError, match="does not fit"):
        asyncio.run(play_episode(parts(rules_tokens=10), SAMPLE, EpisodeJob(rules=(rule,)), None, said))
