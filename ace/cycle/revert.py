"""Undo the last reviewed change of a rule: a proposal that a person makes, and that nobody measured."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, NamedTuple

from ace.cycle.ablation.ablate import FILE_NAME as ABLATION
from ace.cycle.last_change import LastChange, last_change
from ace.cycle.proposal_checks import recheck
from ace.cycle.proposal_reading import draft_of, playbook_files
from ace.cycle.proposal_renewal import renewed_record
from ace.cycle.proposal_replay import CannotReplayError, Proposed, Sides, replay
from ace.errors import AceError
from ace.rejections.open_now import refuse_rejected
from ace.rejections.rejection import Rejection
from ace.rejections.who_and_why import checked_reason, person
from ace.rejections.write_rejection import dump_rejection, rejection_path
from ace.review.base_entries import entries
from ace.review.evidence import PERSON, EvidenceRecord, TokenCount
from ace.review.fingerprint import agent_of, fingerprint, proposal_id
from ace.review.git_plumbing import Identity
from ace.review.git_refs import ref_commit
from ace.review.in_force import held_evidence
from ace.review.proposal_branches import PREFIX, Proposal
from ace.review.proposals import open_proposal
from ace.review.tree_diff import is_rule_file
from ace.review.trial_text import percent
from ace.runs.run_record import read_json
from ace.session import Session
from runtime.contracts.playbook import Playbook
from runtime.contracts.rule import Effect, Rule
from runtime.rules.git_read import TreeEntry, list_tree
from runtime.rules.load_reviewed import path_of_test

_UNDO: dict[str, Literal["add", "edit", "delete"]] = {"added": "delete", "edited": "edit", "deleted": "add"}
_DID: dict[str, Literal["add", "edit", "delete"]] = {"added": "add", "edited": "edit", "deleted": "delete"}
_MAX_REASON = 2000


class RevertRequest(NamedTuple):
    """`rule`: its id. `taint`: what is undone must not be proposed again. `reason`, `by`: why and who, where said.

    `force`: also of a safety rule, and of a rule that has stood since the playbook began.
    """

    rule: str
    taint: bool = False
    reason: str | None = None
    by: str | None = None
    force: bool = False


@dataclass(frozen=True)
class Reverted:
    """The proposal, and what it undoes. `rejected`: the file that keeps it from coming back, empty without `--taint`.

    `related`: rules that say they refine or replace this one; what rests on it is for a person to look at.
    """

    proposal: Proposal
    change: LastChange
    rejected: str
    related: tuple[str, ...]


def revert(session: Session, playbook: Playbook, request: RevertRequest) -> Reverted:
    """Return the proposal that undoes the last change of what a rule says; `playbook` is the reviewed one.

    An added rule is deleted, an edited one says again what it said, a deleted one comes back byte for byte.
    Raises: NotFoundError, AceError when there is nothing to undo or the former rule does not fit any more; ReviewError,
    RuleError as `open_proposal`.
    """
    repo, rule_id = session.workspace.repo, request.rule
    path = f"{playbook.path}/{rule_id.replace('.', '/', 1)}.yaml"
    change = last_change(repo, playbook.commit, path)
    if not request.force:
        _refuse_unforced(session, playbook, rule_id, change)
    reason = checked_reason(request.reason) if request.reason is not None else ""
    record = _record(session, playbook, rule_id, change)
    refuse_rejected(session, playbook.commit, record.proposal)
    files = {path: Sides(change.after.source, change.before.source, _now(playbook, path))}
    if change.before.test != change.after.test:
        test = path_of_test(path)
        files[test] = Sides(change.after.test, change.before.test, _now(playbook, test))
    replayed = replay(Proposed(record, files, playbook_files(playbook)))
    draft = draft_of(record, replayed)
    related = tuple(rule.id for rule in playbook.rules if any(link.id == rule_id for link in rule.related))
    checks = recheck(session, playbook, draft, record)
    if failed := next((check for check in checks if not check.ok), None):
        raise CannotReplayError(
            f"{rule_id} as it was before {change.commit[:12]} fails check {failed.name} now: {failed.detail}; edit its "
            "file by hand"
        )
    record = renewed_record(session, playbook, draft, record, checks)
    record = record.model_copy(update=_said(session, change, reason, related))
    taint = _taint(session, playbook, change, request) if request.taint else {}
    review = session.settings.review
    proposal = open_proposal(
        repo, playbook.commit, {**replayed.changes, **taint}, record,
        Identity(review.author_name, review.author_email), when=session.clock.now(),
        # Asked for again, it takes the place of the one that was made on an earlier base.
        replaces=ref_commit(repo, PREFIX + record.proposal) or None,
    )  # fmt: skip
    return Reverted(proposal, change, next(iter(taint), ""), related)


def _refuse_unforced(session: Session, playbook: Playbook, rule_id: str, change: LastChange) -> None:
    """Raise AceError for what nobody may undo by the way: a safety rule, and the playbook's own beginning."""
    rules = [rule for rule in (change.rule_before, change.rule_after, _rule_now(playbook, rule_id)) if rule is not None]
    if any(rule.safety for rule in rules) and change.kind != "deleted":
        verb = {"add": "bring back", "edit": "change", "delete": "remove"}[_UNDO[change.kind]]
        raise AceError(
            f"{rule_id} is a SAFETY rule, and undoing {change.commit[:12]} would {verb} it; only a person decides "
            f"that: ace revert {rule_id} --force"
        )
    is_first = change.kind == "added" and not (
        change.parent and any(is_rule_file(one.path) for one in _tree(session, change.parent, playbook.path))
    )
    if is_first:
        raise AceError(
            f"{rule_id} has stood since the playbook began in {change.commit[:12]}, and was not changed since: there "
            f"is no reviewed change to undo; to remove the rule all the same: ace revert {rule_id} --force"
        )


def _tree(session: Session, commit: str, folder: str) -> list[TreeEntry]:
    return list_tree(session.workspace.repo, commit, folder)


def _rule_now(playbook: Playbook, rule_id: str) -> Rule | None:
    file = playbook.find(rule_id)
    return file.rule if file is not None else None


def _now(playbook: Playbook, path: str) -> bytes | None:
    return playbook_files(playbook).get(path)


def _record(session: Session, playbook: Playbook, rule_id: str, change: LastChange) -> EvidenceRecord:
    op, agent = _UNDO[change.kind], agent_of(change.rule_before, change.rule_after)
    return EvidenceRecord(
        proposal=proposal_id(fingerprint(op, rule_id, change.rule_before, agent=agent)),
        op=op,
        rule_id=rule_id,
        playbook=playbook.path,
        base=playbook.commit,
        run_id=f"revert-{change.commit[:12]}",
        reverts=change.commit,
        prompt_tokens=TokenCount(before=0, after=0),
        controller="not measured",
        curator=PERSON,
        simulated=False,
        verdict="insufficient evidence",
        verdict_reason="",
    )


def _said(session: Session, change: LastChange, reason: str, related: tuple[str, ...]) -> dict[str, object]:
    """Return what the record says in words: why, what is known of the rule, and what nobody looked at."""
    done = {"added": "added the rule", "edited": "changed it", "deleted": "deleted it"}[change.kind]
    sentences = [f"A person undoes commit {change.commit[:12]}, which {done}."]
    sentences += [f"Why: {reason.rstrip('.')}."] if reason else []
    sentences += _known(session, change)
    missed = ["what undoing it does to the score was not measured"]
    missed += [f"rule {name} says it is related to this one" for name in related]
    return {"verdict_reason": " ".join(sentences)[:_MAX_REASON], "not_checked": tuple(missed)}


def _known(session: Session, change: LastChange) -> Iterator[str]:
    """Yield what is known of the rule as it is now, or was before it was deleted: its effect, and what leaving it out
    did when that was tried last."""
    rule = change.rule_after or change.rule_before
    assert rule is not None
    yield f"Its file says: {_effect_words(rule.effect)}." if rule.effect else "Its file states no effect."
    runs = session.workspace.runs
    for folder in sorted(runs.glob("r-*"), reverse=True) if runs.is_dir() else []:
        rules = read_json(folder / ABLATION).get("rules")
        for entry in rules if isinstance(rules, list) else []:
            if isinstance(entry, dict) and entry.get("rule") == rule.id:
                yield f"Left out in {folder.name}: {entry.get('word')}. {entry.get('reason')}"
                return


def _effect_words(effect: Effect) -> str:
    simulated = ", simulated" if effect.simulated else ""
    return (
        f"{effect.metric} {percent(effect.before)} -> {percent(effect.after)} on {effect.n} {effect.stage} samples, "
        f"fixed {effect.fixed}, broke {effect.broke}, {effect.verdict} ({effect.controller}{simulated})"
    )


def _taint(session: Session, playbook: Playbook, change: LastChange, request: RevertRequest) -> dict[str, bytes | None]:
    """Return the rejection of what is undone, to stand in the same commit.

    Raises: AceError when it is rejected already (the file is there).
    """
    repo, after = session.workspace.repo, change.rule_after
    done = _evidence_of(repo, request.rule, change)
    op, merged = (done.op, done.merged) if done else (_DID[change.kind], ())
    agent = agent_of(after, change.rule_before)
    mark = fingerprint(op, request.rule, after, merged, agent=agent)
    path = rejection_path(mark)
    if entries(repo, playbook.commit, [path]):
        raise AceError(f"{path}: what {change.commit[:12]} did is rejected already; revert it without --taint")
    cluster = done.cluster.id if done and done.cluster else ""
    said = {
        "text": after.text,
        "when": after.when,
        "require": after.require,
        "otherwise": after.otherwise.action if after.otherwise else None,
        "enforce": after.enforce,
        "audience": after.audience,
        "status": after.status,
        "priority": after.priority,
        "safety": after.safety,
    } if after is not None else {}  # fmt: skip
    rejection = Rejection.model_validate(
        {
            "fingerprint": mark,
            "op": op,
            "rule": request.rule,
            "agent": agent,
            "merged": merged,
            "cluster": cluster or (after.evidence[-1].cluster if after is not None and after.evidence else ""),
            "reason": checked_reason(request.reason) if request.reason else f"commit {change.commit[:12]} was undone",
            "by": person(repo, request.by, session.environ),
            "date": session.clock.now()[:10],
            **said,
        }
    )
    return {path: dump_rejection(rejection)}


def _evidence_of(repo: Path, rule_id: str, change: LastChange) -> EvidenceRecord | None:
    """Return the evidence that came with the change, None for one that a person made."""
    held = held_evidence(repo, change.commit).values()
    agent = agent_of(change.rule_after, change.rule_before)
    return next(
        (
            one
            for one in held
            if one.rule_id == rule_id
            and one.proposal == proposal_id(fingerprint(one.op, rule_id, change.rule_after, one.merged, agent=agent))
        ),
        None,
    )
