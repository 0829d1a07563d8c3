"""A rule's verdict on each recorded decision."""

from dataclasses import replace
from pathlib import Path

from ace.report.eval_decisions import judge_episode, judge_run
from runtime.contracts.trace_event import Episode, GateRecord
from runtime.rules.fields_read import FieldValue
from runtime.traces.find_episode import Found
from tests.ace.building import RETRIEVE, WEB, WEB_AFTER, WEB_RULE, decision, episode, rule

WEB_FIRST = rule("tools.retrieve-before-web", **WEB_RULE)


def found(one: Episode) -> Found:
    return Found(one, Path("log"), 1, "intact", ())


def test_every_decision_has_its_verdict_and_what_was_read() -> None:
    judged = judge_episode(WEB_FIRST, found(episode("e-1", WEB, RETRIEVE, WEB_AFTER, decision(None))))
    assert [one.verdict for one in judged.decisions] == ["violates", "silent", "complies"]
    assert judged.unread == 1
    assert judged.decisions[0].fields == (
        FieldValue("action.name", "web_browser", True),
        FieldValue("state.retrieval.queried", False, True),
    )
    assert judged.decisions[2].fields[1].value is True
    assert dict(judged.counts) == {"violates": 1, "silent": 1, "complies": 1}


def test_an_error_has_its_reason_and_the_gates_that_objected_are_kept() -> None:
    broken = WEB_FIRST.model_copy(update={"require": "state.nothing.queried"})
    whole = episode("e-1", WEB, RETRIEVE)
    gates = (GateRecord("fixed", "allow", ""), GateRecord("rule:x", "block", "no"))
    whole = replace(whole, steps=(replace(whole.steps[0], taken=None, gates=gates), whole.steps[1]))
    first, second = judge_episode(broken, found(whole)).decisions
    assert (first.verdict, first.taken, first.stopped_by) == ("error", None, gates[1:])
    assert "there is no field `nothing`" in first.error
    assert first.fields[1] == FieldValue("state.nothing.queried", None, False)
    assert (second.verdict, second.error) == ("silent", "")


def test_a_run_counts_episodes_that_count_and_leaves_other_agents_out() -> None:
    bad, good = episode("e-1", WEB, WEB, sample="a"), episode("e-2", RETRIEVE, sample="b")
    cut_off = episode("e-0", WEB, sample="b", ending="")
    other = replace(bad, header=replace(bad.header, agent="inspector", sample="c", episode="e-3"))
    run = judge_run(WEB_FIRST, "r-1", [found(one) for one in (bad, cut_off, good, other)])
    assert [one.header.episode for one in run.episodes] == ["e-1", "e-2"]
    assert (run.other_agents, run.episodes_with("violates"), run.episodes_with("error")) == (1, 1, 0)
    assert dict(run.counts) == {"violates": 2, "silent": 1}


def test_an_edited_record_says_so() -> None:
    edited = found(episode("e-1", WEB))._replace(integrity="edited", problems=("log:3: torn",))
    assert [note.split(":")[0] for note in judge_episode(WEB_FIRST, edited).notes] == [
        "log",
        "this record was edited after it was written",
    ]
