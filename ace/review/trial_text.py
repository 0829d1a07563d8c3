"""Measured figures as the words and columns a reviewer reads; the same in every format. Pure."""

from typing import NamedTuple

from ace.review.evidence import EvidenceRecord, TargetRate, TrialRow
from ace.review.evidence_stages import EstimateRow

VERDICT_METRIC = "success"
CONTROL_LABEL = "as a gate"
PROMPT_LABEL = "in the prompt"
# Shares closer than this are printed alike.
_SAME = 0.0005
_STAGES = ("held-out", "development", "control")


class FigureRow(NamedTuple):
    """One line of the before/after table, every cell already text; an empty cell has nothing to say."""

    stage: str
    label: str
    n: str
    before: str
    after: str
    change: str
    evidence: str


def figure_rows(record: EvidenceRecord) -> list[FigureRow]:
    """Return the table of `record`: held-out, development, the control; the failure it targets; then rule tokens.

    Within a stage `success` comes first: it is the metric the verdict is about; of the control it is called `as a
    gate`, and stands beside what the rule in the prompt did. Below each trial's row stands one that
    says how many it fixed and broke, with an empty label.
    """
    trials = sorted(record.trials, key=lambda row: (_STAGES.index(row.stage), row.metric != VERDICT_METRIC))
    rows = [row for trial in trials for row in _trial_rows(trial)]
    if record.target:
        row = _target_row(record.target)
        # Below the control's figures it would read as the gate's.
        is_below = any(trial.stage == "control" for trial in trials)
        rows.append(row._replace(label=f"{row.label}, {PROMPT_LABEL}") if is_below else row)
    return [*rows, _token_row(record)]


def effect_rows(record: EvidenceRecord) -> list[FigureRow]:
    """Return the few rows of the table that a reviewer reads first, with one effect size among them.

    That is `success` on held-out samples, else on development samples. After several looks at held-out cases the plain
    difference is too large, because looking ended while it was: where the estimate is another figure it stands in its
    place. Of the failure it targets the two rates, and the rule tokens.
    """
    rows: list[FigureRow] = []
    found = [row for row in record.trials if row.metric == VERDICT_METRIC and row.stage != "control"]
    trial = min(found, key=lambda row: _STAGES.index(row.stage), default=None)
    if trial is not None:
        first, counts = _trial_rows(trial)
        rows += [first, counts]
        if trial.stage == "held-out" and record.estimate is not None and _differs(record.estimate, trial):
            rows = [first._replace(change=""), _estimate_row(record.estimate), counts]
    if record.target:
        rows.append(_placed_target(record, record.target, trial))
    return [*rows, _token_row(record)]


def _differs(found: EstimateRow, trial: TrialRow) -> bool:
    plain = (trial.fixed - trial.broke) / max(1, trial.n if trial.cases is None else trial.cases)
    return abs(found.change - plain) > _SAME


def _placed_target(record: EvidenceRecord, target: TargetRate, above: TrialRow | None) -> FigureRow:
    """Return the target's rates under a heading of their own where the samples are not those of the row above."""
    row = _target_row(target)._replace(change="")
    tried = next((one for one in record.trials if one.stage == "development" and one.n == target.n), None)
    if tried is None or above is None or above.n == target.n:
        return row
    return row._replace(stage=tried.stage, n=_count(tried))


def percent(share: float) -> str:
    """Return a share in 0-1 as percent with one decimal."""
    return f"{100 * share:.1f}%"


def points(trial: TrialRow) -> str:
    """Return the change in percentage points with its 95% interval when there is one: `+7.5 [+2.3, +12.7]`."""
    change = f"{100 * (trial.after - trial.before):+.1f}"
    if trial.change_low is None or trial.change_high is None:
        return change
    return f"{change} [{100 * trial.change_low:+.1f}, {100 * trial.change_high:+.1f}]"


def _trial_rows(trial: TrialRow) -> list[FigureRow]:
    counts = f"fixed {trial.fixed}, broke {trial.broke}"
    if trial.cases is not None:
        counts += f" of {_cases(trial.cases)}"
    return [
        FigureRow(
            trial.stage,
            CONTROL_LABEL if (trial.stage, trial.metric) == ("control", VERDICT_METRIC) else trial.metric,
            _count(trial),
            percent(trial.before),
            percent(trial.after),
            points(trial),
            _strength(trial),
        ),
        FigureRow(trial.stage, "", "", "", "", counts, ""),
    ]


def _count(trial: TrialRow) -> str:
    return f"n={trial.n}" if trial.cases is None else f"n={trial.n} ({_cases(trial.cases)})"


def _target_row(target: TargetRate) -> FigureRow:
    change = f"{100 * (target.after_rate - target.before_rate):+.1f}"
    return FigureRow(
        "", target.name, f"n={target.n}", percent(target.before_rate), percent(target.after_rate), change, ""
    )


def _token_row(record: EvidenceRecord) -> FigureRow:
    tokens = record.prompt_tokens
    added = f"{tokens.after - tokens.before:+d}"
    return FigureRow("", "rule tokens", "", str(tokens.before), str(tokens.after), added, "")


def _estimate_row(found: EstimateRow) -> FigureRow:
    change = f"{100 * found.change:+.1f} [{100 * found.low:+.1f}, {100 * found.high:+.1f}]"
    return FigureRow("", "cases fixed less broken", "", "", "", change, "")


def _strength(trial: TrialRow) -> str:
    if trial.e_value is not None:
        return f"e {trial.e_value:.3g}"
    # Three digits, zeros too: the reason names the bar as exactly.
    return f"p {trial.p_value:#.3g}" if trial.p_value is not None else ""


def _cases(count: int) -> str:
    return f"{count} case{'' if count == 1 else 's'}"
