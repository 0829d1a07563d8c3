"""Whether what a record says of its stages can be true: looks, guards, slices, the control. Pure."""

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from math import isclose

from ace.evaluation.sign_test import e_value
from ace.review.evidence import EvidenceRecord, TrialRow
from ace.review.evidence_stages import ControlRow, LookRow, SliceRow

_RELATIVE, _SHARE = 0.005, 0.001
_MAX_VOTES = 20_000


def stage_problems(record: EvidenceRecord) -> list[str]:
    """Return what is wrong with the stages of `record`, one sentence each; empty when they are consistent."""
    lines = [f"slice {row.name}: {line}" for row in record.slices for line in _slice_problems(row)]
    for kind, names in (("slice", [row.name for row in record.slices]), ("guard", [row.name for row in record.guards])):
        lines += [f"{kind} {name}: {count} rows" for name, count in Counter(names).items() if count > 1]
    lines += _look_problems(record)
    if record.estimate is not None:
        found = record.estimate
        if not record.looks or not -1 <= found.low <= found.change <= found.high <= 1:
            lines.append("the estimate on held-out cases has no look behind it, or lies outside its bounds")
    if record.control is not None:
        lines += [f"control: {line}" for line in _control_problems(record.control, _row(record, "control"))]
    lines += _unmeasured_problems(record)
    if record.verdict == "confirmed":
        lines += [
            f"the verdict says confirmed, but guard {guard.name} is {guard.status}"
            for guard in record.guards
            if guard.status in {"failed", "undecided"}
        ]
        if record.profile not in {None, "strict"}:
            lines.append(f"the verdict says confirmed, but profile {record.profile} cannot confirm")
    return lines


def _unmeasured_problems(record: EvidenceRecord) -> Iterator[str]:
    """A verdict on what nobody measured: a person's revert, or a change under other rules than the figures are of."""
    if record.reverts is not None:
        if record.verdict != "insufficient evidence":
            yield f"a person undoes something, which was not measured, but the verdict says {record.verdict}"
        if record.trials or record.looks or record.control is not None or record.estimate is not None:
            yield "a person undoes something, which was not measured, but there are figures"
    measured = record.measured
    if measured is not None and measured.other_rules and record.verdict in {"confirmed", "promising"}:
        yield f"the figures are of other rules ({measured.base[:12]}), but the verdict says {record.verdict}"
    if measured is not None and not measured.other_rules and measured.verdict != record.verdict:
        yield f"the verdict was {measured.verdict} on {measured.base[:12]}, but here it is {record.verdict}"


def _row(record: EvidenceRecord, stage: str) -> TrialRow | None:
    return next((row for row in record.trials if (row.stage, row.metric) == (stage, "success")), None)


def _slice_problems(row: SliceRow) -> Iterator[str]:
    if row.cases > row.n:
        yield f"{row.cases} cases of only {row.n} samples"
    if row.fixed + row.broke > row.cases:
        yield f"fixed {row.fixed} and broke {row.broke} are more than its {row.cases} cases"
    if not -1 <= row.low <= row.after - row.before + _SHARE:
        yield f"its bound {100 * row.low:+.1f} is not under its change {100 * (row.after - row.before):+.1f}"


def _look_problems(record: EvidenceRecord) -> Iterator[str]:
    looks = record.looks
    if any(later.cases < earlier.cases for earlier, later in pairwise(looks)):
        yield "the looks at held-out cases are not in order"
    for look in looks:
        if look.fixed + look.broke > look.cases or not _is_e_value(look):
            votes = f"fixed {look.fixed} and broke {look.broke} do not make e {look.e_value:.3g}"
            yield f"the look after {look.cases} cases: {votes}"
    row = _row(record, "held-out")
    if looks and (
        row is None or (row.cases, row.fixed, row.broke) != (looks[-1].cases, looks[-1].fixed, looks[-1].broke)
    ):
        yield "the last look at held-out cases is not what the held-out row says"


def _is_e_value(look: LookRow) -> bool:
    if look.fixed + look.broke > _MAX_VOTES:
        return False
    return isclose(look.e_value, e_value(look.fixed, look.broke), rel_tol=_RELATIVE, abs_tol=1e-12)


def _control_problems(control: ControlRow, row: TrialRow | None) -> Iterator[str]:
    if control.cases > control.n or control.fixed + control.broke > control.cases:
        yield f"fixed {control.fixed} and broke {control.broke} of {control.cases} cases and {control.n} samples"
    if control.obeyed > control.decisions:
        yield f"{control.obeyed} of {control.decisions} decisions obeyed"
    if row is None or max(abs(row.before - control.without), abs(row.after - control.gate)) > _SHARE:
        yield "it is not what its row says"
    can_promote = 0 <= control.obeyed < control.decisions and control.fixed >= control.broke
    if control.promote and not can_promote:
        yield "its figures do not support a promotion"
