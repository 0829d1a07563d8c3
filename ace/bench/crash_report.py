"""What became of cycles that were killed."""

from dataclasses import asdict, dataclass

from ace.bench.crash_child import CrashPoint
from runtime.contracts.json_types import JsonObject


@dataclass(frozen=True)
class CrashRow:
    """One process. `killed`: it died at its point; `asked`: requests the server got from it, `kept`: answers on disk.

    `unanswered`: those that may be asked again, having been under way when it died.
    """

    cycle: int
    point: CrashPoint
    killed: bool
    exit_code: int
    asked: int
    kept: int
    seconds: float

    @property
    def unanswered(self) -> int:
        """Requests whose answer was not on disk when it died."""
        return self.asked - self.kept


@dataclass(frozen=True)
class CrashCycle:
    """One cycle that was killed, compared with the one that was not. Empty lists and 0: nothing is wrong."""

    cycle: int
    kills: int
    proposals: int
    wrong_proposals: list[str]
    torn: list[str]
    requests: int
    repeated: int
    unexplained: int
    missing: int
    changed: list[str]
    failed: str = ""

    @property
    def is_right(self) -> bool:
        """True when it came to the same."""
        wrong = (self.wrong_proposals, self.torn, self.changed, self.failed)
        return not any(wrong) and self.unexplained == 0 and self.missing == 0


@dataclass(frozen=True)
class CrashReport:
    """All of it. `reference_requests`: what the cycle that was left alone asked; `proposals`: what it opened."""

    rows: tuple[CrashRow, ...]
    cycles: tuple[CrashCycle, ...]
    reference_requests: int
    proposals: int
    seconds: float

    @property
    def kills(self) -> int:
        """Processes that died where they were to."""
        return sum(row.killed for row in self.rows)

    @property
    def is_right(self) -> bool:
        """True when every cycle came to what the one that was left alone did."""
        return all(cycle.is_right for cycle in self.cycles)

    def to_json(self) -> JsonObject:
        """Return it as one JSON object. Units: seconds."""
        return {
            "kills": self.kills,
            "right": self.is_right,
            "reference": {"requests": self.reference_requests, "proposals": self.proposals},
            "requests_repeated": sum(cycle.repeated for cycle in self.cycles),
            "requests_unanswered_at_kills": sum(row.unanswered for row in self.rows if row.killed),
            "requests_unexplained": sum(cycle.unexplained for cycle in self.cycles),
            "seconds": round(self.seconds, 1),
            "cycles": [asdict(cycle) for cycle in self.cycles],
            "rows": [{**asdict(row), "point": list(row.point), "seconds": round(row.seconds, 2)} for row in self.rows],
        }
