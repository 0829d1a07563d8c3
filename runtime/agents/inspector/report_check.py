"""What keeps a report from being taken, in words that a model can act on. Pure."""

from collections.abc import Iterable, Sequence

from runtime.inspection.actions import Report
from runtime.inspection.state import InspectorState

# How often a report is sent back; the next one is taken as it is.
MAX_REJECTIONS = 2
_MAX_NAMED = 40


def check_report(report: Report, state: InspectorState) -> tuple[str, ...]:
    """Return what is wrong with `report`, each problem with what to do; empty when nothing is.

    Checked: candidates were looked for, every id kept is one of them and named once, every kept one and then every
    other one was measured, and the verdict is reject exactly when something is kept. The image is not looked at.
    """
    if state.candidates is None:
        return ("no candidates were looked for; call find_candidates first", *_verdict_problems(report))
    known = set(state.ids)
    kept = tuple(dict.fromkeys(report.kept_ids))
    return (
        *_unknown_problems([name for name in kept if name not in known], state.ids),
        *_repeat_problems(report.kept_ids),
        *_measure_problems(set(kept), state),
        *_verdict_problems(report),
    )


def _unknown_problems(unknown: Sequence[int], known: Sequence[int]) -> Iterable[str]:
    if unknown:
        there = f"the candidates are {_named(known)}" if known else "there are no candidates"
        yield f"kept_ids has {_named(unknown)}, but {there}; keep only what was found"


def _repeat_problems(kept: Sequence[int]) -> Iterable[str]:
    repeated = list(dict.fromkeys(name for name in kept if kept.count(name) > 1))
    if repeated:
        yield f"kept_ids has {_named(repeated)} more than once; name each once"


def _measure_problems(kept: set[int], state: InspectorState) -> Iterable[str]:
    unmeasured = state.unmeasured
    guessed = [name for name in unmeasured if name in kept]
    if guessed:
        yield f"kept without being measured: {_named(guessed)}; call measure_candidate with ids {guessed}"
    skipped = [name for name in unmeasured if name not in kept]
    if skipped:
        yield f"dropped without being measured: {_named(skipped)}; call measure_candidate with ids {skipped}"


def _verdict_problems(report: Report) -> Iterable[str]:
    if report.kept_ids and report.verdict == "accept":
        yield "the verdict is accept, but candidates are kept; say reject, or keep none"
    if not report.kept_ids and report.verdict == "reject":
        yield "the verdict is reject, but no candidate is kept; say accept, or keep the voids"


def _named(ids: Sequence[int]) -> str:
    more = f" and {len(ids) - _MAX_NAMED} more" if len(ids) > _MAX_NAMED else ""
    return ", ".join(map(str, ids[:_MAX_NAMED])) + more
