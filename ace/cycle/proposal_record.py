"""The machine-readable record committed with a proposal."""

from collections.abc import Mapping, Sequence

from ace.clusters.stopped_actions import fate_words
from ace.curator.draft import Draft
from ace.cycle.draft_identity import merged_ids
from ace.cycle.judging.apply_draft import apply_draft
from ace.cycle.judging.judgement import Judgement
from ace.cycle.proposal_files import ProposalContext
from ace.cycle.proposal_stages import (
    control_row,
    control_trial,
    estimate_row,
    guard_rows,
    look_rows,
    not_checked,
    slice_rows,
)
from ace.evaluation.paired import Paired
from ace.review.evidence import Check, ClusterFacts, Cost, EvidenceRecord, Quote, TargetRate, TokenCount, TrialRow
from runtime.contracts.trace_event import Episode
from runtime.rules.load_reviewed import injectable
from runtime.rules.render_rules import render_rules

# What a name in an evidence record may hold; model names can be long paths.
MAX_NAME = 120
MAX_REASON = 2000


def evidence_record(context: ProposalContext, judgement: Judgement, name: str) -> EvidenceRecord:
    """Return the machine-readable record committed with the proposal."""
    draft, cluster = judgement.draft, judgement.draft.cluster
    spend = judgement.spend
    return EvidenceRecord(
        proposal=name,
        op=draft.op,
        rule_id=draft.rule_id,
        merged=merged_ids(draft),
        playbook=context.session.settings.playbook,
        base=context.playbook.commit,
        run_id=context.run.record.run,
        cluster=ClusterFacts(
            id=cluster.id,
            name=cluster.name[:MAX_NAME],
            detector=cluster.detector,
            failures=cluster.failures,
            samples=len(cluster.samples),
        )
        if cluster
        else None,
        quotes=_quotes(draft, context.run.episodes),
        checks=tuple(
            Check(name=c.name, ok=c.ok, detail=_sentence(c.detail, c.value)) for c in judgement.checked.checks
        ),
        trials=_rows(judgement),
        profile=judgement.profile,
        looks=look_rows(judgement),
        estimate=estimate_row(judgement),
        guards=guard_rows(judgement),
        slices=slice_rows(judgement),
        control=control_row(judgement),
        target=TargetRate(
            name=judgement.target,
            before_rate=judgement.target_before,
            after_rate=judgement.target_after,
            n=judgement.screen.n,
        )
        if judgement.target
        else None,
        prompt_tokens=_tokens(context, draft),
        controller=context.controller.label[:MAX_NAME],
        curator=draft.curator[:MAX_NAME],
        # Failures of a simulated run prove nothing either, whoever was judged afterwards.
        simulated=context.controller.simulated or context.run.record.simulated,
        verdict=judgement.verdict,
        verdict_reason=judgement.reason[:MAX_REASON],
        not_checked=not_checked(judgement, teaches=context.session.agent.teaches),
        cost=Cost(
            model_calls=spend.model_calls,
            prompt_tokens=spend.prompt_tokens,
            completion_tokens=spend.completion_tokens,
            usd=spend.usd,
            minutes=spend.minutes,
        ),
    )


def _sentence(detail: str, value: str) -> str:
    return f"{detail} ({value})" if value else detail


def _quotes(draft: Draft, episodes: Sequence[Episode]) -> tuple[Quote, ...]:
    if draft.cluster is None:
        return ()
    seen: dict[str, Quote] = {}
    for finding in draft.cluster.findings:
        if finding.sample not in seen and finding.quote and len(seen) < 3:
            seen[finding.sample] = Quote(
                episode=finding.episode,
                sample=finding.sample,
                step=finding.step,
                text=finding.quote,
                sha256=finding.quote_sha256,
                fate=fate_words(finding, episodes)[:120],
            )
    return tuple(seen.values())


def _rows(judgement: Judgement) -> tuple[TrialRow, ...]:
    stages = (
        ("development", judgement.screen, judgement.screen_solved),
        ("held-out", judgement.held_out, judgement.held_out_solved),
    )
    rows: list[TrialRow] = []
    for stage, success, solved in stages:
        if success is not None:
            figure = {"p_value": judgement.p_value} if stage == "development" else {"e_value": judgement.e_value}
            rows.append(_row(stage, "success", success, figure))
        if solved is not None:
            rows.append(_row(stage, "solved", solved, {}))
    control = control_trial(judgement)
    return (*rows, control) if control else tuple(rows)


def _row(stage: str, metric: str, paired: Paired, figure: Mapping[str, float | None]) -> TrialRow:
    return TrialRow.model_validate(
        {
            "stage": stage,
            "metric": metric,
            "n": paired.n,
            "cases": paired.cases,
            "before": paired.before,
            "after": paired.after,
            "fixed": paired.fixed,
            "broke": paired.broke,
            "change_low": paired.change_low,
            "change_high": paired.change_high,
            **figure,
        }
    )


def _tokens(context: ProposalContext, draft: Draft) -> TokenCount:
    rules = injectable(context.playbook, context.session.settings.agent)
    budget = context.session.settings.budgets.rules_tokens
    before = render_rules(rules, budget).tokens
    after = render_rules(apply_draft(rules, draft), budget).tokens
    return TokenCount(before=before, after=after)
