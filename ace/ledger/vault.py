"""The vault: held-out cases that no confirmation uses. Scored monthly, they show what no selection touched."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Literal

from pydantic import Field

from ace.ledger.errors import LedgerError
from ace.ledger.record_file import file_bytes, read_record
from runtime.contracts.json_types import content_hash
from runtime.contracts.sample import Frozen

DAYS_BETWEEN = 30
# Parts of 10,000: fine enough for any share of cases.
_PARTS = 10_000


class VaultScore(Frozen):
    """The vault scored once. `success`: share of trials that succeeded, 0-1; None: begun, no end known."""

    schema_: Literal[1] = Field(default=1, alias="schema")
    arm: str = Field(pattern=r"^[0-9a-z-]+$")
    commit: str
    controller: str
    simulated: bool
    when: datetime
    cases: int = Field(ge=0)
    samples: int = Field(ge=0)
    success: float | None = Field(default=None, ge=0, le=1)

    @property
    def path(self) -> str:
        """Where it stands in the ledger's tree."""
        return f"vault/{self.arm}.json"


def is_in_vault(case: str, share: float) -> bool:
    """Return True for the share of cases, picked by a hash of their name, that no confirmation may use."""
    return int(content_hash(["vault", case], 8), 16) % _PARTS < share * _PARTS


def next_scoring(scores: Sequence[VaultScore]) -> datetime | None:
    """Return when the vault may be scored again, None when it may now, for it never was.

    A clock that was set back only makes it later. A scoring that was begun has counted.
    """
    last = max((score.when for score in scores), default=None)
    return None if last is None else last + timedelta(days=DAYS_BETWEEN)


def last_finished(scores: Sequence[VaultScore]) -> VaultScore | None:
    """Return the latest score that is known, None when there is none."""
    known = [score for score in scores if score.success is not None]
    return max(known, key=lambda score: (score.when, score.arm), default=None)


def joined_scores(scores: Sequence[VaultScore]) -> VaultScore:
    """Return one record of what several records of one scoring say; their order does not matter."""
    known = [score for score in scores if score.success is not None]
    return min(known or scores, key=lambda score: (score.when, score.model_dump_json()))


def write_score(score: VaultScore) -> bytes:
    """Return the file's bytes; equal scores give equal bytes."""
    return file_bytes(score.model_dump(mode="json", by_alias=True))


def read_score(path: str, data: bytes) -> VaultScore:
    """Return the score in a ledger's file. Raises: LedgerError for what is not one, or is a newer ACE's."""
    score = read_record(path, data, VaultScore)
    if score.path != path:
        raise LedgerError(f"{path}: holds the score that belongs at {score.path}")
    return score.model_copy(update={"when": score.when if score.when.tzinfo else score.when.replace(tzinfo=UTC)})
