"""A rule drafted from bands of measurements: which cases an action is not for, and the counts that say so. Pure.

The rows have a label, and the action is one that is right where the label is true.
"""

import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ace.curator.conditions.candidate import Candidate
from ace.curator.conditions.rule_words import candidate_rule_words
from ace.curator.conditions.thresholds import MAX_DIGITS, decimal, rounded, rounded_down, rounded_up
from ace.curator.drafting.band_cuts import BandChoice, Cut, choose_cuts
from analyzers.bands import BandReport
from runtime.contracts.condition_context import ContextField
from runtime.contracts.rule import Rule
from runtime.rules.check_condition import check_condition

MAX_RATIONALE = 800
# By how much of the last band that is cut off a threshold may be rounded.
_ROUNDED_BY = 0.05


class BandRule(NamedTuple):
    """What a rule from bands says: conditions, their words, and one line of counts for each part of `require`.

    `kept`: the least share (0-1) of the true cases that pass, on the rows the bands were made of.
    """

    when: str
    require: str
    title: str
    text: str
    evidence: tuple[str, ...]
    kept: float


def rule_from_bands(
    report: BandReport,
    fields_of: Mapping[str, str],
    action: str,
    fields: Sequence[ContextField],
    *,
    choice: BandChoice | None = None,
    otherwise: str | None = None,
) -> BandRule | None:
    """Return a rule by which `action` is only for cases outside the bands that are poor in true ones; None without.

    `fields_of`: the documented field of the action that holds each measurement ("contrast": "action.contrast");
    others are not looked at. A band is cut off at an end of a measurement where the whole interval of its share is far
    below the base rate (marked "few"), or, up to the share of true cases that may be lost, where the measurement tells
    (its AUC's interval leaves 0.5 out) and the share's interval lies below the base rate. Thresholds are short, rounded
    to the side that cuts off less. `otherwise`: the action to take instead.
    Raises: ValueError when a field is not documented or holds no number, or the action is not documented.
    """
    wanted = choice or BandChoice()
    known = {field.path: field for field in fields if _is_number(field)}
    missing = sorted(set(fields_of.values()) - known.keys())
    if missing:
        raise ValueError(f"{', '.join(missing)}: no documented number; name one of {', '.join(known)}")
    usable = [one for one in report.measures if one.name in fields_of and 0 < one.true < one.n]
    cuts = choose_cuts(report, usable, wanted)
    if not cuts:
        return None
    when = f'action.name == "{action}"'
    require = " && ".join(cut_condition(cut, known[fields_of[cut.measure.name]]) for cut in cuts)
    faults = [fault for source in (when, require) for fault in check_condition(source, fields)]
    if faults:
        raise ValueError(f"{action}: {'; '.join(faults)}")
    words = candidate_rule_words(Candidate(when, require, 0, 0, 0, 0), fields, otherwise)
    evidence = tuple(_counts(report, cut) for cut in cuts)
    return BandRule(when, require, *words, evidence, 1 - sum(cut.lost for cut in cuts))


def rule_of(found: BandRule, rule_id: str, agent: str, today: str, otherwise: str | None = None) -> Rule:
    """Return the experimental rule that says `found`, its counts as the rationale; `today` is an ISO date."""
    return Rule.model_validate(
        {
            "schema": 1,
            "id": rule_id,
            "title": found.title,
            "agent": agent,
            "text": f"{found.text}\n",
            "when": found.when,
            "require": found.require,
            "otherwise": {"action": otherwise} if otherwise else None,
            "rationale": " ".join(found.evidence)[:MAX_RATIONALE],
            "authors": ("ace",),
            "created": today,
            "modified": today,
        }
    )


def _is_number(field: ContextField) -> bool:
    return isinstance(field.default, int | float) and not isinstance(field.default, bool)


def cut_condition(cut: Cut, field: ContextField) -> str:
    """Return what must hold of the field for a case that is not cut off: "action.weight >= 1.3"."""
    sign, edge = _threshold(cut)
    if not isinstance(field.default, int):
        return f"{field.path} {sign} {decimal(edge)}"
    if not edge.is_integer():
        # Between two whole numbers; what is not cut off is the same.
        sign, edge = (">=", math.ceil(edge)) if cut.is_low else ("<=", math.floor(edge))
    return f"{field.path} {sign} {round(edge)}"


def _threshold(cut: Cut) -> tuple[str, float]:
    """Return the sign and the number that a case which is not cut off meets."""
    low, high, includes_high = cut.cut_off[-1].edges
    width = 0.0 if low is None or high is None else high - low
    if not cut.is_low:
        assert low is not None
        return "<", low if width == 0 and rounded(low, MAX_DIGITS) == low else _short(low, width, is_low=False)
    assert high is not None
    if not includes_high:
        return ">=", _short(high, width, is_low=True)
    if rounded(high) == high:
        return ">", high
    # The upper end is cut off with its band, so the number lies beyond it.
    begins = cut.measure.bands[len(cut.cut_off)].edges.low
    assert begins is not None
    return ">=", _short(begins, begins - high, is_low=True, most=1.0)


def _short(edge: float, width: float, *, is_low: bool, most: float = _ROUNDED_BY) -> float:
    """Return the shortest number that is no further from `edge` than `most` of `width`, to the side cut off less."""
    made = rounded_down if is_low else rounded_up
    numbers = [made(edge, digits) for digits in range(2, MAX_DIGITS + 1)]
    return next((number for number in numbers if abs(number - edge) < most * width), numbers[-1])


def _counts(report: BandReport, cut: Cut) -> str:
    """Return "1 real in 525 with edge_distance_px 0 (0.2%, 95% interval 0.0-1.1%; 17.9% of all)."."""
    share = cut.share
    assert share.value is not None
    where = _range_words(cut)
    interval = f"{_percent(share.value)}, 95% interval {_percent(share.low)} to {_percent(share.high)}"
    whole = f"{_percent(report.true / report.n)} of all {report.n}"
    return f"{cut.true} {report.label} in {cut.n} with {cut.measure.name} {where} ({interval}; {whole})."


def _range_words(cut: Cut) -> str:
    last = cut.cut_off[-1].edges
    if len(cut.cut_off) == 1 and last.is_point:
        return _plain(last.low or 0.0)
    if cut.is_low:
        return f"{'up to' if last.includes_high else 'below'} {_plain(last.high or 0.0)}"
    return f"from {_plain(last.low or 0.0)}"


def _plain(number: float) -> str:
    """Return the number as text reads it: 0.0 is 0."""
    return decimal(rounded(number)).removesuffix(".0")


def _percent(share: float) -> str:
    return f"{100 * share:.1f}%"
