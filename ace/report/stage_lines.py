"""What `ace propose` says of the stages behind a verdict, below its line. Pure."""

from ace.cycle.judging.judgement import Judgement
from ace.evaluation.control import Control
from ace.review.evidence_stages import MIN_SPOKEN
from ace.review.visible_text import escape_text


def stage_lines(judgement: Judgement) -> list[str]:
    """Return indented lines: held-out votes, failed guards in full and the others by name, the control, a ceiling."""
    lines = [f"stopped at the ceiling of {judgement.stopped}"] if judgement.stopped else []
    held = judgement.held_out
    if held is not None:
        lines.append(
            f"held-out success {held.before:.1%} -> {held.after:.1%}, fixed {held.fixed}, broke {held.broke} of "
            f"{held.cases} cases, e {judgement.e_value:.3g}, looks {len(judgement.looks)}"
        )
    failed = [guard for guard in judgement.guards if guard.status == "failed"]
    others = [guard for guard in judgement.guards if guard.status != "failed"]
    lines += [f"guard failed: {guard.name}: {guard.detail}" for guard in failed]
    if others:
        lines.append("guards: " + ", ".join(f"{guard.name} {guard.status}" for guard in others))
    if judgement.control is not None:
        lines.append(_control_line(judgement.control))
    return [f"    {escape_text(line)}" for line in lines]


def _control_line(control: Control) -> str:
    spoken = control.obedience.decisions
    rate = control.obedience.rate
    is_shown = rate is not None and spoken >= MIN_SPOKEN
    obeyed = f" (of {spoken} decisions it spoke about {rate:.0%} obeyed)" if is_shown else ""
    violating = f"episodes that violate it {control.violating_without:.1%} -> {control.obedience.violating:.1%}"
    shares = f"{control.gate.before:.1%} / {control.prompt:.1%} / {control.gate.after:.1%}"
    promote = "; enforce: gate does as well, `promote` is proposed" if control.promotes else ""
    return f"control: success without / in the prompt / as a gate {shares}; {violating}{obeyed}{promote}"
