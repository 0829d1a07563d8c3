"""The few figures of an evidence record that say what a change did. Pure."""

from typing import NamedTuple

from ace.review.evidence import EvidenceRecord

_STAGES = ("held-out", "development")


class FigureRow(NamedTuple):
    """A share (0-1) before and after, of `n` samples of one stage; the evidence against chance where there is any."""

    stage: str
    metric: str
    n: int
    before: float
    after: float
    e_value: float | None = None
    p_value: float | None = None


class Figures(NamedTuple):
    """The verdict, success where it was measured best (held-out, else development), and the failure it answers."""

    verdict: str
    simulated: bool
    controller: str
    rows: tuple[FigureRow, ...]


def figures_of(record: EvidenceRecord) -> Figures:
    """Return the figures; no row for what was not measured."""
    rows = []
    for stage in _STAGES:
        found = next((row for row in record.trials if row.stage == stage and row.metric == "success"), None)
        if found is not None:
            rows.append(FigureRow(stage, "success", found.n, found.before, found.after, found.e_value, found.p_value))
            break
    target = record.target
    if target is not None:
        rows.append(FigureRow("target", target.name, target.n, target.before_rate, target.after_rate))
    return Figures(record.verdict, record.is_simulated, record.controller, tuple(rows))
