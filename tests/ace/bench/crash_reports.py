"""What became of killed cycles, made by hand."""

from ace.bench.crash_child import CrashPoint
from ace.bench.crash_report import CrashCycle, CrashReport, CrashRow


def crash_cycle(**changes: object) -> CrashCycle:
    """Return a cycle in which nothing is wrong but `changes`."""
    right: dict[str, object] = {
        "cycle": 0,
        "kills": 1,
        "proposals": 2,
        "wrong_proposals": [],
        "torn": [],
        "requests": 10,
        "repeated": 1,
        "unexplained": 0,
        "missing": 0,
        "changed": [],
    }
    return CrashCycle(**{**right, **changes})  # type: ignore[arg-type]


def crash_report_of(*cycles: CrashCycle) -> CrashReport:
    """Return a report of `cycles` with one process that was killed (two of five answers lost), and one that was not."""
    rows = (
        CrashRow(0, CrashPoint("answer", when="torn"), True, -9, 5, 3, 1.0),
        CrashRow(0, CrashPoint("never"), False, 2, 8, 7, 2.125),
    )
    return CrashReport(rows, cycles, 10, 2, 60.04)
