"""What `ace propose` says of the stages behind a verdict, below its line. Pure."""

from ace.cycle.judging.judgement import Judgement
from ace.evaluation.control import Control
from ace.review.evidence_stages import MIN_SPOKEN
from ace.text.counted import counted
from ace.text.visible_text import escape_text


def stage_lines(judgement: Judgement) -> list[str]:
    """Return indented lines: held-out votes, failed guards in full and the others by name, the control, a ceiling.

    How often the model met a rule is of decisions that the rule spoke about. A model that obeys by deciding something
    else makes none of those, so the share can be small where hardly an episode violates the rule: it is said beside.
    """
    lines = [f"stopped at the ceiling of {judgement.stopped}"] if judgement.stopped else []
    held = judgement.held_out
    if held is not None:
        lines.append(
            f"held-out success {held.before:.1%} -> {held.after:.1%}, fixed {held.fixed}, broke {held.broke} of "
            f"{counted(held.cases, 'case')}, e {judgement.e_value:.3g}, looks {len(judgement.looks)}"
        )
    if judgement.estimate is not None:
        found = judgement.estimate
        of = f" from a further batch of {counted(judgement.estimate_cases, 'case')}" if judgement.estimate_cases else ""
        lines.append(
            f"held-out cases fixed less broken {100 * found.change:+.1f} points "
            f"[{100 * found.low:+.1f}, {100 * found.high:+.1f}]{of}"
        )
    failed = [guard for guard in judgement.guards if guard.status == "failed"]
    others = [guard for guard in judgement.guards if guard.status != "failed"]
    lines += [f"guard failed: {guard.name}: {guard.detail}" for guard in failed]
    if others:
        lines.append("guards: " + ", ".join(f"{guard.name} {guard.status}" for guard in others))
    if judgement.control is not None:
        lines.append(_control_line(judgement.control, judgement.draft.rule_id))
    return [f"    {escape_text(line)}" for line in lines]


def _control_line(control: Control, rule_id: str) -> str:
    spoken = control.obedience.decisions
    rate = control.obedience.rate
    is_shown = rate is not None and spoken >= MIN_SPOKEN
    met = f" (of {spoken} decisions it spoke about {rate:.0%} met it; to decide otherwise altogether is not counted)"
    obeyed = met if is_shown else ""
    violating = f"episodes that violate it {control.violating_without:.1%} -> {control.obedience.violating:.1%}"
    shares = f"{control.gate.before:.1%} / {control.prompt:.1%} / {control.gate.after:.1%}"
    promote = f"; a gate does as well: once merged, ace promote {rule_id}" if control.promotes else ""
    return f"control: success without / in the prompt / as a gate {shares}; {violating}{obeyed}{promote}"
