"""Measured figures as the words and columns a reviewer reads; the same in every format. Pure."""

from typing import NamedTuple

from ace.review.evidence import EvidenceRecord, TargetRate, TrialRow

VERDICT_METRIC = "success"
CONTROL_LABEL = "as a gate"
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
        rows.append(_target_row(record.target))
    tokens = record.prompt_tokens
    rows.append(
        FigureRow(
            "", "rule tokens", "", str(tokens.before), str(tokens.after), f"{tokens.after - tokens.before:+d}", ""
        )
    )
    return rows


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
            f"n={trial.n}" if trial.cases is None else f"n={trial.n} ({_cases(trial.cases)})",
            percent(trial.before),
            percent(trial.after),
            points(trial),
            _strength(trial),
        ),
        FigureRow(trial.stage, "", "", "", "", counts, ""),
    ]


def _target_row(target: TargetRate) -> FigureRow:
    change = f"{100 * (target.after_rate - target.before_rate):+.1f}"
    return FigureRow(
        "", target.name, f"n={target.n}", percent(target.before_rate), percent(target.after_rate), change, ""
    )


def _strength(trial: TrialRow) -> str:
    if trial.e_value is not None:
        return f"e {trial.e_value:.3g}"
    # Three digits, zeros too: the reason names the bar as exactly.
    return f"p {trial.p_value:#.3g}" if trial.p_value is not None else ""


def _cases(count: int) -> str:
    return f"{count} case{'' if count == 1 else 's'}"
