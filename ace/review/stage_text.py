"""Guards, slices and the control as the lines a reviewer reads; the same in every format. Pure."""

from collections.abc import Sequence

from ace.review.evidence import EvidenceRecord
from ace.review.evidence_stages import MIN_SPOKEN, ControlRow, SliceRow
from ace.review.trial_text import percent
from ace.text.counted import counted

_NAMED = 12


def failed_guards(record: EvidenceRecord) -> tuple[str, ...]:
    """Return the names of the guards that failed."""
    return tuple(guard.name for guard in record.guards if guard.status == "failed")


def guard_text(record: EvidenceRecord) -> list[str]:
    """Return one line a guard: `held    cost: 1204 -> 1231 tokens an episode (+2.2%; at most +10%).`"""
    return [f"{guard.status:<12}  {guard.name}: {guard.detail}" for guard in record.guards]


def slice_text(record: EvidenceRecord) -> list[str]:
    """Return one line for each slice that can be told, and one for the others that names those that came out lower."""
    told = [row for row in record.slices if row.status != "too few to tell"]
    few = [row for row in record.slices if row.status == "too few to tell"]
    lines = [_slice_line(row) for row in sorted(told, key=lambda row: (row.status != "failed", row.name))]
    return [*lines, *_few_lines(few)]


def guard_summary(record: EvidenceRecord) -> str:
    """Return the guards that did not fail on one line, by what became of them; empty where there is none."""
    by_status: dict[str, list[str]] = {}
    for guard in record.guards:
        if guard.status != "failed":
            by_status.setdefault(guard.status, []).append(guard.name)
    return "; ".join(f"{status}: {', '.join(names)}" for status, names in by_status.items())


def slice_summary(record: EvidenceRecord) -> list[str]:
    """Return the slices that failed, a line each, then one line that counts the others."""
    failed = [_slice_line(row) for row in record.slices if row.status == "failed"]
    held = sum(1 for row in record.slices if row.status == "held")
    few = [row for row in record.slices if row.status == "too few to tell"]
    lower = sum(1 for row in few if row.after < row.before)
    parts = [f"{held} held"] if held else []
    parts += [f"{len(few)} too few to tell ({lower or 'none'} of them lower than before)"] if few else []
    return [*failed, ", ".join(parts)] if parts else failed


def control_summary(record: EvidenceRecord) -> list[str]:
    """Return what enforcing the rule by code would do, in counts against the prompt alone; none without a control."""
    control = record.control
    if control is None:
        return []
    counts = f"fixed {control.fixed}, broke {control.broke} of {_cases(control.cases)} (development samples)"
    obeyed = ""
    if control.decisions >= MIN_SPOKEN:
        obeyed = f"; in the prompt the model obeyed {percent(control.obeyed / control.decisions)}"
    lines = [f"enforced by code, against asking in the prompt: {counts}{obeyed}"]
    if control.promote:
        lines.append(f"code does as well: once it is merged, `ace promote {record.rule_id}` proposes that")
    elif control.fixed < control.broke:
        lines.append("code does worse than the prompt; not proposed")
    return lines


def look_text(record: EvidenceRecord) -> list[str]:
    """Return one line for each look at held-out cases; none where there was only one, which the table shows."""
    if len(record.looks) < 2:
        return []
    return [
        f"after {look.cases} cases: fixed {look.fixed}, broke {look.broke}, e {look.e_value:.3g}"
        for look in record.looks
    ]


def control_text(record: EvidenceRecord) -> list[str]:
    """Return the three-way comparison in two or three sentences, one a line; none where there was no control."""
    control = record.control
    if control is None:
        return []
    shares = f"{percent(control.without)} / {percent(control.prompt)} / {percent(control.gate)}"
    lines = [
        f"success without the change / in the prompt / as a gate: {shares} (n={control.n}, {_cases(control.cases)}); "
        f"against the prompt the gate fixed {control.fixed}, broke {control.broke}",
        obedience_text(control),
    ]
    if control.promote:
        lines.append(f"a gate does as well: once this is merged, `ace promote {record.rule_id}` proposes that")
    elif control.fixed < control.broke:
        lines.append("a gate does worse than the prompt; not proposed")
    return lines


def obedience_text(control: ControlRow) -> str:
    """Return how far the model did what the prompt asked, in one sentence.

    A model that obeys by deciding something else makes no decision that the rule speaks about: so episodes come first.
    """
    episodes = (
        f"{percent(control.violating_without)} of episodes violate it without the change, "
        f"{percent(control.violating_prompt)} with it in the prompt"
    )
    if not control.decisions:
        return f"{episodes}; there the rule spoke about no decision"
    if control.decisions < MIN_SPOKEN:
        left = counted(control.decisions, "decision")
        return f"{episodes}; there the rule spoke about {left}, too few to say how often the model obeyed"
    share = percent(control.obeyed / control.decisions)
    return (
        f"{episodes}; of the {control.decisions} decisions it spoke about there the model obeyed {share} (to decide "
        "otherwise altogether is not counted)"
    )


def measured_text(record: EvidenceRecord) -> str:
    """Return who was measured and who drafted the change, and on what where that is not the record's base."""
    if not record.trials and record.is_by_person:
        return f"nothing; drafted by {record.curator}"
    line = f"with {record.controller}, drafted by {record.curator}"
    if record.measured is None:
        return line
    rules = "under other rules than" if record.measured.other_rules else "under the same rules as"
    return f"{line}, on {record.measured.base[:7]}, {rules} are in the prompt on the present base"


def estimate_text(record: EvidenceRecord) -> list[str]:
    """Return the effect on held-out cases as one line; none where it was not measured."""
    found = record.estimate
    if found is None:
        return []
    bounds = f"[{100 * found.low:+.1f}, {100 * found.high:+.1f}]"
    return [f"held-out cases fixed less broken: {100 * found.change:+.1f} points {bounds}, {found.method}"]


def _slice_line(row: SliceRow) -> str:
    change = f"{100 * (row.after - row.before):+.1f} (bound {100 * row.low:+.1f})"
    counts = f"fixed {row.fixed}, broke {row.broke} of {_cases(row.cases)}"
    return f"{row.status:<12}  {row.name}: {percent(row.before)} -> {percent(row.after)}, {change}, {counts}"


def _few_lines(rows: Sequence[SliceRow]) -> list[str]:
    """The small slices: how many, and those that came out lower, which a person should look at."""
    if not rows:
        return []
    lower = sorted((row for row in rows if row.after < row.before), key=lambda row: (row.after - row.before, row.name))
    count = f"too few to tell: {len(rows)} slice{'' if len(rows) == 1 else 's'}"
    if not lower:
        return [f"{count}, none of them lower than before"]
    named = [f"{row.name} ({100 * (row.after - row.before):+.1f}, {_cases(row.cases)})" for row in lower[:_NAMED]]
    more = f", and {len(lower) - _NAMED} more" if len(lower) > _NAMED else ""
    return [f"{count}; lower than before: {', '.join(named)}{more}"]


def _cases(count: int) -> str:
    return f"{count} case{'' if count == 1 else 's'}"
