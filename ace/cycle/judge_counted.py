"""Judge drafts and keep the ledger: uses before samples are run, verdicts before anything is opened."""

from dataclasses import replace

from ace.cycle.draft_changes import CheckedDraft
from ace.cycle.draft_identity import proposal_of
from ace.cycle.judge_drafts import judge_drafts
from ace.cycle.judging.judgement import JudgeHooks, Judgement
from ace.cycle.sealed_uses import SealedUses
from ace.runs.run_record import LoadedRun
from ace.session import Session
from runtime.contracts.rule import Rule
from runtime.contracts.trace_event import ControllerInfo


def judge_counted(
    session: Session, run: LoadedRun, rules: tuple[Rule, ...], drafts: tuple[CheckedDraft, ...], hooks: JudgeHooks
) -> tuple[tuple[Judgement, ...], ControllerInfo]:
    """Return what `judge_drafts` does, with the repository's ledger. Raises: as it; LedgerError.

    A confirmation that a ceiling cut off keeps an unknown verdict until it is gone on with.
    """
    uses = SealedUses(session, run, rules)
    judgements, who = judge_drafts(session, run, rules, drafts, replace(hooks, ledger=uses))
    ended = [judgement for judgement in judgements if judgement.looks and not judgement.stopped]
    uses.decided({proposal_of(judgement.draft): judgement.verdict for judgement in ended})
    return judgements, who
