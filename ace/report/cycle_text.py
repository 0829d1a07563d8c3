"""What `ace cycle` prints before its last line."""

from ace.cycle.journal.cycle_outcome import CycleOutcome
from ace.cycle.journal.retest_step import CycleRetest
from ace.report.text import analysis_text, drafted_text, proposed_text, run_text
from ace.text.counted import counted
from ace.text.visible_text import escape_text


def cycle_text(outcome: CycleOutcome) -> str:
    """Return clusters, verdicts and what became of proposals, as far as the cycle came, and the next step to take."""
    results = outcome.results
    proposed = results.proposed
    text = ""
    if results.run is not None and results.analysis is None:
        text = run_text(results.run)
    elif results.run is not None and results.analysis is not None:
        text = analysis_text(results.analysis, results.run) + "\n"
    if results.retested is not None:
        text += _retested(results.retested)
    if proposed is not None:
        is_judged = results.judged is not None and not proposed.is_dry_run
        text += proposed_text(proposed) if is_judged else drafted_text(proposed)
    for row in results.shared:
        place = f" {row.url}" if row.url else ""
        text += f"{row.branch}: {row.action}{escape_text(place)}" + (
            f" ({escape_text(row.detail)})\n" if row.detail else "\n"
        )
    if results.analysis is not None:
        text += "".join(f"note: {escape_text(note)}\n" for note in results.analysis.notes)
    return text + _next(outcome)


def _retested(retested: CycleRetest) -> str:
    lines = [
        f"left out again: {escape_text(one.rule)}: {one.word}; {counted(one.better, 'case')} better without it, "
        f"{one.worse} worse, of {one.cases}; reverse e-value {one.e_without:.3g}\n"
        for one in retested.rules
    ]
    if retested.stopped:
        lines.append(f"not all rules that are due were left out again: the ceiling of {retested.stopped}\n")
    return "".join(lines)


def _next(outcome: CycleOutcome) -> str:
    if outcome.new:
        return "next: ace diff\n"
    if outcome.status == "stopped":
        return "next: ace cycle (goes on)\n"
    return ""
