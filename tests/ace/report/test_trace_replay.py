"""Whole runs are replayed bit by bit; what differs is named, and what cannot be replayed says why."""

from dataclasses import replace

import pytest

from ace.report.trace_find import find_all
from ace.report.trace_origin import Origins
from ace.report.trace_replay import Replayed, replay_found, replayed_json, replayed_text
from ace.session import Session
from runtime.contracts.json_types import JsonObject
from tests.ace.conftest import SmallProposal, SmallRun
from tests.ace.report.tracing import edit_log, found_in


def replays_of(session: Session, run: str = "latest") -> list[Replayed]:
    origins = Origins(session)
    return [replay_found(origins, found) for found in find_all(session, run)]


def test_every_episode_of_a_run_is_identical(small_run: SmallRun) -> None:
    replays = replays_of(small_run.session)
    assert len(replays) == len(small_run.run.episodes)
    assert all(one.is_identical for one in replays)
    assert replayed_text(replays) == (
        f"{len(replays)} of {len(replays)} episodes identical (simulated); no model was asked, no tool run\n"
    )


def test_so_are_trial_arms_under_drafted_rules(small_proposal: SmallProposal) -> None:
    arms = [path.stem for path in small_proposal.session.workspace.arms.glob("a-*.jsonl") if path.stat().st_size]
    assert arms
    for arm in arms:
        assert all(one.is_identical for one in replays_of(small_proposal.session, arm))


def _other_turn(event: JsonObject) -> JsonObject:
    return event | {"shown": "something else"}


def test_an_edited_line_differs_and_is_named(copied_run: SmallRun) -> None:
    edit_log(copied_run.session, _other_turn)
    first, *others = replays_of(copied_run.session)
    assert not first.is_identical
    assert all(one.is_identical for one in others)
    text = replayed_text([first])
    assert "the record was edited after it was written" in text
    assert "first difference: step 0, shown" in text
    assert 'recorded "something else"' in text
    value = replayed_json([first])
    assert value["identical"] == 0
    episodes = value["episodes"]
    assert isinstance(episodes, list)
    assert episodes[0]["record"] == "edited"
    assert episodes[0]["differences"][0]["field"] == "shown"


def test_an_edit_that_leaves_no_difference_is_still_no_identity(copied_run: SmallRun) -> None:
    edit_log(copied_run.session, lambda event: event | {"started": "2020-01-01T00:00:00Z"}, "episode")
    first = replays_of(copied_run.session)[0]
    assert first.report is not None
    assert first.report.is_identical
    assert not first.is_identical


def test_a_sample_that_has_changed_is_replayed_as_it_was_and_that_is_said(copied_run: SmallRun) -> None:
    found = found_in(copied_run.session)[0]
    origins = Origins(copied_run.session)
    kept = origins.of(found.episode).sample
    assert kept is not None
    origins._samples = {kept.id: kept.model_copy(update={"question": "Another one?"})}
    one = replay_found(origins, found)
    assert one.is_identical
    assert "has changed since; this is a replay of the one that was kept" in replayed_text([one])


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"sample": "gone~novice", "sample_sha256": ""}, "sample gone~novice was not kept with this episode"),
        ({"agent": "another"}, "only the tutor's episodes can be replayed, not another's"),
        ({"setup": "", "playbook_commit": ""}, "on no commit, and were not kept"),
    ],
    ids=["sample", "agent", "rules"],
)
def test_what_cannot_be_replayed_says_why(small_run: SmallRun, change: JsonObject, why: str) -> None:
    found = found_in(small_run.session)[0]
    header = replace(found.episode.header, **change)  # type: ignore[arg-type]
    one = replay_found(Origins(small_run.session), found._replace(episode=replace(found.episode, header=header)))
    assert (one.report, one.is_identical) == (None, False)
    text = replayed_text([one])
    assert "cannot be replayed" in text
    assert why in text


def test_a_reason_that_all_share_is_said_once(small_run: SmallRun) -> None:
    origins = Origins(small_run.session)
    found = found_in(small_run.session)[:4]
    headers = [replace(one.episode.header, agent="another") for one in found[:3]]
    others = [one._replace(episode=replace(one.episode, header=h)) for one, h in zip(found, headers, strict=False)]
    text = replayed_text([replay_found(origins, one) for one in (*others, found[3])])
    assert text.startswith(
        "3 episodes cannot be replayed\n  only the tutor's episodes can be replayed, not another's\n"
    )
    assert text.splitlines()[2:] == ["1 of 4 episodes identical (simulated); no model was asked, no tool run"]


def test_a_long_value_is_cut_and_narrowed_to_what_differs(copied_run: SmallRun) -> None:
    edit_log(copied_run.session, lambda event: event | {"context": {"state": {"errors": "x" * 900}}})
    first = replays_of(copied_run.session)[0]
    text = replayed_text([first])
    assert "first difference: step 0, context" in text
    assert max(map(len, text.splitlines())) < 420
