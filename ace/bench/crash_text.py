"""What `ace bench crash` prints."""

from collections import Counter

from ace.bench.crash_report import CrashReport
from ace.text.counted import counted
from ace.text.table import table


def crash_text(report: CrashReport) -> str:
    """Return the totals, where processes were killed, and what was wrong, with a newline at the end."""
    cycles = report.cycles
    kinds = Counter(f"{row.point.kind} {row.point.when}".strip() for row in report.rows if row.killed)
    right = sum(cycle.is_right for cycle in cycles)
    unanswered = sum(row.unanswered for row in report.rows if row.killed)
    lines = [
        f"{counted(report.kills, 'kill')} in {counted(len(cycles), 'cycle')}, {report.seconds:.0f} s; one left alone: "
        f"{counted(report.reference_requests, 'request')}, {counted(report.proposals, 'proposal')}",
        f"  {right} of {len(cycles)} cycles came to the same",
        f"  requests asked again: {sum(c.repeated for c in cycles)}; under way without an answer on disk when killed: "
        f"{unanswered}; not explained by that: {sum(c.unexplained for c in cycles)}; never asked: "
        f"{sum(c.missing for c in cycles)}",
        f"  proposals missing, twice or other: {sum(len(c.wrong_proposals) for c in cycles)}; files torn or left "
        f"behind: {sum(len(c.torn) for c in cycles)}; changes to the user's tree, index, HEAD or refs: "
        f"{sum(len(c.changed) for c in cycles)}",
        "  killed at",
    ]
    text = "\n".join(lines) + "\n" + table([[kind, str(count)] for kind, count in kinds.most_common()], "    ")
    for cycle in cycles:
        if not cycle.is_right:
            wrong = (*cycle.wrong_proposals, *cycle.torn, *cycle.changed, cycle.failed)
            text += f"  WRONG: cycle {cycle.cycle}: {', '.join(item for item in wrong if item)}"
            text += f"; {cycle.unexplained} requests repeated without need, {cycle.missing} missing\n"
    return text
