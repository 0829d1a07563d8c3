"""What silent rules say of runs from before they were there."""

from pathlib import Path

from ace.cycle.ablation.earlier_runs import MOST_RUNS, Earlier, spoke_without
from ace.runs.run_record import write_record
from tests.ace.building import WEB_RULE, rule
from tests.ace.conftest import SmallRun
from tests.ace.cycle.judging.judging_setup import rules_of

WEB = rule("a.web", **WEB_RULE)
NEVER = rule("a.never", when='action.name == "zoom"', require="false")


def _copies(small: SmallRun, count: int, **changes: object) -> list[Path]:
    folders = []
    for number in range(count):
        record = small.run.record.model_copy(update={"run": f"r-20200101-{number:06}", **changes})
        folder = small.session.workspace.runs / record.run
        write_record(folder, record)
        (folder / "events.jsonl").write_bytes((small.run.folder / "events.jsonl").read_bytes())
        folders.append(folder)
    return folders


def test_the_run_itself_says_nothing(copied_run: SmallRun) -> None:
    assert spoke_without(copied_run.session, copied_run.run, (WEB,)) == {"a.web": Earlier(0, 0)}
    assert spoke_without(copied_run.session, copied_run.run, ()) == {}


def test_decisions_of_a_run_without_the_rule_are_counted(copied_run: SmallRun) -> None:
    _copies(copied_run, 1)
    found = spoke_without(copied_run.session, copied_run.run, (WEB, NEVER))
    assert found["a.web"].decisions == found["a.never"].decisions > found["a.web"].spoke > 0


def test_runs_that_had_the_rule_or_are_of_another_agent_or_split_do_not_count(copied_run: SmallRun) -> None:
    known = rules_of(copied_run)[0]
    _copies(copied_run, 1)
    assert spoke_without(copied_run.session, copied_run.run, (known,)) == {known.id: Earlier(0, 0)}
    for changes in ({"agent": "other"}, {"split": "must_pass"}):
        _copies(copied_run, 1, **changes)
        assert spoke_without(copied_run.session, copied_run.run, (WEB,)) == {"a.web": Earlier(0, 0)}


def test_a_run_that_cannot_be_read_says_nothing(copied_run: SmallRun) -> None:
    (folder,) = _copies(copied_run, 1)
    (folder / "run.json").write_text("{", encoding="utf-8")
    assert spoke_without(copied_run.session, copied_run.run, (WEB,)) == {"a.web": Earlier(0, 0)}


def test_only_the_newest_runs_are_read(copied_run: SmallRun) -> None:
    _copies(copied_run, 1)
    one = spoke_without(copied_run.session, copied_run.run, (WEB,))["a.web"]
    _copies(copied_run, MOST_RUNS + 2)
    many = spoke_without(copied_run.session, copied_run.run, (WEB,))["a.web"]
    assert many == Earlier(MOST_RUNS * one.decisions, MOST_RUNS * one.spoke)
