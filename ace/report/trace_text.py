"""A trace for the terminal: one short block a step, or one step whole. Foreign words are escaped."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ace.report.trace_model import StepView, TraceView
from ace.report.trace_words import (
    action_words,
    cost_words,
    gate_words,
    gist_words,
    record_words,
    said_label,
    score_words,
    spent_words,
    took_words,
)
from ace.review.terminal_text import Line, Span, Style, render_lines
from ace.text.visible_text import escape_text
from runtime.contracts.json_types import canonical_json
from runtime.contracts.ports import ChatMessage
from runtime.contracts.trace_event import Said

LABEL = 11
SHORT_CHARS = 240
_GATE_STYLES: dict[str, Style] = {"allow": "dim", "observe": "changed", "block": "deleted", "convert": "changed"}
_RULE_STYLES: dict[str, Style] = {"complies": "added", "violates": "deleted", "error": "alarm"}


@dataclass(frozen=True)
class TextOptions:
    """`width` None: not wrapped (a pipe). `is_full`: nothing is shortened."""

    color: bool = False
    width: int | None = None
    is_full: bool = False


def trace_text(view: TraceView, options: TextOptions) -> str:
    """Return the whole episode."""
    lines = [*head_lines(view), *said_lines(view.episode.header.opening, options)]
    earlier: Sequence[ChatMessage] = ()
    for step in view.steps:
        lines += [Line([Span("")]), *_step(step, earlier, options)]
        earlier = step.prompts[0].messages if step.prompts else earlier
    lines += [Line([Span("")]), *_end(view, options)]
    return render_lines(lines, color=options.color, width=options.width)


def head_lines(view: TraceView) -> Iterator[Line]:
    """Yield what the episode is, and how sure its record."""
    header = view.episode.header
    yield Line([Span(escape_text(f"{header.episode}  {header.sample}"), "bold"), Span(f"  trial {header.trial}")], 2)
    rules = ", ".join(header.rules) or "none"
    bundle = f" of bundle {header.rules_bundle[:12]}" if header.rules_bundle else ""
    where = f" (commit {header.playbook_commit[:7]}{bundle})" if header.playbook_commit else ""
    made = (header.controller.label, header.started, f"run {header.run}")
    yield field_line("by", ", ".join(part for part in made if part))
    if not view.is_imported:
        yield field_line("rules", f"{rules}{where}")
    if header.rules_dropped:
        yield field_line(
            "dropped", f"{', '.join(header.rules_dropped)}: did not fit the rules' token budget", "changed"
        )
    if header.question and not any(said.text == header.question for said in header.opening):
        yield field_line("question", header.question)
    if header.image:
        yield field_line("image", header.image)
    style: Style = "alarm" if view.found.integrity == "edited" else "dim"
    yield field_line("record", record_words(view), style)
    for note in view.notes:
        yield field_line("note", note, "changed")


def field_line(label: str, text: str, style: Style = "plain") -> Line:
    """Return a labelled line; `text` may be foreign."""
    return Line([Span(f"  {label:<{LABEL - 1}} ", "dim", is_whole=True), Span(escape_text(text), style)], LABEL + 2)


def _step(view: StepView, earlier: Sequence[ChatMessage], options: TextOptions) -> Iterator[Line]:
    yield title_line(view)
    yield from _seen(view, earlier, options)
    yield from decided_lines(view, options)
    yield from said_lines(view.step.heard, options)


def said_lines(said: Sequence[Said], options: TextOptions) -> Iterator[Line]:
    """Yield what was said beside the decisions, a line each."""
    for one in said:
        yield field_line(escape_text(said_label(one)), _cut(one.text, options))


def decided_lines(view: StepView, options: TextOptions) -> Iterator[Line]:
    """Yield what was proposed, what the gates and rules said, what came back and what changed."""
    step = view.step
    for attempt in step.attempts:
        if attempt.error:
            yield field_line("unusable", f"{_cut(attempt.raw, options)}  because {attempt.error}", "deleted")
    if step.proposed is not None:
        reason = str(step.proposed.get("reason", ""))
        yield field_line("proposed", _cut(action_words(step.proposed), options))
        if reason:
            yield field_line("why", reason)
        if step.proposed.get("tool") and step.proposed.get("text"):
            yield field_line("said", _cut(str(step.proposed["text"]), options))
    if view.fields:
        yield field_line("fields", _cut("; ".join(view.fields), options))
    for place, gate in enumerate(step.gates):
        style = _GATE_STYLES.get(gate.decision, "changed")
        label, said = gate_words(gate, with_names=options.is_full, earlier=step.gates[:place])
        yield field_line(label, _cut(said, options), style)
    for judged in view.judged:
        yield field_line(
            "rule", f"{judged.rule.id} {judged.verdict} {judged.error}".rstrip(), _RULE_STYLES[judged.verdict]
        )
    if step.taken is not None and step.taken != step.proposed:
        yield field_line("did", _cut(action_words(step.taken), options), "bold")
    elif step.taken is None and step.proposed is not None:
        yield field_line("did", "nothing: the proposal was blocked", "bold")
    yield from _result(view, options)
    if view.changes:
        yield field_line("changed", "; ".join(view.changes))


def title_line(view: StepView) -> Line:
    """Return a step's first line: its number, what was done, what it took."""
    cost = cost_words(view)
    spans = [Span(f"step {view.step.step}  ", "bold"), Span(escape_text(gist_words(view)[0]), "bold")]
    spans += [Span(escape_text(f"  by {view.step.speaker}"))] if view.step.speaker else []
    return Line([*spans, Span(f"  ({cost})" if cost else "", "dim")], 2)


def _seen(view: StepView, earlier: Sequence[ChatMessage], options: TextOptions) -> Iterator[Line]:
    if not view.prompts:
        if view.why_unseen:
            yield field_line("saw", f"cannot be shown: {view.why_unseen}", "changed")
        return
    messages = view.prompts[0].messages
    size = sum(len(message.content) for message in messages)
    how = "as sent" if view.is_verified else f"NOT CONFIRMED: {view.why_unseen}"
    yield field_line(
        "saw", f"{len(messages)} messages, {size} characters, {how}", "dim" if view.is_verified else "changed"
    )
    for message in messages[1:-1]:
        if message not in earlier:
            yield field_line("", f"new [{message.role}] {_cut(' '.join(message.content.split()), options)}")


def _result(view: StepView, options: TextOptions) -> Iterator[Line]:
    step, card = view.step, view.step.card
    if card is not None:
        how = "ok" if card.ok else str(card.error_class)
        again = ", from the record of the same call" if card.is_replayed else took_words(card.duration_ms)
        yield field_line(
            "got", f"{card.name} {how}{again}: {_cut(card.summary, options)}", "plain" if card.ok else "deleted"
        )
        if step.source_id and options.is_full and step.shown:
            yield field_line("shown", step.shown)
    elif step.source_id and step.proposed is not None and step.proposed.get("tool"):
        yield field_line("got", "no result is recorded", "changed")
    for artifact in view.artifacts:
        what = f"{artifact.media_type or 'unknown type'}, {artifact.size} bytes: {artifact.path}"
        yield field_line("artifact", artifact.problem or what)
    if step.student is not None:
        mark = ", simulated" if step.student.simulated else ""
        told = ", told" if step.student.told else ""
        said = _cut(step.student.text, options)
        yield field_line("student", f"({step.student.performance}{told}{mark}) {said}")
    elif card is None and step.shown:
        yield field_line("shown", _cut(step.shown, options))


def _end(view: TraceView, options: TextOptions) -> Iterator[Line]:
    outcome = view.episode.outcome
    if outcome is None:
        yield Line([Span("cut off: no outcome was written", "alarm")])
        return
    simulated = " (simulated)" if view.episode.header.controller.simulated else ""
    yield Line([Span(f"end  {outcome.terminal}{simulated}", "bold")])
    yield field_line("scores", score_words(outcome) or "none")
    yield field_line("spent", spent_words(outcome) or "nothing")
    for label, text in (("message", outcome.message), ("error", outcome.error)):
        if text:
            yield field_line(label, text)
    if outcome.answer:
        yield field_line("answer", _cut(canonical_json(outcome.answer), options))


def _cut(text: str, options: TextOptions) -> str:
    line = " ".join(text.split())
    return line if options.is_full or len(line) <= SHORT_CHARS else f"{line[:SHORT_CHARS]}..."
