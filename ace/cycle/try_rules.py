"""Rule changes that a person wrote, from the working tree: judged as a curator's drafts are. Nothing goes to git."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ace.curator.checks.check import Check
from ace.curator.draft import Draft
from ace.cycle.analyze_run import analyze_run
from ace.cycle.draft_changes import CheckedDraft, check_input, checker, curator_input
from ace.cycle.fit_run import refuse_unreadable
from ace.cycle.judge_counted import judge_counted
from ace.cycle.judging.judgement import JudgeHooks, Judgement
from ace.cycle.judging.stages_json import stages_json
from ace.cycle.plan_cost import is_use_unreported
from ace.cycle.proposed_json import rounded
from ace.errors import AceError
from ace.playbook_files import files_in_tree
from ace.runs.run_record import LoadedRun
from ace.session import Session, refuse_bundle
from runtime.contracts.json_types import JsonObject, as_object
from runtime.contracts.playbook import Playbook
from runtime.contracts.rule import Rule, RuleTest
from runtime.rules.load_reviewed import injectable, parse_playbook
from runtime.rules.problem import did_you_mean

BY = "a person"
# What must hold of any rule that is to be run. The other checks ask what a draft of a machine has to show; of a
# person's rule they are said, and the person decides.
_BINDING = frozenset({"schema", "id", "prompt-budget"})


@dataclass(frozen=True)
class TriedRule:
    """One change that was judged, or not: `judgement` None where a check that binds failed (`refused` says which)."""

    checked: CheckedDraft
    judgement: Judgement | None
    refused: str = ""

    @property
    def doubts(self) -> tuple[Check, ...]:
        """The checks it does not pass that do not bind a person."""
        return tuple(c for c in self.checked.checks if not c.ok and c.name not in _BINDING and c.name not in _IDLE)


# A person's rule needs no cluster, and may use any word.
_IDLE = frozenset({"evidence", "words"})


@dataclass(frozen=True)
class TriedRules:
    """What became of every change, best first. `controller`: who was judged, empty when nothing was run."""

    run: LoadedRun
    rules: tuple[TriedRule, ...]
    simulated: bool

    @property
    def is_use_unreported(self) -> bool:
        """True when an agent with a model of its own said nothing of what it used."""
        return is_use_unreported(self.run.episodes)

    def to_json(self) -> JsonObject:
        """Return every change with its checks and figures. Units: shares 0-1, cost_usd USD; 6 decimals."""
        return as_object(
            rounded(
                {
                    "run": self.run.record.run,
                    "simulated": self.simulated,
                    "rules": [_rule_json(item) for item in self.rules],
                }
            )
        )


def try_rules(session: Session, run: LoadedRun, only: Sequence[str], hooks: JudgeHooks) -> TriedRules:
    """Return the verdict on each rule that the working tree adds, changes or deletes; `only`: ids to look at.

    The run gives samples and seed. When it is of other rules, the reviewed ones are tried as an arm of their own, which
    is known where an earlier judgement tried them.
    Held-out samples that are looked at are counted in the ledger, as for a curator's drafts.
    Raises: AceError when the run does not fit, or nothing differs; RuleError for files that cannot be read; ModelError.
    """
    refuse_bundle(session, "`ace try`")
    playbook = session.playbook()
    rules = injectable(playbook, session.settings.agent)
    refuse_unreadable(run)
    drafts = _wanted(changed_rules(session, playbook, rules), only)
    analysis = analyze_run(session, run, rules)
    check = checker(session, check_input(session, curator_input(session, analysis, run.episodes, playbook), playbook))
    checked = tuple(CheckedDraft(draft, check(draft)) for draft in drafts)
    refused = {id(item): reason for item in checked if (reason := _refusal(item.checks))}
    # Whatever does not bind is left out, so that it is judged all the same.
    able = tuple(CheckedDraft(item.draft, ()) for item in checked if id(item) not in refused)
    judgements = judge_counted(session, run, rules, able, hooks)[0] if able else ()
    verdicts = {id(judgement.draft): judgement for judgement in judgements}
    tried = [TriedRule(item, verdicts.get(id(item.draft)), refused.get(id(item), "")) for item in checked]
    order = {id(judgement.draft): place for place, judgement in enumerate(judgements)}
    tried.sort(key=lambda item: order.get(id(item.checked.draft), len(order)))
    return TriedRules(run, tuple(tried), run.record.simulated)


def changed_rules(session: Session, playbook: Playbook, rules: Sequence[Rule]) -> tuple[Draft, ...]:
    """Return what the working tree does to the reviewed rules of the session's agent, one draft a rule, by id.

    A rule that is there and no longer active is deleted. Raises: RuleError for files that cannot be read.
    """
    folder = session.settings.playbook
    there = parse_playbook(files_in_tree(session.workspace, folder), folder)
    after = {rule.id: rule for rule in injectable(there, session.settings.agent)}
    tests = {file.rule.id: file.test for file in there.files}
    before = {rule.id: rule for rule in rules}
    names = sorted(before.keys() | after.keys())
    return tuple(
        _draft(name, before.get(name), after.get(name), tests)
        for name in names
        if _mark(before.get(name)) != _mark(after.get(name))
    )


def _mark(rule: Rule | None) -> str:
    return "" if rule is None else rule.fingerprint()


def _draft(name: str, before: Rule | None, after: Rule | None, tests: Mapping[str, RuleTest | None]) -> Draft:
    op = "add" if before is None else "delete" if after is None else "edit"
    why = after.rationale if after is not None else ""
    return Draft(op, name, before, after, tests.get(name), None, why, BY)  # type: ignore[arg-type]


def _wanted(drafts: tuple[Draft, ...], only: Sequence[str]) -> tuple[Draft, ...]:
    if not drafts:
        raise AceError(
            "the rules in the working tree are the reviewed ones: nothing to try; add, change or delete a rule file "
            "in the playbook, then try again"
        )
    names = [draft.rule_id for draft in drafts]
    for name in only:
        if name not in names:
            raise AceError(f"{name} is not changed in the working tree; {did_you_mean(name, names)}")
    return tuple(draft for draft in drafts if not only or draft.rule_id in only)


def _refusal(checks: Sequence[Check]) -> str:
    first = next((check for check in checks if not check.ok and check.name in _BINDING), None)
    return f"{first.name}: {first.detail}" if first else ""


def _rule_json(item: TriedRule) -> JsonObject:
    draft, judgement = item.checked.draft, item.judgement
    out: JsonObject = {
        "op": draft.op,
        "rule": draft.rule_id,
        "refused": item.refused or None,
        "doubts": [{"name": c.name, "detail": c.detail, "value": c.value} for c in item.doubts],
        "verdict": judgement.verdict if judgement else None,
    }
    if judgement is None:
        return out
    return out | {
        "reason": judgement.reason,
        "development": {**judgement.screen.__dict__, "p_value": judgement.p_value},
        "development_solved": dict(judgement.screen_solved.__dict__) if judgement.screen_solved else None,
        "held_out": {**judgement.held_out.__dict__, "e_value": judgement.e_value} if judgement.held_out else None,
        **stages_json(judgement),
        "cost": judgement.spend.__dict__,
        "arms": {"before": judgement.arms[0], "after": judgement.arms[1]},
    }
