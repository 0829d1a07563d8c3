"""Whether the figures of an evidence record can be true: counted again, never taken from the file. Pure."""

from collections import Counter
from math import isclose

from ace.evaluation.gate_rules import GateRules
from ace.evaluation.sign_test import e_value, sign_test
from ace.review.check_stages import stage_problems
from ace.review.evidence import EvidenceRecord, TrialRow
from ace.review.trial_text import VERDICT_METRIC

MIN_CONFIRM_CASES, CONFIRM_E = GateRules().min_confirm, GateRules().confirm_e
# Counting is exact, so its time grows with the square of the votes.
MAX_VOTES = 20_000
# Figures may have been rounded to three digits.
_RELATIVE, _SHARE = 0.005, 0.001


def figure_problems(record: EvidenceRecord) -> tuple[str, ...]:
    """Return what is wrong with the figures of `record`, one sentence each; empty when they are consistent.

    The verdict itself is only checked where it says `confirmed`: the others promise a reviewer nothing.
    """
    lines = [f"{_name(row)}: {line}" for row in record.trials for line in _row_problems(row)]
    counts = Counter(_name(row) for row in record.trials)
    lines += [f"{name}: {count} rows, where there can be one" for name, count in counts.items() if count > 1]
    lines += stage_problems(record)
    if record.verdict == "confirmed":
        lines += [f"the verdict says confirmed, but {reason}" for reason in _not_confirmed(record)]
    return tuple(lines)


def _name(row: TrialRow) -> str:
    return f"{row.stage} {row.metric}"


def _row_problems(row: TrialRow) -> list[str]:
    voters, noun = (row.n, "samples") if row.cases is None else (row.cases, "cases")
    lines = [f"{row.cases} cases of only {row.n} samples"] if voters > row.n else []
    if row.fixed + row.broke > voters:
        lines.append(f"fixed {row.fixed} and broke {row.broke} are more than the {voters} {noun} there were")
    change = row.after - row.before
    if (change > _SHARE and not row.fixed) or (change < -_SHARE and not row.broke):
        lines.append(f"fixed {row.fixed} and broke {row.broke}, but the change is {100 * change:+.1f} points")
    return [*lines, *_interval_problems(row, change), *_chance_problems(row)]


def _interval_problems(row: TrialRow, change: float) -> list[str]:
    low, high = row.change_low, row.change_high
    if low is None and high is None:
        return []
    if low is None or high is None:
        return ["the interval of the change has one end"]
    if not -1 <= low <= high <= 1:
        return [f"the interval of the change, {low:g} to {high:g}, is none within -1 to 1"]
    if not low - _SHARE <= change <= high + _SHARE:
        return [
            f"the change of {100 * change:+.1f} points is outside its interval {100 * low:+.1f} to {100 * high:+.1f}"
        ]
    return []


def _chance_problems(row: TrialRow) -> list[str]:
    said = [("p", row.p_value, sign_test), ("e", row.e_value, e_value)]
    if row.fixed + row.broke > MAX_VOTES:
        return [f"more than {MAX_VOTES} votes cannot be counted again here"] if row.p_value or row.e_value else []
    return [
        f"{letter} is given as {value:.3g}, but fixed {row.fixed} and broke {row.broke} make it {counted:.3g}"
        for letter, value, count in said
        if value is not None
        and not isclose(value, counted := count(row.fixed, row.broke), rel_tol=_RELATIVE, abs_tol=1e-12)
    ]


def _not_confirmed(record: EvidenceRecord) -> list[str]:
    """Return why `confirmed` is not what these figures say."""
    rows = [row for row in record.trials if (row.stage, row.metric) == ("held-out", VERDICT_METRIC)]
    if not rows:
        return [f"there is no held-out figure for {VERDICT_METRIC}"]
    lines: list[str] = []
    for row in rows:
        decided = row.n if row.cases is None else row.cases
        if decided < MIN_CONFIRM_CASES:
            lines.append(f"{decided} held-out cases are fewer than the {MIN_CONFIRM_CASES} it needs")
        votes = row.fixed + row.broke
        if votes > MAX_VOTES or (e := e_value(row.fixed, row.broke)) >= CONFIRM_E:
            continue
        lines.append(f"fixed {row.fixed} and broke {row.broke} make e {e:.3g}, under the {CONFIRM_E:g} it needs")
    return lines
