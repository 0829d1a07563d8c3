"""From judgements to branches: the rule with its evidence and measured effect, its test, and the record beside it."""

from collections.abc import Sequence
from dataclasses import dataclass

from ace.curator.draft import Draft
from ace.cycle.judge_drafts import Judgement, apply_draft
from ace.cycle.run_record import LoadedRun
from ace.playbook.operations import Operation, apply_operations, file_hash
from ace.review.evidence import Check, ClusterFacts, Cost, EvidenceRecord, Quote, TargetRate, TokenCount, TrialRow
from ace.review.git_plumbing import Identity
from ace.review.proposal_branches import Proposal, list_proposals
from ace.review.proposals import fingerprint, open_proposal, proposal_id
from ace.session import Session
from runtime.contracts.playbook import Playbook
from runtime.contracts.rule import Effect, Rule
from runtime.contracts.trace_event import ControllerInfo
from runtime.rules.load_reviewed import injectable
from runtime.rules.render_rules import render_rules


@dataclass(frozen=True)
class Opened:
    """What became of a judgement: a branch, or the reason why none."""

    judgement: Judgement
    proposal: Proposal | None
    why_not: str = ""


@dataclass(frozen=True)
class ProposalContext:
    """What every proposal of a cycle shares."""

    session: Session
    run: LoadedRun
    playbook: Playbook
    controller: ControllerInfo


def open_proposals(context: ProposalContext, judgements: Sequence[Judgement]) -> tuple[Opened, ...]:
    """Return what became of each judgement, best first, at most `review.max_open` branches open at once."""
    review = context.session.settings.review
    repo = context.session.workspace.repo
    existing = [p for p in list_proposals(repo, context.session.branch) if not p.is_merged]
    open_now = {proposal.id for proposal in existing}
    rules_open = {proposal.rule_id: proposal.id for proposal in existing}
    out: list[Opened] = []
    for judgement in judgements:
        name = proposal_id(fingerprint(judgement.draft.op, judgement.draft.rule_id, judgement.draft.after))
        if name in open_now:
            out.append(Opened(judgement, next(p for p in existing if p.id == name), "open already"))
        elif judgement.verdict not in review.open:
            out.append(Opened(judgement, None, f"`review.open` does not allow {judgement.verdict!r}"))
        elif judgement.draft.rule_id in rules_open:
            other = rules_open[judgement.draft.rule_id]
            out.append(Opened(judgement, None, f"ace/p/{other} already proposes a change to this rule"))
        elif len(open_now) >= review.max_open:
            out.append(
                Opened(judgement, None, f"{len(open_now)} proposals are open, the most `review.max_open` allows")
            )
        else:
            proposal = _open(context, judgement, name)
            open_now.add(proposal.id)
            rules_open[judgement.draft.rule_id] = proposal.id
            out.append(Opened(judgement, proposal))
    return tuple(out)


def _open(context: ProposalContext, judgement: Judgement, name: str) -> Proposal:
    session = context.session
    changes = changed_files(context, judgement)
    record = evidence_record(context, judgement, name)
    review = session.settings.review
    identity = Identity(review.author_name, review.author_email)
    base = context.playbook.commit
    return open_proposal(session.workspace.repo, base, changes, record, identity, when=session.clock.now())


def changed_files(context: ProposalContext, judgement: Judgement) -> dict[str, bytes | None]:
    """Return the files the proposal changes, by path; None removes one. The rule carries its measured effect."""
    draft = judgement.draft
    files: dict[str, bytes] = {}
    for file in context.playbook.files:
        files[file.path] = file.source
        if file.test_source is not None:
            files[file.path.removesuffix(".yaml") + ".test.yaml"] = file.test_source
    after = draft.after.model_copy(update={"effect": effect_of(judgement, context.controller)}) if draft.after else None
    old = context.playbook.find(draft.rule_id)
    operation = Operation(
        op=draft.op,
        rule_id=draft.rule_id,
        base=file_hash(old.source) if old else None,
        rule=after if draft.op == "add" else None,
        test=draft.test,
        changes=_changed_fields(draft.before, after) if draft.op == "edit" else {},
    )
    return dict(apply_operations(files, [operation], context.session.settings.playbook))


def _changed_fields(before: Rule | None, after: Rule | None) -> dict[str, object]:
    assert before is not None
    assert after is not None
    old, new = before.model_dump(by_alias=True, mode="json"), after.model_dump(by_alias=True, mode="json")
    return {name: value for name, value in new.items() if value != old[name]}


def effect_of(judgement: Judgement, controller: ControllerInfo) -> Effect:
    """Return the effect a rule file states: the held-out estimate where there is one, else the development one."""
    paired = judgement.held_out or judgement.screen
    is_held_out = judgement.held_out is not None
    return Effect(
        metric="success",
        stage="held-out" if is_held_out else "development",
        n=paired.n,
        before=round(paired.before, 4),
        after=round(paired.after, 4),
        fixed=paired.fixed,
        broke=paired.broke,
        p_value=None if is_held_out else _figures(judgement.p_value),
        e_value=_figures(judgement.e_value) if is_held_out and judgement.e_value is not None else None,
        verdict=judgement.verdict,
        controller=controller.label,
        simulated=controller.simulated,
    )


def _figures(value: float) -> float:
    return float(f"{value:.4g}")


def evidence_record(context: ProposalContext, judgement: Judgement, name: str) -> EvidenceRecord:
    """Return the machine-readable record committed with the proposal."""
    draft, cluster = judgement.draft, judgement.draft.cluster
    spend = judgement.spend
    return EvidenceRecord(
        proposal=name,
        op=draft.op,
        rule_id=draft.rule_id,
        playbook=context.session.settings.playbook,
        base=context.playbook.commit,
        run_id=context.run.record.run,
        cluster=ClusterFacts(
            id=cluster.id,
            name=cluster.name[:120],
            detector=cluster.detector,
            failures=cluster.failures,
            samples=len(cluster.samples),
        )
        if cluster
        else None,
        quotes=_quotes(draft),
        checks=tuple(
            Check(name=c.name, ok=c.ok, detail=_sentence(c.detail, c.value)) for c in judgement.checked.checks
        ),
        trials=_rows(judgement),
        target=TargetRate(
            name=judgement.target,
            before_rate=judgement.target_before,
            after_rate=judgement.target_after,
            n=judgement.screen.n,
        )
        if judgement.target
        else None,
        prompt_tokens=_tokens(context, draft),
        controller=context.controller.label,
        curator=draft.curator,
        simulated=context.controller.simulated,
        verdict=judgement.verdict,
        verdict_reason=judgement.reason,
        not_checked=_not_checked(judgement),
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


def _quotes(draft: Draft) -> tuple[Quote, ...]:
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
            )
    return tuple(seen.values())


def _rows(judgement: Judgement) -> tuple[TrialRow, ...]:
    screen, held_out = judgement.screen, judgement.held_out
    rows = [
        TrialRow(
            stage="development",
            metric="success",
            n=screen.n,
            before=screen.before,
            after=screen.after,
            fixed=screen.fixed,
            broke=screen.broke,
            p_value=judgement.p_value,
            change_low=screen.change_low,
            change_high=screen.change_high,
        )
    ]
    if held_out is not None:
        rows.append(
            TrialRow(
                stage="held-out",
                metric="success",
                n=held_out.n,
                before=held_out.before,
                after=held_out.after,
                fixed=held_out.fixed,
                broke=held_out.broke,
                e_value=judgement.e_value,
                change_low=held_out.change_low,
                change_high=held_out.change_high,
            )
        )
    return tuple(rows)


def _tokens(context: ProposalContext, draft: Draft) -> TokenCount:
    rules = injectable(context.playbook, context.session.settings.agent)
    budget = context.session.settings.budgets.rules_tokens
    before = render_rules(rules, budget).tokens
    after = render_rules(apply_draft(rules, draft), budget).tokens
    return TokenCount(before=before, after=after)


def _not_checked(judgement: Judgement) -> tuple[str, ...]:
    items = [
        "slices (student level, modality) are not tested one by one",
        "the same rule as a gate was not run beside it",
        "must-pass samples were not run",
    ]
    if judgement.held_out is None:
        items.insert(0, "no held-out sample was used")
    if judgement.draft.after is not None and not judgement.draft.after.is_checked:
        items.append("the rule has no condition, so obedience cannot be counted")
    return tuple(items)
