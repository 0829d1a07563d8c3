"""The repository's ledger of held-out samples, as far as it counts for the configured controller."""

from ace.ledger.ledger import Ledger
from ace.ledger.ledger_ref import read_ledger
from ace.review.git_plumbing import Identity
from ace.session import Session


def counted_ledger(session: Session) -> Ledger:
    """Return the uses that count under the configured controller; none without git. Raises: LedgerError."""
    if not session.workspace.has_git:
        return Ledger({})
    return read_ledger(session.workspace.repo).only(is_simulated(session))


def is_simulated(session: Session) -> bool:
    """Return True when no model plays the agent, so that what it does on a sample uses the sample up for none."""
    if session.agent.has_own_model:
        return session.who_decides().simulated
    chosen = session.settings.controller
    return chosen is not None and chosen.kind in {"simulated", "scripted"}


def ledger_identity(session: Session) -> Identity:
    """Return who the ledger's commits are by: as proposals are."""
    review = session.settings.review
    return Identity(review.author_name, review.author_email)


def controller_label(session: Session) -> str:
    """Return how the ledger names who decides: back-end and model."""
    if session.agent.has_own_model:
        who = session.who_decides()
        return f"{who.backend}/{who.model}"
    chosen = session.controller_settings()
    return f"{chosen.kind}/{chosen.model}".rstrip("/")
