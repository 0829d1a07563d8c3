"""Paired trials of drafts on a real repository and a small simulated run."""

import pytest

from ace.cycle.analyze_run import analyze
from ace.cycle.draft_changes import CheckedDraft, Drafted, draft_changes
from ace.cycle.judge_drafts import judge_drafts
from ace.cycle.judging.judgement import JudgeHooks, Judgement
from ace.session import Session
from runtime.contracts.errors import ModelUnavailableError
from runtime.contracts.rule import Rule
from runtime.contracts.trace_event import ControllerInfo
from runtime.rules.load_reviewed import injectable
from runtime.traces.read_events import read_episodes
from tests.ace.building import small_session
from tests.ace.conftest import SmallProposal, SmallRun
from tests.chat_server import Answer, chat_server

WEB_ID = "tools.retrieve-before-web"
HINT_ID = "hints.one-level-at-a-time"


def rules_of(session: Session) -> tuple[Rule, ...]:
    """Return the rules in force."""
    return injectable(session.playbook(), "tutor")


def drafted(small: SmallRun) -> Drafted:
    """Return the drafts of the run."""
    analysis = analyze(small.run.episodes, rules_of(small.session), "major")
    return draft_changes(small.session, analysis, small.run.episodes, small.session.playbook())


def judged(
    small: SmallRun, hooks: JudgeHooks | None = None, drafts: tuple[CheckedDraft, ...] | None = None
) -> tuple[Judgement, ...]:
    """Return the judgements of the run's drafts."""
    found = drafted(small).drafts if drafts is None else drafts
    return judge_drafts(small.session, small.run, rules_of(small.session), found, hooks or JudgeHooks())[0]


def test_the_best_comes_first_and_every_sound_draft_is_judged(small_proposal: SmallProposal) -> None:
    proposed = small_proposal.proposed
    sound = {item.draft.rule_id for item in proposed.drafted.drafts if item.is_sound}
    assert {judgement.draft.rule_id for judgement in proposed.judgements} == sound
    assert proposed.judgements[0].draft.rule_id == WEB_ID
    order = [judgement.verdict for judgement in proposed.judgements]
    assert order == sorted(order, key=["confirmed", "promising", "insufficient evidence", "no effect"].index)


def test_figures_of_a_judgement(small_proposal: SmallProposal) -> None:
    best = small_proposal.proposed.judgements[0]
    assert (best.verdict, best.target) == ("promising", "web_before_local")
    assert best.screen.n == 16
    assert best.screen.fixed > best.screen.broke
    assert best.target_after < best.target_before
    assert (best.held_out, best.e_value, best.looks) == (None, None, ())
    assert "Development samples were seen while drafting" in best.reason
    assert "a confirmation needs at least 100" in best.reason


def test_figures_of_a_judgement_with_held_out_samples(wide_proposal: SmallProposal) -> None:
    best = wide_proposal.proposed.judgements[0]
    assert best.held_out is not None
    assert best.held_out.cases >= 100
    assert best.e_value is not None


def test_a_failure_that_is_the_breach_of_a_rule_is_counted_by_that_rule(small_proposal: SmallProposal) -> None:
    hint = next(item for item in small_proposal.proposed.judgements if item.draft.rule_id == HINT_ID)
    assert hint.target == f"rule:{HINT_ID}"
    broken = {finding.episode for finding in small_proposal.proposed.analysis.findings if finding.rule == HINT_ID}
    assert hint.target_before == pytest.approx(len(broken) / 16)
    assert hint.target_before > 0


def test_spend_counts_what_was_run_and_nothing_twice(small_proposal: SmallProposal) -> None:
    """The before arm is the run itself; each after arm is run once; all else only for the promising draft.

    For that one: six must-pass samples on either side, and the gate on the development samples.
    """
    proposed, ran = small_proposal.proposed, small_proposal.episodes
    arms = small_proposal.session.workspace.arms
    stored = [item for path in arms.glob("*.jsonl") for item in read_episodes(path).episodes]
    drafts = len(proposed.judgements)
    promising = sum(judgement.verdict == "promising" for judgement in proposed.judgements)
    suspected = sum(item.header.split == "must_pass" and item.header.trial > 0 for item in stored)
    assert len(ran) == len(set(ran)) == len(stored) == 16 * drafts + (2 * 6 + 16) * promising + suspected
    calls = sum(item.outcome.spent["model_calls"] for item in stored if item.outcome)  # type: ignore[misc]
    assert sum(judgement.spend.model_calls for judgement in proposed.judgements) == calls
    assert all(judgement.spend.model_calls > 0 for judgement in proposed.judgements)


def test_judging_again_costs_nothing_and_comes_to_the_same(warm_run: SmallRun, small_proposal: SmallProposal) -> None:
    first = small_proposal.proposed.judgements
    ran: list[str] = []
    again = judged(warm_run, JudgeHooks(episode=lambda episode: ran.append(episode.header.episode)))
    assert ran == []
    assert [(item.verdict, item.screen, item.held_out, item.p_value) for item in again] == [
        (item.verdict, item.screen, item.held_out, item.p_value) for item in first
    ]
    assert {(item.spend.model_calls, item.spend.prompt_tokens, item.spend.usd) for item in again} == {(0, 0, 0.0)}


def test_more_trials_cost_only_the_new_ones(copied_run: SmallRun) -> None:
    session = small_session(
        copied_run.session.workspace.repo, gate__trials=2, gate__profile="screening", gate__must_pass_limit=1
    )
    small = SmallRun(session, copied_run.run)
    ran: list[str] = []
    web = tuple(item for item in drafted(small).drafts if item.draft.rule_id == WEB_ID)
    (judgement,) = judged(small, JudgeHooks(episode=lambda episode: ran.append(episode.header.sample)), web)
    must_pass = {sample.id for sample in session.samples("must_pass")[0]}
    # Before: the run is the first trial, so one more a sample; after: two a sample.
    assert sum(sample not in must_pass for sample in ran) == 16 + 32
    assert (judgement.screen.n, judgement.held_out) == (16, None)


def test_without_held_out_samples_nothing_is_asked_of_them(copied_run: SmallRun) -> None:
    session = small_session(copied_run.session.workspace.repo, gate__sealed=False, curator__drafts=1)
    splits: list[str] = []
    hooks = JudgeHooks(episode=lambda episode: splits.append(episode.header.split))
    small = SmallRun(session, copied_run.run)
    judgements = judged(small, hooks)
    assert judgements[0].verdict == "promising"
    assert (judgements[0].held_out, judgements[0].e_value) == (None, None)
    assert set(splits) == {"dev", "must_pass"}


def test_held_out_samples_are_run_for_the_judge_and_never_shown_to_the_curator(
    wide_proposal: SmallProposal,
) -> None:
    session, proposed, _ = wide_proposal
    sealed = {sample.id for sample in session.samples("sealed")[0]}
    arms = [item for path in session.workspace.arms.glob("*.jsonl") for item in read_episodes(path).episodes]
    assert {item.header.split for item in arms} == {"dev", "sealed", "must_pass"}
    seen = {finding.sample for finding in proposed.analysis.findings} | set(proposed.run.record.samples)
    for item in proposed.drafted.drafts:
        seen |= set(item.draft.cluster.samples) if item.draft.cluster else set()
    assert not seen & sealed
    assert {item.header.split for item in proposed.run.episodes} == {"dev"}


def test_an_unsound_draft_is_not_judged(copied_run: SmallRun) -> None:
    unsound = tuple(
        CheckedDraft(item.draft, tuple(check.__class__(check.name, False, "no") for check in item.checks))
        for item in drafted(copied_run).drafts
    )
    ran: list[str] = []
    assert judged(copied_run, JudgeHooks(episode=lambda e: ran.append(e.header.episode)), unsound) == ()
    assert ran == []


def _served(small: SmallRun, base_url: str) -> SmallRun:
    """The same run, to be judged by a model behind a server."""
    flags = {"controller__kind": "openai", "controller__base_url": base_url, "controller__model": "m"}
    session = small_session(small.session.workspace.repo, controller__retries=0, **flags)
    return SmallRun(session, small.run)


def test_a_server_that_fails_decides_nothing(copied_run: SmallRun) -> None:
    web = tuple(item for item in drafted(copied_run).drafts if item.draft.rule_id == WEB_ID)
    with chat_server(lambda request, number: Answer("{}", 503, {"Retry-After": "0"})) as server:
        (judgement,) = judged(_served(copied_run, server.base_url), drafts=web)
    assert judgement.verdict == "undecided: infrastructure"
    # Places the batch never reached count too: all sixteen were asked.
    assert (judgement.screen.n, judgement.screen.undecided) == (0, 16)


def test_a_server_that_does_not_listen_is_found_out_before_anything_is_judged(copied_run: SmallRun) -> None:
    web = tuple(item for item in drafted(copied_run).drafts if item.draft.rule_id == WEB_ID)
    with pytest.raises(ModelUnavailableError, match="start the server"):
        judged(_served(copied_run, "http://127.0.0.1:9/v1"), drafts=web)


def test_who_was_judged_is_said(copied_run: SmallRun) -> None:
    small = copied_run
    _, controller = judge_drafts(small.session, small.run, rules_of(small.session), (), JudgeHooks())
    assert isinstance(controller, ControllerInfo)
    assert controller.simulated


def test_arms_are_announced_with_their_size(copied_run: SmallRun) -> None:
    told: list[tuple[str, int]] = []
    web = tuple(item for item in drafted(copied_run).drafts if item.draft.rule_id == WEB_ID)
    judged(copied_run, JudgeHooks(arm=lambda name, count: told.append((name, count))), web)
    again = [name for name, _ in told if "tried again" in name]
    assert [item for item in told if item[0] not in again] == [
        (f"edit {WEB_ID}: before and after", 2 * 16),
        (f"edit {WEB_ID}, must pass: before and after", 2 * 6),
        (f"edit {WEB_ID}: as a gate", 16),
    ]
