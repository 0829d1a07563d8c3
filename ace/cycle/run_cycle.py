"""One cycle: lock, run, analyze, draft, check, re-test, judge, commit, push, open; each step written down."""

import errno
import os
from dataclasses import replace
from time import monotonic

from ace.answers.remember_answers import AnswerMemory
from ace.cycle.before_judging import check_names
from ace.cycle.journal.cycle_budget import CycleBudget, granted_before
from ace.cycle.journal.cycle_outcome import CycleOutcome, StepResults
from ace.cycle.journal.cycle_record import STEPS, CycleStatus
from ace.cycle.journal.cycle_steps import CycleHooks, CycleRequest, CycleSteps, CycleStoppedError
from ace.cycle.journal.cycle_under_way import open_cycle
from ace.cycle.journal.journal_lines import DISK_FULL
from ace.cycle.journal.kept_steps import forget_kept
from ace.cycle.journal.next_cycle import plan_of, run_problem
from ace.errors import AceError
from ace.evaluation.usage import Usage
from ace.forges.open_requests import check_forge
from ace.review.errors import ReviewError
from ace.session import Session
from runtime.contracts.errors import RuntimeFault
from runtime.contracts.playbook import Playbook
from runtime.traces.redaction import redact_text


def run_cycle(session: Session, request: CycleRequest) -> CycleOutcome:
    """Return what one cycle came to; one that was cut off before is gone on with where it was.

    An error of a step is in the outcome, written down; the next cycle goes on from there. What is in the way before
    anything runs is in the outcome too, and nothing is begun or written down.
    Raises: BusyError when another cycle works on this repository; KeyboardInterrupt, written down as well; AceError
        when nothing can be written down.
    """
    started = monotonic()
    with session.workspace.lock():
        playbook, problem = _reviewed(session, request)
        if playbook is None:
            reason = redact_text(str(problem))
            return CycleOutcome("", "failed", StepResults(), Usage(), 0.0, reason, problem)
        plan = plan_of(session, request.schedule, request.until, (request.is_dry_run, request.is_new))
        cycle = open_cycle(
            session.workspace.state, plan, session.clock, lambda run: run_problem(session, run, playbook)
        )
        for note in cycle.notes:
            _tell(request.hooks, note)
        budget = CycleBudget(session.settings.cycle, cycle.folder, granted_before(cycle.journal.lines), started)
        memory = AnswerMemory(session.workspace.state / "answers", cycle.folder / "asked.jsonl", budget.count)
        work = CycleSteps(replace(session, memory=memory), request, cycle, budget)
        try:
            outcome = _played(work, playbook)
            _end(work, outcome)
            if outcome.status == "done":
                memory.close(is_done=True)
                forget_kept(cycle.folder)
            return outcome
        finally:
            memory.close(is_done=False)
            budget.close()
            cycle.close()


def _played(work: CycleSteps, playbook: Playbook) -> CycleOutcome:
    """Return how the steps ended, whatever ended them."""
    status: CycleStatus = "done"
    reason, by = "", ""
    error: Exception | None = None
    try:
        _notice_closed(work.session, work.request.hooks)
        work.play(playbook)
    except CycleStoppedError as exc:
        status, reason, by = "stopped", exc.reason, exc.by
    except KeyboardInterrupt:
        work.end("stopped", None, "a signal ended it", "", by="signal")
        raise
    except (AceError, ReviewError, RuntimeFault, OSError) as exc:
        error = exc
    except Exception as exc:
        work.end("failed", 1, f"{type(exc).__name__}: {exc}", "")
        raise
    if error is not None:
        status, reason, by = "failed", redact_text(str(error)), DISK_FULL if _is_disk_full(error) else ""
    elif status == "done" and (failed := work.failed()):
        status, reason = "failed", failed
    work.ended_by = by
    used, minutes, notes = work.budget.used, work.budget.minutes, work.cycle.notes
    return CycleOutcome(
        work.cycle.id, status, work.results, used, minutes, reason, error, notes, given_up=work.cycle.given_up
    )


def _end(work: CycleSteps, outcome: CycleOutcome) -> None:
    failed = "" if outcome.is_until else outcome.reason
    work.end(outcome.status, outcome.exit_code, failed, outcome.summary, by=work.ended_by)
    if outcome.status == "failed" and work.cycle.is_done("commit"):
        # What is left is sharing, which every cycle does for all that is open: nothing is to be gone on with.
        work.cycle.write("closed", reason="its proposals are written")


def _reviewed(session: Session, request: CycleRequest) -> tuple[Playbook | None, Exception | None]:
    """Return the reviewed rules, or why no cycle can work with them."""
    try:
        playbook = session.playbook()
        if not request.is_dry_run:
            check_names(session)
        if not request.is_dry_run and request.until in {None, STEPS[-1]}:
            # A night is not to be lost on a missing token.
            check_forge(session)
        return playbook, None
    except (AceError, ReviewError, RuntimeFault) as exc:
        return None, exc


def _is_disk_full(error: BaseException | None) -> bool:
    """Return True when `error`, or what it came of, is a disk without room."""
    while error is not None:
        is_full = isinstance(error, OSError) and error.errno in {errno.ENOSPC, errno.EDQUOT}
        if is_full or os.strerror(errno.ENOSPC) in str(error):
            return True
        error = error.__cause__ or error.__context__
    return False


def _notice_closed(session: Session, hooks: CycleHooks) -> None:
    """Tell of each proposal that people closed since the last cycle: it counts as rejected from now on."""
    from ace.rejections.notice_closed import notice_closed

    for item in notice_closed(session):
        _tell(hooks, f"counts as rejected from now on: {item.rule}: {item.reason}")


def _tell(hooks: CycleHooks, text: str) -> None:
    if hooks.note is not None:
        hooks.note(text)
