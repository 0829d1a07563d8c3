"""One episode as a reader follows it: what was proposed, what the gates said, what came back."""

from ace.report.trace_words import said_label
from ace.text.visible_text import escape_text
from runtime.contracts.json_types import canonical_json
from runtime.contracts.trace_event import Episode, Header, Step


def episode_text(episode: Episode) -> str:
    """Return the episode's header, each step and its outcome; foreign words are escaped."""
    header = episode.header
    lines = [
        escape_text(f"{header.episode}  {header.sample}  trial {header.trial}  {header.controller.label}"),
        escape_text(f"  {_made_under(header)}"),
    ]
    lines += [f"     {escape_text(said_label(said)):<10} {escape_text(said.text)}" for said in header.opening]
    for step in episode.steps:
        lines += _step(step)
    outcome = episode.outcome
    if outcome is None:
        lines.append("  cut off: no outcome was written")
    else:
        scores = ", ".join(f"{name} {value:g}" for name, value in outcome.scores.items())
        lines.append(f"  end: {outcome.terminal}  {scores}")
        lines += [f"       {escape_text(text)}" for text in (outcome.message, outcome.error) if text]
        if outcome.answer:
            lines.append(f"       answer {escape_text(canonical_json(outcome.answer))}")
    return "\n".join(lines) + "\n"


def _made_under(header: Header) -> str:
    if header.imported:
        return f"imported from {header.imported}, {header.source}"
    bundle = f" of bundle {header.rules_bundle[:12]}" if header.rules_bundle else ""
    return f"rules at {header.playbook_commit[:7] or 'none'}{bundle}: {', '.join(header.rules) or 'none'}"


def _step(step: Step) -> list[str]:
    lines = [f"     by         {escape_text(step.speaker)}"] if step.speaker else []
    for attempt in step.attempts:
        if attempt.error:
            lines.append(f"  {step.step:>2} unusable   {escape_text(attempt.raw)}")
            lines.append(f"     because    {escape_text(attempt.error)}")
    if step.proposed is not None:
        lines.append(f"  {step.step:>2} proposed   {escape_text(canonical_json(step.proposed))}")
    for gate in step.gates:
        if gate.decision != "allow":
            lines.append(f"     {gate.decision:<10} {escape_text(gate.gate)}: {escape_text(gate.reason)}")
    if step.taken is not None and step.taken != step.proposed:
        lines.append(f"     taken      {escape_text(canonical_json(step.taken))}")
    if step.card is not None:
        state = "ok" if step.card.ok else str(step.card.error_class)
        lines.append(f"     {escape_text(step.card.name)} {state}: {escape_text(step.card.summary)}")
    elif step.source_id and step.proposed is not None and step.proposed.get("tool"):
        lines.append("     no result is recorded")
    if step.student is not None:
        lines.append(f"     student    ({step.student.performance}) {escape_text(step.student.text)}")
    lines += [f"     {escape_text(said_label(said)):<10} {escape_text(said.text)}" for said in step.heard]
    return lines
