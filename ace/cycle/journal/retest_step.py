"""The step that leaves out again the accepted rules that are due, and drafts deletions from what the ledger says."""

from dataclasses import dataclass

from ace.cycle.ablation.ablate import AblateHooks
from ace.cycle.ablation.retest import deletion_drafts, due_retests, retest_rules
from ace.cycle.counted_ledger import counted_ledger
from ace.cycle.draft_changes import CheckedDraft, Drafted
from ace.cycle.draft_identity import proposal_of
from ace.ledger.retest import Retest
from ace.runs.run_record import LoadedRun
from ace.session import Session
from ace.text.counted import counted
from runtime.contracts.playbook import Playbook
from runtime.contracts.rule import Rule
from runtime.rules.load_reviewed import injectable


@dataclass(frozen=True)
class CycleRetest:
    """What came of the rules that were due. `deletions`: drafts of what did harm when it was last left out, now or
    earlier. `stopped`: the ceiling that ended it, "" when none did; what it kept from being left out stays due."""

    rules: tuple[Retest, ...] = ()
    deletions: tuple[CheckedDraft, ...] = ()
    stopped: str = ""


def retest_due(session: Session, run: LoadedRun, playbook: Playbook, hooks: AblateHooks) -> CycleRetest:
    """Return what leaving out the rules that are due says, on the samples of `run`; nothing where it is never done.

    A step that is gone on with finds in the ledger what was done before, and in the arms what was run.
    Raises: as `retest_rules`.
    """
    if session.settings.gate.retest_days is None:
        return CycleRetest()
    rules = injectable(playbook, session.settings.agent)
    due = due_retests(session, rules)
    stopped = ""
    if due and _has_moved(session, rules):
        if hooks.note is not None:
            hooks.note(
                f"{counted(len(due), 'rule')} due to be left out again, by the next cycle: the reviewed rules are "
                "others than when this one began"
            )
    elif due:
        stopped = retest_rules(session, run, due, hooks).ablation.stopped
    known = counted_ledger(session).retests.values()
    done = sorted((one for one in known if one.run == run.record.run), key=lambda one: one.rule)
    return CycleRetest(tuple(done), deletion_drafts(session, rules), stopped)


def with_deletions(drafted: Drafted, retested: CycleRetest) -> Drafted:
    """Return the drafts with the deletions beside them; one that the curator drafted too is there once."""
    there = {proposal_of(one.draft) for one in drafted.drafts}
    more = tuple(one for one in retested.deletions if proposal_of(one.draft) not in there)
    return Drafted((*drafted.drafts, *more), drafted.drafting)


def _has_moved(session: Session, rules: tuple[Rule, ...]) -> bool:
    now = injectable(session.playbook(), session.settings.agent)
    return {rule.id: rule.fingerprint() for rule in now} != {rule.id: rule.fingerprint() for rule in rules}
