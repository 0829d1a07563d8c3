"""Every prompt of a run is made again and confirmed; where it cannot be, it says why."""

import shutil
from dataclasses import replace

from ace.report.trace_model import TraceView, view_trace
from ace.report.trace_origin import Origins
from tests.ace.conftest import SmallRun
from tests.ace.report.tracing import edit_log, found_in


def views(small: SmallRun) -> list[TraceView]:
    origins = Origins(small.session)
    return [view_trace(origins, found) for found in found_in(small.session)]


def test_every_prompt_of_every_step_is_confirmed(small_run: SmallRun) -> None:
    for view in views(small_run):
        assert view.verified == len(view.steps) == len(view.episode.steps)
        assert view.notes == ()
        assert all(step.is_state_exact and not step.why_unseen for step in view.steps)


def test_a_step_says_what_changed_and_which_rules_spoke(small_run: SmallRun) -> None:
    steps = [step for view in views(small_run) for step in view.steps]
    assert any("retrieval.hits +" in phrase for step in steps for phrase in step.changes)
    assert any(phrase.startswith("student.attempts 0 -> 1") for step in steps for phrase in step.changes)
    assert all(phrase.startswith("spent.") for step in steps for phrase in step.counters)
    verdicts = {(one.rule.id, one.verdict) for step in steps for one in step.judged}
    assert ("hints.one-level-at-a-time", "violates") in verdicts
    assert all(verdict != "silent" for _, verdict in verdicts)


def test_without_a_kept_set_up_the_prompt_of_the_commit_is_confirmed_by_its_hash(copied_run: SmallRun) -> None:
    shutil.rmtree(copied_run.session.workspace.artifacts)
    view = views(copied_run)[0]
    assert view.verified == len(view.steps)
    assert "the kept set-up" in view.notes[0]


def test_without_it_and_with_other_rules_nothing_is_confirmed(copied_run: SmallRun) -> None:
    found = found_in(copied_run.session)[0]
    header = replace(found.episode.header, setup="", playbook_commit="0" * 40)
    lost = found._replace(episode=replace(found.episode, header=header))
    view = view_trace(Origins(copied_run.session), lost)
    assert view.verified == 0
    assert all(step.prompts == () and "cannot be read" in step.why_unseen for step in view.steps)


def test_a_prompt_made_of_too_few_rules_is_marked(copied_run: SmallRun) -> None:
    found = found_in(copied_run.session)[0]
    header = replace(found.episode.header, setup="", rules={})
    bare = found._replace(episode=replace(found.episode, header=header))
    view = view_trace(Origins(copied_run.session), bare)
    assert view.verified == 0
    assert all(step.prompts and not step.is_verified for step in view.steps)
    assert "this is not what was sent" in view.steps[0].why_unseen


def test_a_record_without_a_first_state_shows_what_it_holds(small_run: SmallRun) -> None:
    found = found_in(small_run.session)[0]
    bare = found._replace(episode=replace(found.episode, header=replace(found.episode.header, initial={})))
    view = view_trace(Origins(small_run.session), bare)
    assert "holds no first state" in view.notes[0]
    assert all(step.prompts == () and not step.is_state_exact for step in view.steps)
    assert all(step.changes for step in view.steps)


def test_an_edited_record_is_noted(copied_run: SmallRun) -> None:
    def other_patch(event: dict[str, object]) -> dict[str, object]:
        patch = event["patch"]
        assert isinstance(patch, list)
        return event | {"patch": [*patch, {"op": "add", "path": "/notes/x", "value": 1}]}

    edit_log(copied_run.session, other_patch)
    view = views(copied_run)[0]
    assert "edited after it was written" in view.notes[0]
    assert "the state before step 1 does not have the recorded hash" in view.notes[1]
