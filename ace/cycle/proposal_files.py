"""What a proposal changes: the rule with its measured effect, and the test beside it."""

from collections.abc import Sequence
from dataclasses import dataclass

from ace.curator.draft import Draft
from ace.cycle.judging.judgement import Judgement
from ace.playbook.merge_fields import merged_fields
from ace.playbook.operations import Operation, apply_operations, file_hash
from ace.playbook.run_tests import run_rule_test
from ace.runs.run_record import LoadedRun
from ace.session import Session
from runtime.contracts.condition_context import ContextField
from runtime.contracts.errors import RuleError
from runtime.contracts.playbook import Playbook
from runtime.contracts.rule import Effect, Rule, RuleTest
from runtime.contracts.trace_event import ControllerInfo
from runtime.rules.load_reviewed import path_of_test


@dataclass(frozen=True)
class ProposalContext:
    """What every proposal of a cycle shares."""

    session: Session
    run: LoadedRun
    playbook: Playbook
    controller: ControllerInfo


def changed_files(context: ProposalContext, judgement: Judgement) -> dict[str, bytes | None]:
    """Return the files the proposal changes, by path; None removes one. The rule carries its measured effect."""
    draft = judgement.draft
    files: dict[str, bytes] = {}
    for file in context.playbook.files:
        files[file.path] = file.source
        if file.test_source is not None:
            files[path_of_test(file.path)] = file.test_source
    # As in the evidence: the failures of a simulated run prove nothing either.
    simulated = context.controller.simulated or context.run.record.simulated
    after = _with_effect(judgement, context.controller, simulated=simulated)
    old = context.playbook.find(draft.rule_id)
    operation = Operation(
        op=draft.op,
        rule_id=draft.rule_id,
        base=file_hash(old.source) if old else None,
        rule=after if draft.op == "add" else None,
        test=_test_file(draft, old.test if old else None, context.session.agent.context),
        changes=_changes(draft, after),
        merged={rule.id: _hash_of(context.playbook, rule.id) for rule in draft.merged},
    )
    return dict(apply_operations(files, [operation], context.session.settings.playbook))


def _with_effect(judgement: Judgement, controller: ControllerInfo, *, simulated: bool) -> Rule | None:
    """Return the rule after the change with the effect that was measured; None when it goes.

    A rule that takes over others and reads as before keeps its own: what was measured is that the others went.
    """
    draft = judgement.draft
    if draft.after is None:
        return None
    if draft.op == "merge" and draft.before is not None and draft.before.fingerprint() == draft.after.fingerprint():
        return draft.after
    return draft.after.model_copy(update={"effect": effect_of(judgement, controller, simulated=simulated)})


def _hash_of(playbook: Playbook, rule_id: str) -> str:
    file = playbook.find(rule_id)
    if file is None:
        raise RuleError(f"merge of {rule_id}: {playbook.commit[:12]} holds no such rule; draft it again")
    return file_hash(file.source)


def _changes(draft: Draft, after: Rule | None) -> dict[str, object]:
    """Return the fields an operation is given: none of an added or deleted rule, nor those a merge unites by itself.

    Raises: RuleError when the draft says something else there than the merge would write.
    """
    if draft.before is None or after is None:
        return {}
    fields = _changed_fields(draft.before, after)
    if draft.op != "merge":
        return fields
    made = draft.before.model_copy(update=merged_fields(draft.before, draft.merged))
    for name in ("evidence", "related"):
        if getattr(made, name) != getattr(after, name):
            raise RuleError(f"merge into {draft.rule_id}: `{name}` is not that of all its rules; draft it again")
    return {name: value for name, value in fields.items() if name not in {"evidence", "related"}}


def _test_file(draft: Draft, old: RuleTest | None, fields: Sequence[ContextField]) -> RuleTest | None:
    """Return the test to write, None to leave the file as it is.

    What people wrote stays: under the same condition the file is not touched, under another the cases that still
    hold are kept beside the new ones.
    """
    before, after, new = draft.before, draft.after, draft.test
    if old is None or new is None or before is None or after is None:
        return new
    if (before.when, before.require) == (after.when, after.require):
        return None
    results = {(result.kind, result.index): result.ok for result in run_rule_test(after, old, fields)}
    violates = [case for index, case in enumerate(old.violates) if results["violates", index]]
    complies = [case for index, case in enumerate(old.complies) if results["complies", index]]
    return RuleTest(
        violates=(*violates, *(case for case in new.violates if case not in violates)),
        complies=(*complies, *(case for case in new.complies if case not in complies)),
    )


def _changed_fields(before: Rule, after: Rule) -> dict[str, object]:
    old, new = before.model_dump(by_alias=True, mode="json"), after.model_dump(by_alias=True, mode="json")
    return {name: value for name, value in new.items() if value != old[name]}


def effect_of(judgement: Judgement, controller: ControllerInfo, *, simulated: bool) -> Effect:
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
        simulated=simulated,
    )


def _figures(value: float) -> float:
    return float(f"{value:.4g}")
