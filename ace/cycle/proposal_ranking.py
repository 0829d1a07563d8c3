"""Which of two proposals has the better evidence, said only where it is clear. Pure."""

from collections.abc import Sequence
from typing import NamedTuple

from ace.review.evidence import EvidenceRecord, TrialRow
from ace.review.proposal_branches import Proposal
from ace.review.trial_text import VERDICT_METRIC
from runtime.contracts.rule import Verdict

# Best first.
_VERDICTS: tuple[Verdict, ...] = (
    "confirmed", "promising", "insufficient evidence", "no effect", "undecided: infrastructure", "harmful",
)  # fmt: skip


class OpenOne(NamedTuple):
    """A proposal that is open, with its evidence."""

    proposal: Proposal
    record: EvidenceRecord


def is_clearly_better(new: EvidenceRecord, old: EvidenceRecord) -> bool:
    """Return True for a better verdict; under the same one, for an effect whose whole interval is above the other's.

    Compared are figures of one stage only: held-out ones where both have them, else development ones.
    """
    if new.verdict != old.verdict:
        return _VERDICTS.index(new.verdict) < _VERDICTS.index(old.verdict)
    for stage in ("held-out", "development"):
        one, other = _row(new, stage), _row(old, stage)
        if one is not None and other is not None:
            return one.change_low is not None and one.change_low > other.after - other.before
    return False


def to_give_way(new: EvidenceRecord, open_now: Sequence[OpenOne]) -> OpenOne | None:
    """Return the weakest open proposal where `new` is clearly better than it, None where none would have to go.

    What a person proposed, or worked on, never gives way to a cycle's proposal.
    """
    beaten = [one for one in open_now if may_give_way(one) and is_clearly_better(new, one.record)]
    return max(beaten, key=_weakness, default=None)


def may_give_way(one: OpenOne) -> bool:
    """Return True when a better proposal could be listed as one to take its place."""
    return one.proposal.is_untouched and not one.record.is_by_person


def _weakness(one: OpenOne) -> tuple[int, float, str]:
    return _VERDICTS.index(one.record.verdict), -_change(one.record), one.proposal.id


def _row(record: EvidenceRecord, stage: str) -> TrialRow | None:
    return next((row for row in record.trials if (row.stage, row.metric) == (stage, VERDICT_METRIC)), None)


def _change(record: EvidenceRecord) -> float:
    row = _row(record, "held-out") or _row(record, "development")
    return row.after - row.before if row is not None else 0.0
