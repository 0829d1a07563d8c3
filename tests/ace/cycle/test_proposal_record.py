"""The record beside a proposal is honest about what was and was not done."""

import pytest

from ace.cycle.proposal_files import ProposalContext
from ace.cycle.proposal_record import evidence_record
from ace.review.check_figures import figure_problems
from ace.review.evidence import EvidenceRecord, dump_evidence, parse_evidence
from runtime.contracts.trace_event import ControllerInfo
from tests.ace.conftest import SmallProposal

NAME = "0123456789ab"


def record_of(small: SmallProposal, index: int = 0, controller: ControllerInfo | None = None) -> EvidenceRecord:
    """Return the record of one judgement."""
    session, proposed, _ = small
    info = controller or proposed.run.episodes[0].header.controller
    context = ProposalContext(session, proposed.run, session.playbook(), info)
    return evidence_record(context, proposed.judgements[index], NAME)


def test_the_record_reads_back(small_proposal: SmallProposal) -> None:
    record = record_of(small_proposal)
    assert parse_evidence(dump_evidence(record), "x") == record
    assert (record.proposal, record.run_id) == (NAME, small_proposal.proposed.run.record.run)


@pytest.mark.parametrize(
    "info",
    [
        pytest.param(ControllerInfo("simulated", "policy-1", simulated=True), id="judged by a simulated model"),
        pytest.param(ControllerInfo("openai", "m", simulated=False), id="drafted from a simulated run"),
    ],
)
def test_simulated_is_said_wherever_any_part_was(small_proposal: SmallProposal, info: ControllerInfo) -> None:
    assert record_of(small_proposal, controller=info).simulated


def test_figures_are_those_of_the_judgement(wide_proposal: SmallProposal) -> None:
    judgement = wide_proposal.proposed.judgements[0]
    record = record_of(wide_proposal)
    rows = {(row.stage, row.metric): row for row in record.trials}
    assert list(rows) == [
        *((stage, metric) for stage in ("development", "held-out") for metric in ("success", "solved")),
        ("control", "success"),
    ]
    assert rows["development", "success"].p_value == judgement.p_value
    assert rows["held-out", "success"].e_value == judgement.e_value
    assert rows["held-out", "solved"].e_value is None, "only clean success is what the verdict rests on"
    assert all(row.cases is not None and 0 < row.cases <= row.n for row in record.trials)
    assert record.trials[0].change_low == judgement.screen.change_low
    assert record.target is not None
    assert (record.target.before_rate, record.target.after_rate) == (judgement.target_before, judgement.target_after)
    assert record.cost.model_calls == judgement.spend.model_calls
    assert record.prompt_tokens.after > record.prompt_tokens.before > 0
    assert [check.name for check in record.checks] == [check.name for check in judgement.checked.checks]


def test_quotes_are_of_different_samples_and_hash_to_what_they_say(small_proposal: SmallProposal) -> None:
    record = record_of(small_proposal)
    cluster = small_proposal.proposed.judgements[0].draft.cluster
    assert cluster is not None
    assert len({quote.sample for quote in record.quotes}) == len(record.quotes) == 3
    known = {(finding.episode, finding.step): finding for finding in cluster.findings}
    assert all(known[q.episode, q.step].quote_sha256 == q.sha256 for q in record.quotes)


def test_what_was_not_checked_is_named(wide_proposal: SmallProposal) -> None:
    judged, development = record_of(wide_proposal), record_of(wide_proposal, 1)
    assert "no held-out sample was used" not in judged.not_checked
    assert development.not_checked[0] == "no held-out sample was used"
    assert not any("must-pass" in item for item in judged.not_checked)
    assert any("must-pass" in item for item in development.not_checked)


def test_the_stages_are_in_the_record_and_their_figures_agree(wide_proposal: SmallProposal) -> None:
    record = record_of(wide_proposal)
    assert record.profile == "strict"
    assert [guard.name for guard in record.guards] == ["must-pass samples", "slices", "cost", "latency"]
    assert record.looks
    assert record.slices
    assert record.control is not None
    assert figure_problems(record) == ()


def test_a_long_model_name_does_not_lose_the_proposal(small_proposal: SmallProposal) -> None:
    record = record_of(small_proposal, controller=ControllerInfo("openai", "m" * 300, simulated=False))
    assert len(record.controller) == 120
