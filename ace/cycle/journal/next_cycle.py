"""What the next `ace cycle` would do with the unfinished ones: the same comparison for it and for `ace status`."""

from ace.cycle.journal.cycle_plan import CyclePlan, chosen_settings, reviewed_commit, settings_hash
from ace.cycle.journal.cycle_record import Step
from ace.cycle.journal.find_unfinished import Found, find_unfinished
from ace.errors import AceError
from ace.review.errors import ReviewError
from ace.session import Session
from runtime.contracts.errors import RuntimeFault
from runtime.contracts.playbook import Playbook


def plan_of(
    session: Session, schedule: str = "", until: Step | None = None, flags: tuple[bool, bool] = (False, False)
) -> CyclePlan:
    """Return what a cycle of `session` is begun with. `flags`: whether it is a dry run, and whether a new one."""
    is_dry_run, is_new = flags
    return CyclePlan(
        settings=settings_hash(session.settings),
        rules=reviewed_commit(session),
        schedule=schedule,
        is_dry_run=is_dry_run,
        until=until,
        is_new=is_new,
        chosen=chosen_settings(session.settings),
    )


def run_problem(session: Session, run: str, playbook: Playbook) -> str:
    """Return why the run of an earlier cycle cannot be gone on with; "" when it can, or has not begun."""
    from ace.cycle.run_samples import check_can_resume
    from runtime.rules.load_reviewed import injectable

    if not (session.workspace.runs / run / "run.json").is_file():
        return ""
    try:
        check_can_resume(session, run, injectable(playbook, session.settings.agent))
    except (AceError, RuntimeFault) as exc:
        return str(exc).split(";")[0]
    return ""


def next_cycle(session: Session) -> Found:
    """Return what a plain `ace cycle` would do now with the unfinished ones. Nothing is written.

    With rules that cannot be used it would do nothing; that is not asked here.
    """

    def problem(run: str) -> str:
        try:
            return run_problem(session, run, session.playbook())
        except (AceError, ReviewError, RuntimeFault) as exc:
            return str(exc).split(";")[0]

    return find_unfinished(session.workspace.state, plan_of(session), session.clock.now(), problem)
