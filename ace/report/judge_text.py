"""What `ace judge` prints."""

from collections.abc import Sequence

from ace.judges.calibrate import Calibrated
from ace.judges.calibration import Calibration
from ace.judges.identity import Identity
from ace.judges.judge_detector import detector_name
from ace.judges.list_judges import ListedJudge
from ace.judges.rubric import Rubric
from ace.judges.run_judges import JudgedEpisodes, left_out
from ace.judges.standing import Standing
from ace.measurements.read_rows import BadRow
from ace.text.counted import counted
from ace.text.table import table
from ace.text.visible_text import escape_text
from analyzers.intervals import Interval
from analyzers.judge_agreement import Agreement, Drift

_LISTED = 5


def calibrated_text(made: Calibrated, rubric: Rubric, problems: Sequence[BadRow]) -> str:
    """Return a calibration's figures against their floors, its disagreements, and the verdict in words."""
    found, calibration = made.standing.found, made.calibration
    assert found is not None, "a calibration has figures"
    lines = [
        f"{detector_name(rubric)}  {made.judge.hash}  {escape_text(made.judge.model)}{_mark(calibration)}",
        f"  {escape_text(rubric.question)}",
        f"  {counted(found.n, 'item')}: people call {found.failing} {rubric.labels.failing}, "
        f"{found.n - found.failing} {rubric.labels.passing}",
        *_figure_lines(found, rubric),
        *_drift_lines(made.standing.moved),
        f"  {_costs(made)}",
    ]
    if problems:
        lines.append(f"  {counted(len(problems), 'row')} of the labels not used:")
        lines += [f"    line {bad.line}: {escape_text(bad.reason)}" for bad in problems[:_LISTED]]
    lines += _disagreements(calibration, rubric)
    state = made.standing
    lines.append(f"  {state.state.upper()}: {escape_text(state.reason)}")
    if not state.is_usable:
        lines.append("  Its verdicts are not used: `ace analyze --judges` will not ask it.")
    return "\n".join(lines) + "\n"


def judges_text(judges: Sequence[ListedJudge]) -> str:
    """Return one line a judge, and what each asks."""
    rows = [["judge", "state", "model", "kappa", "question"]]
    for one in judges:
        found = one.standing.found if one.standing else None
        rows.append(
            [
                f"{'*' if one.is_configured else ' '} {one.rubric.name}",
                one.standing.state if one.standing else "no model is set",
                escape_text(one.judge.model) if one.judge else "-",
                _figure(found.kappa) if found else "-",
                escape_text(one.rubric.question),
            ]
        )
    lines = [table(rows), "* set under `analysis.judges` in ace.yaml, the others come with ACE\n"]
    for one in judges:
        if one.is_configured and one.standing is not None and not one.standing.is_usable:
            lines.append(f"{escape_text(left_out(one.rubric, one.standing))}\n")
    return "".join(lines)


def judged_text(rubric: Rubric, judge: Identity, state: Standing, said: JudgedEpisodes) -> str:
    """Return what a judge says of each episode, marked advisory unless its verdicts may be used."""
    kind = "verdicts" if state.is_usable else "ADVISORY"
    mark = " (simulated)" if said.simulated else ""
    head = (
        f"{detector_name(rubric)} of {escape_text(judge.model)}{mark}: {counted(len(said.judged), 'episode')}, {kind}"
    )
    lines = [head]
    if not state.is_usable:
        lines.append(f"  counts for nothing, {state.state}: {escape_text(state.reason)}")
    for episode, answer in said.judged:
        word = _word(answer.is_failing, rubric)
        lines.append(f"  {escape_text(episode.header.episode)}  {word}  {escape_text(answer.reason or answer.problem)}")
        if answer.quote:
            lines.append(f"      step {answer.step} | {escape_text(answer.quote)}")
    if said.open:
        lines.append(f"  {said.open} not answered: {escape_text(said.gone)}")
    return "\n".join(lines) + "\n"


def _figure_lines(found: Agreement, rubric: Rubric) -> list[str]:
    floor = rubric.floor
    rows = [["", "", "95% interval", "its lower bound must reach"]]
    for name, least in (
        ("agreement", None),
        ("kappa", floor.kappa),
        ("precision", floor.precision),
        ("recall", floor.recall),
    ):
        figure: Interval = getattr(found, name)
        value = "-" if figure.value is None else f"{figure.value:.2f}"
        rows.append([name, value, f"[{figure.low:.2f}, {figure.high:.2f}]", "" if least is None else f"{least:g}"])
    counts = found.confusion
    return [
        table(rows).rstrip("\n"),
        f"  found {counts.true_positives} of {found.failing}, {counts.false_positives} false alarms; "
        f"{found.unusable} answers could not be used and count as {rubric.labels.passing}",
    ]


def _drift_lines(moved: Drift | None) -> list[str]:
    if moved is None:
        return []
    if moved.p_value is None:
        return [f"  against the calibration before (other items): agreement {_figure(moved.change)} higher"]
    return [
        f"  against the calibration before, {counted(moved.shared, 'shared item')}: {moved.worse} became wrong, "
        f"{moved.better} right; McNemar p = {moved.p_value:.2g}"
    ]


def _costs(made: Calibrated) -> str:
    kept = made.calibration
    cost = f", {kept.cost_usd:.4f} USD" if kept.cost_usd else ""
    return (
        f"{counted(kept.calls, 'call')}, {kept.prompt_tokens:,} + {kept.completion_tokens:,} tokens{cost}, "
        f"{kept.seconds:.0f} s of the model's time; asked just now: {made.asked} of {counted(len(kept.items), 'item')}"
    )


def _disagreements(calibration: Calibration, rubric: Rubric) -> list[str]:
    wrong = [item for item in calibration.items if item.judge is not item.human]
    if not wrong:
        return []
    lines = [f"  {counted(len(wrong), 'disagreement')}, the first of them:"]
    for item in wrong[:_LISTED]:
        why = item.reason or item.problem
        lines.append(
            f"    {escape_text(item.id)}: people {_word(item.human, rubric)}, judge {_word(item.judge, rubric)}: "
            f"{escape_text(why)[:120]}"
        )
    return lines


def _word(is_failing: bool | None, rubric: Rubric) -> str:
    if is_failing is None:
        return "no usable answer"
    return rubric.labels.word(is_failing)


def _mark(calibration: Calibration) -> str:
    return " (simulated)" if calibration.simulated else ""


def _figure(figure: Interval) -> str:
    return "undefined" if figure.value is None else f"{figure.value:.2f} [{figure.low:.2f}, {figure.high:.2f}]"
