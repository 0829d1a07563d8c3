"""Development samples: those written as such, and those that were held out until the ledger said they are used up."""

from collections.abc import Collection

from ace.cycle.counted_ledger import counted_ledger
from ace.ledger.sealed_rules import moved_to_dev
from ace.session import Session
from runtime.contracts.sample import Sample


def moved_samples(session: Session) -> tuple[Sample, ...]:
    """Return the held-out samples that have moved to development. Raises: LedgerError."""
    ledger, limit = counted_ledger(session), session.settings.gate.sealed_uses
    # Held-out samples are not even read where none can have moved.
    return moved_to_dev(session.samples("sealed")[0], ledger, limit) if ledger.has_spent(limit) else ()


def development_pool(session: Session, names: Collection[str]) -> tuple[Sample, ...]:
    """Return the development samples as a run of the samples `names` has them.

    Of those that have moved only the ones it ran: what moves later changes nothing of a run that was begun.
    Raises: LedgerError.
    """
    found, _ = session.samples("dev")
    missing = set(names) - {sample.id for sample in found}
    moved = moved_samples(session) if missing else ()
    return (*found, *(sample for sample in moved if sample.id in missing))
