"""What commands print: whole, and with strangers' characters written out."""

from dataclasses import replace
from pathlib import Path

import pytest

from ace.curator.checks.check import Check
from ace.curator.draft import Drafting, Refused
from ace.cycle.analyze_run import analyze
from ace.cycle.draft_changes import CheckedDraft, Drafted
from ace.cycle.open_proposals import Opened
from ace.report.text import analysis_text, cluster_text, drafted_text, proposed_text, run_text
from ace.trace_import.read_files import read_trace_files
from analyzers.detectors.registry import Unanalyzed
from runtime.contracts.trace_event import Outcome
from runtime.traces.read_events import Problem
from tests.ace.building import RETRIEVE, WEB, episode, web_episodes
from tests.ace.conftest import SmallProposal, SmallRun
from tests.ace.cycle.test_analyze_files import tool_messages, write_records

EVIL = "\x1b[2J\x07evil\r\nfake line\u202e\u200b"
SHOWN = "\\x1b[2J\\x07evil\\r\\nfake line\\u202e\\u200b"


def is_safe(text: str) -> bool:
    """True when nothing but printable text and line ends is in it."""
    return all(line.isprintable() for line in text.split("\n")) and "\nfake line" not in text


def test_a_runs_summary(small_run: SmallRun) -> None:
    text = run_text(small_run.run)
    assert text.startswith(f"{small_run.run.record.run}: 16 episodes of 16 dev samples\n")
    assert "controller simulated/policy-1" in text
    assert "(5 injected)" in text


def test_a_summary_with_errors_says_how_to_go_on_and_escapes_them(small_run: SmallRun) -> None:
    run = small_run.run
    broken = episode("e1", RETRIEVE, sample=EVIL, ending="infrastructure_error")
    assert broken.outcome is not None
    outcome: Outcome = replace(broken.outcome, error=EVIL)
    record = run.record.model_copy(update={"controller": EVIL, "sample_problems": (EVIL,)})
    text = run_text(run._replace(record=record, episodes=(replace(broken, outcome=outcome),), problems=(
        Problem(EVIL, 1, EVIL),
    )))  # fmt: skip
    assert is_safe(text)
    assert text.count(SHOWN) == 6
    assert f"ace run --resume {run.record.run}" in text


@pytest.mark.parametrize(("count", "words"), [(0, ""), (1, "  1 call waits for"), (2, "  2 calls wait for")])
def test_calls_that_wait_for_a_person_are_said_and_are_no_errors(small_run: SmallRun, count: int, words: str) -> None:
    waiting = tuple(
        replace(item, outcome=replace(item.outcome, error="p-1"))
        for item in (episode(f"e{n}", RETRIEVE, ending="awaiting_approval") for n in range(count))
        if item.outcome is not None
    )
    run = small_run.run._replace(episodes=(*waiting, episode("e9", RETRIEVE)))
    text = run_text(run)
    assert "could not be finished" not in text
    assert (words in text, "ace calls resume" in text) == (True, count > 0)
    said = analysis_text(analyze(run.episodes, (), "major"), run)
    assert (words in said, "ace calls resume" in said) == (True, count > 0)


def test_an_analysis(small_run: SmallRun) -> None:
    analysis = analyze(small_run.run.episodes, (), "major")
    text = analysis_text(analysis, small_run.run)
    assert text.startswith(f"{small_run.run.record.run} (simulated): 16 episodes, ")
    assert f"{analysis.failure_rate:.1%} of episodes failed" in text
    assert all(cluster.id in text for cluster in analysis.clusters)


def test_an_analysis_says_what_is_left_out(small_run: SmallRun) -> None:
    analysis = analyze((episode("e1", WEB), episode("e2", RETRIEVE, ending="")), (), "major")
    odd = replace(analysis, unanalyzed=(Unanalyzed(EVIL, EVIL, EVIL),))
    text = analysis_text(odd, small_run.run)
    assert is_safe(text)
    assert "not finished and not counted: 1 episode" in text
    assert "too few to draft from" in text
    assert text.count(SHOWN) == 3
    clean = analysis_text(analyze((episode("e1", RETRIEVE),), (), "major"), small_run.run)
    assert "no failure was found" in clean


def test_a_cluster_is_cut_and_escaped() -> None:
    (cluster,) = analyze(web_episodes(24, raw=EVIL), (), "major").clusters
    evil = replace(cluster, name=EVIL, findings=tuple(replace(f, sample=EVIL, message=EVIL) for f in cluster.findings))
    text = cluster_text(evil)
    assert is_safe(text)
    assert "... and 4 more (--json lists all)" in text
    assert SHOWN in text


def test_drafts_show_their_checks_and_what_was_refused(small_proposal: SmallProposal) -> None:
    text = drafted_text(small_proposal.proposed)
    assert "edit tools.retrieve-before-web  (heuristic)\n" in text
    assert '  when: action.name == "web_browser"\n' in text
    assert "ok     separation: " in text
    assert "no draft from c-" in text
    few = analyze(web_episodes(2), (), "major")
    empty = replace(small_proposal.proposed, drafted=Drafted((), Drafting((), notes=(EVIL,))), analysis=few)
    assert drafted_text(empty).splitlines() == [
        f"  note: {SHOWN}",
        "no draft: no cluster is large enough: needs 3 failing episodes of 2 samples; run more samples (`ace run`)",
    ]
    assert proposed_text(replace(empty, opened=())).splitlines()[0] == f"  note: {SHOWN}"


def test_what_a_model_wrote_is_escaped(small_proposal: SmallProposal) -> None:
    item = small_proposal.proposed.drafted.drafts[0]
    assert item.draft.after is not None
    after = item.draft.after.model_copy(update={"text": EVIL, "when": EVIL, "require": EVIL})
    draft = replace(item.draft, after=after, rationale=EVIL, curator=EVIL)
    drafting = Drafting((draft,), (Refused("c-1", EVIL, EVIL, EVIL),))
    drafted = Drafted((CheckedDraft(draft, (Check("schema", False, EVIL, EVIL),)),), drafting)
    proposed = replace(small_proposal.proposed, drafted=drafted)
    assert is_safe(drafted_text(proposed))
    assert "REFUSED schema" in drafted_text(proposed)
    assert is_safe(proposed_text(proposed))
    assert "refused by the schema check" in proposed_text(proposed)


def test_verdicts_and_branches(small_proposal: SmallProposal) -> None:
    proposed = small_proposal.proposed
    lines = proposed_text(proposed).splitlines()
    assert lines[1].startswith("    guards: "), "the stages stand below their verdict"
    first, *rest = [line for line in lines if not line.startswith(" ")]
    assert proposed.opened[0].proposal is not None
    assert first.startswith(
        f"{proposed.opened[0].proposal.branch}: edit tools.retrieve-before-web: promising, simulated; "
    )
    assert rest[0].startswith(
        "not opened (`review.open` does not allow 'insufficient evidence'): add pedagogy.say-something-new"
    )
    assert rest[-1] == "proposals: 1 opened; `ace diff` shows them"


@pytest.mark.parametrize("why", ["open already", EVIL])
def test_what_was_not_opened_is_not_counted_as_opened(small_proposal: SmallProposal, why: str) -> None:
    first = small_proposal.proposed.opened[0]
    again = replace(small_proposal.proposed, opened=(Opened(first.judgement, first.proposal, why),))
    assert is_safe(proposed_text(again))
    shown = SHOWN if why == EVIL else why
    assert proposed_text(again).endswith(f"no proposal opened: {shown}\n")


def test_a_detector_that_fails_on_many_episodes_takes_one_line(small_run: SmallRun) -> None:
    analysis = replace(
        analyze(web_episodes(4), (), "major"),
        unanalyzed=(*(Unanalyzed("shouts", f"e{n}", "no") for n in range(3)), Unanalyzed("shouts", "e9", "another")),
    )
    lines = [line for line in analysis_text(analysis, small_run.run).splitlines() if "not analyzed" in line]
    assert lines == [
        "  not analyzed: shouts on 3 episodes (first e0): no",
        "  not analyzed: shouts on e9: another",
    ]


def test_an_imported_run_has_neither_rules_nor_solved_but_its_own_score(small_run: SmallRun, tmp_path: Path) -> None:
    path = write_records(tmp_path / "a.jsonl", tool_messages(0.0, 1), tool_messages(1.0, 2), tool_messages(None, 3))
    episodes = read_trace_files([path]).episodes
    record = small_run.run.record.model_copy(update={"agent": "shop"})
    text = run_text(small_run.run._replace(record=record, episodes=episodes))
    assert "rules at" not in text
    assert "solved" not in text
    assert "imported, agent shop" in text
    assert "by the records' own reward, 1 of 2 failed\n" in text
    assert "  ends: 3 " in text
    silent = run_text(small_run.run._replace(record=record, episodes=episodes[2:]))
    assert "records' own" not in silent
