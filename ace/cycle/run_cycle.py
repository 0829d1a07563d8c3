"""One cycle: lock, run, analyze, draft, check, judge, open."""

from collections.abc import Callable
from dataclasses import dataclass, field

from ace.cycle.propose import Proposed, ProposeHooks, propose
from ace.cycle.run_record import LoadedRun
from ace.cycle.run_samples import RunRequest, run_samples
from ace.session import Session


@dataclass(frozen=True)
class CycleHooks:
    """What a cycle tells as it goes."""

    request: RunRequest = field(default_factory=RunRequest)
    propose: ProposeHooks = field(default_factory=ProposeHooks)
    ran: Callable[[LoadedRun], None] | None = None


def run_cycle(session: Session, hooks: CycleHooks) -> Proposed:
    """Return what one cycle came to. Raises: BusyError when another cycle works on this repository."""
    with session.workspace.lock():
        run = run_samples(session, hooks.request)
        if hooks.ran is not None:
            hooks.ran(run)
        return propose(session, run, hooks.propose)
