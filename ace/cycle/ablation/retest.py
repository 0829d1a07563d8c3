"""S4: accepted rules are left out again every `gate.retest_days` days; what does harm by then is to be deleted."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from ace.curator.checks.check import Check
from ace.curator.draft import Draft
from ace.cycle.ablation.ablate import AblateHooks, AblationRequest, ablate
from ace.cycle.ablation.outcome import Ablation
from ace.cycle.ablation.weight import SHOWN_E, UNFINISHED, RuleWeight
from ace.cycle.counted_ledger import controller_label, counted_ledger, is_simulated, ledger_identity
from ace.cycle.draft_changes import CheckedDraft
from ace.ledger.due_rules import Due, due_at, retest_dates
from ace.ledger.ledger_ref import add_retests
from ace.ledger.retest import Retest
from ace.ledger.rule_dates import rule_dates
from ace.rejections.known_rejections import known_rejections
from ace.rejections.match import find_rejected
from ace.review.change_words import RETEST
from ace.review.fingerprint import agent_of
from ace.runs.run_record import LoadedRun
from ace.session import Session
from ace.text.counted import counted
from runtime.contracts.rule import Rule
from runtime.rules.load_reviewed import injectable


@dataclass(frozen=True)
class Retested:
    """What leaving out the rules that were due came to. `deletions`: a draft for each that is better left out; one that
    people rejected is not sound."""

    ablation: Ablation
    deletions: tuple[CheckedDraft, ...]


@dataclass(frozen=True)
class Again:
    """What `ace ablate --due` did. `days`: None where it is never done; `due`: rules that were; `following`: when each
    accepted rule is due after it; `retested` None where none was due."""

    days: int | None
    due: tuple[Due, ...]
    following: tuple[Due, ...]
    retested: Retested | None


def due_retests(session: Session, rules: Sequence[Rule]) -> tuple[Due, ...]:
    """Return those of `rules` that are due to be left out again, the longest due first; none where it is never done.

    Dates are of the reviewed branch and of the ledger; re-tests under a simulated controller count for those alone.
    Raises: GitError, LedgerError, RuleError.
    """
    return due_at(next_retests(session, rules), datetime.fromisoformat(session.clock.now()).astimezone(UTC))


def next_retests(session: Session, rules: Sequence[Rule]) -> tuple[Due, ...]:
    """Return when each of `rules` that a proposal brought is to be left out again, the earliest first.

    Raises: as `due_retests`.
    """
    days = session.settings.gate.retest_days
    if days is None:
        return ()
    playbook = session.playbook()
    wanted = {rule.id for rule in rules}
    by_path = {file.path: file.rule for file in playbook.files if file.rule.id in wanted}
    accepted = rule_dates(session.workspace.repo, playbook.commit, session.settings.playbook)
    return retest_dates(accepted, by_path, counted_ledger(session).retests.values(), days)


def ablate_due(session: Session, run: LoadedRun, hooks: AblateHooks) -> Again:
    """Return what became of the rules that are due, and which come next. Raises: as `retest_rules`."""
    rules = injectable(session.playbook(), session.settings.agent)
    due = due_retests(session, rules)
    retested = retest_rules(session, run, due, hooks) if due else None
    return Again(session.settings.gate.retest_days, due, next_retests(session, rules), retested)


def retest_rules(session: Session, run: LoadedRun, due: Sequence[Due], hooks: AblateHooks) -> Retested:
    """Return what leaving out each rule of `due` on the samples of `run` says; the ledger says when it was done.

    `run` is of the rules in force. What a ceiling or errors cut short is not noted, so it stays due. Held-out samples
    are not used: development ones flatter a rule, so they speak against it with care.
    Raises: as `ablate`; LedgerError.
    """
    ablation = ablate(session, run, AblationRequest(only=tuple(one.rule.id for one in due)), hooks)
    rules = {one.rule.id: one.rule for one in due}
    ended = [weight for weight in ablation.rules if _has_ended(weight)]
    if ended:
        retests = [_retest(session, run, rules[weight.rule], weight, ablation) for weight in ended]
        add_retests(session.workspace.repo, retests, ledger_identity(session))
    return Retested(ablation, deletion_drafts(session, tuple(rules.values())))


def deletion_drafts(session: Session, rules: Sequence[Rule]) -> tuple[CheckedDraft, ...]:
    """Return a draft that deletes each of `rules` that did harm, as it is now, when it was last left out.

    From the ledger alone: a cycle proposes what an earlier one, or a person, found. One that people rejected is not
    sound. Raises: LedgerError, RuleError.
    """
    last: dict[tuple[str, str], Retest] = {}
    for one in sorted(counted_ledger(session).retests.values(), key=lambda one: (one.when, one.arm)):
        last[one.rule, one.fingerprint] = one
    found = [(rule, last.get((rule.id, rule.fingerprint()[:16]))) for rule in rules]
    return _checked(session, [_deletion(rule, one) for rule, one in found if one and one.word == "harmful"])


def _has_ended(weight: RuleWeight) -> bool:
    return weight.word not in UNFINISHED and weight.word != "undecided: infrastructure"


def _retest(session: Session, run: LoadedRun, rule: Rule, weight: RuleWeight, ablation: Ablation) -> Retest:
    trials = weight.trials
    return Retest(
        rule=rule.id,
        fingerprint=rule.fingerprint()[:16],
        # A silent rule costs no arm of its own.
        arm=trials.arm if trials else ablation.shared_arm,
        run=run.record.run,
        controller=controller_label(session),
        simulated=is_simulated(session),
        when=datetime.fromisoformat(session.clock.now()).astimezone(UTC),
        word=weight.word,
        cases=trials.paired.cases if trials else 0,
        better=trials.paired.broke if trials else 0,
        worse=trials.paired.fixed if trials else 0,
        e_without=trials.e_hurts if trials else 1.0,
        e_with=trials.e_helps if trials else 1.0,
    )


def _deletion(rule: Rule, retest: Retest) -> CheckedDraft:
    figure = (
        f"left out on {retest.when:%Y-%m-%d}, {counted(retest.better, 'case')} better and {retest.worse} worse, of "
        f"{retest.cases}; reverse e-value {retest.e_without:.3g}, {SHOWN_E:g} shows it"
    )
    why = (
        f"Accepted rules are left out again from time to time, and agents do better without this one by now: {figure}."
    )
    draft = Draft("delete", rule.id, rule, None, None, None, why, RETEST)
    return CheckedDraft(draft, (Check(RETEST, True, "agents do better without the rule", figure),))


def _checked(session: Session, drafts: Sequence[CheckedDraft]) -> tuple[CheckedDraft, ...]:
    """Return the drafts with the check that nobody rejected them before."""
    if not drafts:
        return ()
    workspace, remote = session.workspace, session.settings.review.remote_name
    rejections = known_rejections(workspace.repo, session.playbook().commit, remote)
    today = session.clock.now()[:10]
    out = []
    for one in drafts:
        agent = agent_of(one.draft.before)
        found = find_rejected("delete", one.draft.rule_id, None, "", rejections, today=today, agent=agent)
        why = f"rejected on {found.date} by {found.by}: {found.reason}" if found else "nobody rejected this"
        out.append(CheckedDraft(one.draft, (*one.checks, Check("rejected", found is None, why))))
    return tuple(out)
