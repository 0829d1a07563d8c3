"""Propose that a rule is enforced by code: a person's act, with what the rule's own control measured where it did."""

from dataclasses import dataclass

from ace.curator.draft import PERSON
from ace.errors import AceError, NotFoundError
from ace.playbook.operations import Operation, apply_operations, file_hash
from ace.rejections.open_now import refuse_rejected, standing_proposals
from ace.review.evidence import EvidenceRecord, TokenCount
from ace.review.fingerprint import fingerprint, proposal_id
from ace.review.git_plumbing import Identity
from ace.review.in_force import held_evidence
from ace.review.proposal_branches import Proposal
from ace.review.proposals import open_proposal
from ace.review.stage_text import control_text
from ace.session import Session, refuse_bundle
from runtime.contracts.playbook import Playbook, RuleFile
from runtime.contracts.rule import Rule
from runtime.rules.load_reviewed import injectable
from runtime.rules.problem import did_you_mean
from runtime.rules.render_rules import render_rules

# What a record says of its run and who was judged, where nothing ran.
_NO_RUN, _NOT_MEASURED = "by-hand", "not measured"


@dataclass(frozen=True)
class Promoted:
    """The proposal, and the record that the control's figures are from; None: nothing was measured of this text.

    `instead`: what the gate does with a decision that violates the rule.
    """

    proposal: Proposal
    rule: Rule
    measured: EvidenceRecord | None
    instead: str


def promote(session: Session, rule_id: str) -> Promoted:
    """Return the proposal that sets `enforce: gate` in the rule's file and changes nothing else; its branch is made.

    Raises: NotFoundError for no such rule on the reviewed branch; AceError for a rule that cannot be a gate, is one, is
    a safety rule, or is changed by another open proposal; ReviewError and RuleError as `open_proposal`.
    """
    refuse_bundle(session, "`ace promote`")
    playbook = session.playbook()
    file = playbook.find(rule_id)
    if file is None:
        known = did_you_mean(rule_id, (rule.id for rule in playbook.rules))
        raise NotFoundError(f"no rule {rule_id!r} on {session.branch}; {known}")
    measured = control_of(session, playbook, file.rule)
    _refuse(file, measured)
    after = file.rule.model_copy(update={"enforce": "gate"})
    name = proposal_id(fingerprint("edit", rule_id, after))
    _refuse_beside(session, rule_id, name)
    refuse_rejected(session, playbook.commit, name)
    operation = Operation("promote", rule_id, base=file_hash(file.source))
    changes = apply_operations({one.path: one.source for one in playbook.files}, [operation], playbook.path)
    record = _record(session, playbook, (name, after), measured)
    review = session.settings.review
    proposal = open_proposal(
        session.workspace.repo,
        playbook.commit,
        changes,
        record,
        Identity(review.author_name, review.author_email),
        when=session.clock.now(),
    )
    return Promoted(proposal, after, measured, after.otherwise.action if after.otherwise else "block")


def control_of(session: Session, playbook: Playbook, rule: Rule) -> EvidenceRecord | None:
    """Return the record on the reviewed branch that holds a control of this rule as it reads now, None without one.

    Of several the one with most samples. Figures of an earlier text say nothing of this one.
    """
    prompted = rule.model_copy(update={"enforce": "prompt"})
    found = [
        record
        for record in held_evidence(session.workspace.repo, playbook.commit).values()
        if record.rule_id == rule.id
        and record.control is not None
        and record.proposal == proposal_id(fingerprint(record.op, rule.id, prompted, record.merged))
    ]
    return max(found, key=lambda record: (record.control.n if record.control else 0, record.proposal), default=None)


def _refuse(file: RuleFile, measured: EvidenceRecord | None) -> None:
    rule, path = file.rule, file.path
    if rule.enforce == "gate":
        raise AceError(f"{path}: rule {rule.id} is a gate already; there is nothing to propose")
    if not rule.is_checked:
        raise AceError(
            f"{path}: rule {rule.id} has no `when` and `require`, so code cannot tell what violates it; add them first"
        )
    if rule.status == "deprecated":
        raise AceError(f"{path}: rule {rule.id} is deprecated and not injected; a gate of it would do nothing")
    if rule.otherwise is None and measured is None:
        raise AceError(
            f"{path}: rule {rule.id} does not say what a gate does instead, and no control has measured it; add "
            "`otherwise: {action: ...}` (an action, `block` or `convert`) first"
        )


def _refuse_beside(session: Session, rule_id: str, name: str) -> None:
    for proposal in standing_proposals(session):
        if rule_id in proposal.rule_ids and proposal.id != name:
            raise AceError(
                f"{proposal.branch} already proposes a change to {rule_id}; merge or reject it first (ace show "
                f"{proposal.id})"
            )


def _record(
    session: Session, playbook: Playbook, change: tuple[str, Rule], measured: EvidenceRecord | None
) -> EvidenceRecord:
    name, after = change
    tokens = render_rules(injectable(playbook, after.agent), session.settings.budgets.rules_tokens).tokens
    has_figures = measured is not None
    return EvidenceRecord(
        proposal=name,
        op="edit",
        rule_id=after.id,
        playbook=playbook.path,
        base=playbook.commit,
        run_id=measured.run_id if measured else _NO_RUN,
        cluster=measured.cluster if measured else None,
        trials=tuple(row for row in measured.trials if row.stage == "control") if measured else (),
        # Its proposal to promote is what this is.
        control=measured.control.model_copy(update={"promote": False}) if measured and measured.control else None,
        # A gate leaves the rule's text in the prompt.
        prompt_tokens=TokenCount(before=tokens, after=tokens),
        controller=measured.controller if measured else _NOT_MEASURED,
        curator=PERSON,
        simulated=measured.simulated if measured else False,
        verdict="insufficient evidence",
        verdict_reason=reason_text(measured),
        not_checked=(
            "nothing was run for this change itself" + ("; the figures are of the control named above" * has_figures),
        ),
    )


def reason_text(measured: EvidenceRecord | None) -> str:
    """Return why this is proposed, in a few sentences: a person asks for it, and what the control had measured."""
    asked = "A person asks for this (`ace promote`)."
    if measured is None:
        return f"{asked} Not measured: no control was run of the rule as it reads now."
    where = measured.measured.base if measured.measured else measured.base
    lines = " ".join(f"{line[0].upper()}{line[1:]}." for line in control_text(measured)[:2])
    return f"{asked} The control of proposal {measured.proposal}, measured on {where[:12]}: {lines}"[:2000]
