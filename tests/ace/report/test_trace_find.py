"""Which episode is meant, and what is said when none or several are."""

import json

import pytest

from ace.cycle.run_record import events_path
from ace.errors import NotFoundError
from ace.report.trace_find import find_all, find_one, unread_lines
from tests.ace.conftest import SmallProposal, SmallRun


def test_by_id_by_start_and_by_sample(small_run: SmallRun) -> None:
    session, run = small_run
    header = run.episodes[3].header
    for name in (header.episode, header.episode[:9], header.sample):
        assert find_one(session, name).episode == run.episodes[3]
    assert find_one(session, header.episode, run.record.run[:10]).integrity == "intact"


def test_none_or_several_are_named(small_run: SmallRun) -> None:
    session, run = small_run
    with pytest.raises(NotFoundError, match=f"{len(run.episodes)} episodes are meant by 'e-': e-.* and 10 more"):
        find_one(session, "e-")
    with pytest.raises(NotFoundError, match=r"no episode 'e-none' in 1 event logs"):
        find_one(session, "e-none")
    with pytest.raises(NotFoundError, match="no run 'r-none'"):
        find_one(session, "e-none", "r-none")


def test_trial_arms_are_looked_in_too(small_proposal: SmallProposal) -> None:
    session, _, ran = small_proposal
    found = find_one(session, ran[0])
    assert found.path.parent == session.workspace.arms
    arm = found.path.stem
    assert found.episode in [one.episode for one in find_all(session, arm)]
    with pytest.raises(NotFoundError, match="0 trial arms begin with 'a-none'"):
        list(find_all(session, "a-none"))


def test_all_of_a_run_in_order(small_run: SmallRun) -> None:
    session, run = small_run
    found = [one.episode.header.episode for one in find_all(session, "latest")]
    assert sorted(found) == sorted(episode.header.episode for episode in run.episodes)


def test_an_episode_whose_lines_are_damaged_is_not_just_missing(copied_run: SmallRun) -> None:
    session, run = copied_run
    assert unread_lines(session, "latest") == ()
    log = events_path(run.folder)
    first, rest = log.read_bytes().split(b"\n", 1)
    log.write_bytes(first[:40] + b"\n" + rest)
    gone = json.loads(first)["episode"]
    assert unread_lines(session, "latest")[0].startswith(f"{log}:1: not JSON")
    for where in ("", "latest"):
        with pytest.raises(NotFoundError, match=rf"no episode '{gone}' in .*; \d+ lines cannot be read, the first"):
            find_one(session, gone, where)
