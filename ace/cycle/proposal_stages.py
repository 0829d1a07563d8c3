"""The rows of an evidence record about the stages behind a verdict, and what no stage looked at. Pure."""

from ace.cycle.judging.judgement import Judgement
from ace.evaluation.guards import MUST_PASS, SLICES
from ace.review.evidence import TrialRow
from ace.review.evidence_stages import ControlRow, EstimateRow, GuardRow, LookRow, SliceRow


def look_rows(judgement: Judgement) -> tuple[LookRow, ...]:
    """Return what held-out cases said after each batch."""
    return tuple(
        LookRow(cases=look.cases, fixed=look.fixed, broke=look.broke, e_value=look.e_value) for look in judgement.looks
    )


def estimate_row(judgement: Judgement) -> EstimateRow | None:
    """Return the effect on held-out cases, None where none was used."""
    found = judgement.estimate
    if found is None:
        return None
    return EstimateRow(change=found.change, low=found.low, high=found.high, method=found.method)


def guard_rows(judgement: Judgement) -> tuple[GuardRow, ...]:
    """Return the guards that were asked."""
    return tuple(GuardRow(name=one.name, status=one.status, detail=one.detail) for one in judgement.guards)


def slice_rows(judgement: Judgement) -> tuple[SliceRow, ...]:
    """Return the slices that were measured."""
    return tuple(
        SliceRow(
            name=one.name[:120],
            n=one.n,
            cases=one.cases,
            before=one.before,
            after=one.after,
            fixed=one.fixed,
            broke=one.broke,
            low=one.bounds.low,
            status=one.status,
        )
        for one in judgement.slices
    )


def control_row(judgement: Judgement) -> ControlRow | None:
    """Return the three-way comparison, None where there was none."""
    control = judgement.control
    if control is None or not control.gate.n:
        return None
    return ControlRow(
        n=control.instead.n,
        cases=control.instead.cases,
        without=control.gate.before,
        prompt=control.prompt,
        gate=control.gate.after,
        fixed=control.instead.fixed,
        broke=control.instead.broke,
        decisions=control.obedience.decisions,
        obeyed=control.obedience.obeyed,
        violating_without=control.violating_without,
        violating_prompt=control.obedience.violating,
        promote=control.promotes,
    )


def control_trial(judgement: Judgement) -> TrialRow | None:
    """Return the row of the gate against no rule, to stand below that of the prompt; None where there was none."""
    control = judgement.control
    if control is None or not control.gate.n:
        return None
    gate = control.gate
    return TrialRow(
        stage="control",
        metric="success",
        n=gate.n,
        cases=gate.cases,
        before=gate.before,
        after=gate.after,
        fixed=gate.fixed,
        broke=gate.broke,
        change_low=gate.change_low,
        change_high=gate.change_high,
    )


def not_checked(judgement: Judgement, *, teaches: bool) -> tuple[str, ...]:
    """Return what nobody looked at, one clause each. `teaches`: the agent has a student, whose level is a slice."""
    asked = {guard.name: guard for guard in judgement.guards}
    after = judgement.draft.after
    items = []
    if judgement.held_out is None:
        items.append("no held-out sample was used")
    if judgement.profile != "strict":
        items.append(f"the gate's profile is {judgement.profile}: it cannot confirm, and asks fewer guards than strict")
    if SLICES not in asked or asked[SLICES].status == "not measured":
        named = " (student level, modality, organ)" if teaches else " of the samples"
        items.append(f"slices{named} were not tested one by one, or are too small to tell")
    if MUST_PASS not in asked or asked[MUST_PASS].status == "not measured":
        items.append("must-pass samples were not run")
    if after is not None and not after.is_checked:
        items.append("the rule has no condition, so obedience cannot be counted")
    elif after is not None and judgement.control is None:
        items.append("the same rule enforced in the other way (gate or prompt) was not run beside it")
    return tuple(items)
