"""Rules and samples of a recorded episode are found again, and what is not is said."""

import shutil
from dataclasses import replace

from ace.report.trace_origin import Origins
from ace.session import Session
from runtime.contracts.trace_event import Episode
from tests.ace.building import commit_all
from tests.ace.conftest import SmallProposal, SmallRun
from tests.ace.report.tracing import found_in


def bare(session: Session) -> Episode:
    """An episode of a record that keeps no set-up."""
    episode = found_in(session)[0].episode
    return replace(episode, header=replace(episode.header, setup=""))


def test_kept_with_the_episode(small_run: SmallRun) -> None:
    episode = found_in(small_run.session)[0].episode
    origin = Origins(small_run.session).of(episode)
    assert origin.setup is not None
    assert origin.rules is not None
    assert set(episode.header.rules) <= {rule.id for rule in origin.rules}
    assert (origin.rules_from, origin.missing, origin.changed) == ("kept with the episode", (), ())
    assert origin.sample is not None
    assert origin.sample.id == episode.header.sample


def test_without_it_the_rules_come_from_the_commit(small_run: SmallRun) -> None:
    episode = bare(small_run.session)
    kept = Origins(small_run.session).of(found_in(small_run.session)[0].episode)
    origin = Origins(small_run.session).of(episode)
    assert origin.rules == kept.rules
    assert origin.rules_from == f"the playbook at {episode.header.playbook_commit[:12]}"


def test_a_commit_that_is_gone_or_other_rules_are_said(small_run: SmallRun) -> None:
    episode = bare(small_run.session)
    gone = replace(episode, header=replace(episode.header, playbook_commit="0" * 40))
    origin = Origins(small_run.session).of(gone)
    assert origin.rules is None
    assert "the rules at commit 000000000000 cannot be read" in origin.missing[0]
    name = next(iter(episode.header.rules))
    other = replace(episode, header=replace(episode.header, rules={name: "0" * 16}))
    assert f"rule {name} at commit" in Origins(small_run.session).of(other).missing[0]


def test_a_lost_artifact_is_said_and_the_commit_used(copied_run: SmallRun) -> None:
    episode = found_in(copied_run.session)[0].episode
    shutil.rmtree(copied_run.session.workspace.artifacts)
    origin = Origins(copied_run.session).of(episode)
    assert origin.setup is None
    assert origin.rules is not None
    assert "the kept set-up artifact://" in origin.missing[0]


def test_a_trial_arms_rules_are_kept_and_without_them_nowhere(small_proposal: SmallProposal) -> None:
    from ace.report.trace_find import find_one

    session, _, ran = small_proposal
    episode = find_one(session, ran[0]).episode
    assert episode.header.playbook_commit == ""
    assert Origins(session).of(episode).rules_from == "kept with the episode"
    lost = Origins(session).of(replace(episode, header=replace(episode.header, setup="")))
    assert lost.rules is None
    assert "on no commit, and were not kept" in lost.missing[0]


def test_the_sample_is_kept_as_it_was(small_run: SmallRun) -> None:
    episode = found_in(small_run.session)[0].episode
    origins = Origins(small_run.session)
    kept = origins.of(episode).sample
    assert kept is not None
    assert not origins.is_sample_changed(kept)
    assert origins.is_sample_changed(kept.model_copy(update={"organ": "another"}))
    own = replace(episode, header=replace(episode.header, sample="tutor.own~novice"))
    assert origins.of(own).sample == kept, "a sample that was never in a file is found all the same"


def test_a_sample_that_was_not_kept_is_looked_up_and_compared(small_run: SmallRun) -> None:
    episode = found_in(small_run.session)[0].episode
    origins = Origins(small_run.session)
    changed = replace(episode, header=replace(episode.header, sample_sha256="0" * 64))
    assert "has changed since" in origins.of(changed).changed[0]
    older = replace(episode, header=replace(episode.header, sample_sha256=""))
    assert origins.of(older).sample == origins.of(episode).sample
    missing = replace(older, header=replace(older.header, sample="no.such~one"))
    assert "sample no.such~one was not kept with this episode and is not among" in origins.of(missing).missing[0]


def test_later_rules_on_the_branch_change_nothing(copied_run: SmallRun) -> None:
    repo = copied_run.session.workspace.repo
    for path in (repo / "playbooks/tutor/style").glob("*"):
        path.unlink()
    commit_all(repo, "Drop the style rules")
    before = Origins(copied_run.session).of(found_in(copied_run.session)[0].episode)
    assert before.rules_from == "kept with the episode"
    assert before.missing == ()
