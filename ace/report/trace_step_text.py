"""One step of a trace: each prompt as it was sent, each raw answer, and what followed; in full with all recorded."""

from collections.abc import Iterator

from ace.report.trace_model import StepView, TraceView
from ace.report.trace_text import TextOptions, decided_lines, field_line, head_lines, said_lines, title_line
from ace.review.terminal_text import Line, Span, render_lines
from ace.text.visible_text import escape_text
from runtime.contracts.json_types import canonical_json
from runtime.contracts.trace_event import Attempt


def step_text(view: TraceView, number: int, options: TextOptions) -> str:
    """Return step `number` (an index into the view's steps), no line shortened.

    Patch, data and context say again what prompts, results and changes say; they are shown only in full.
    """
    lines = [*head_lines(view), Line([Span("")]), *_step(view.steps[number], options)]
    return render_lines(lines, color=options.color, width=options.width)


def _step(view: StepView, options: TextOptions) -> Iterator[Line]:
    step = view.step
    yield title_line(view)
    for number, attempt in enumerate(step.attempts):
        yield from _attempt(view, number, attempt)
    yield from decided_lines(view, TextOptions(is_full=True))
    if view.counters:
        yield field_line("spent", "; ".join(view.counters))
    for judged in view.judged:
        yield field_line("condition", f"{judged.rule.id}: when {judged.rule.when}; require {judged.rule.require}")
    yield from said_lines(step.heard, TextOptions(is_full=True))
    if step.state_before or step.state_after:
        yield field_line("state", f"{step.state_before} -> {step.state_after}")
    if not options.is_full:
        yield field_line("left out", "patch, data and context: --full or --json", "dim")
        return
    for operation in step.patch:
        yield field_line("patch", canonical_json(operation))
    if step.card is not None:
        yield field_line("data", canonical_json(step.card.data))
    yield field_line("context", canonical_json(step.context))


def _attempt(view: StepView, number: int, attempt: Attempt) -> Iterator[Line]:
    if view.keeps_prompts and not attempt.raw and not attempt.error:
        yield field_line("answer", "the words of its model were not sent", "dim")
        return
    prompt = view.prompts[number] if number < len(view.prompts) else None
    what = f"attempt {number} ({attempt.purpose}), {attempt.prompt_tokens}+{attempt.completion_tokens} tokens"
    yield Line([Span(f"  {what}", "bold")])
    if prompt is None and view.why_unseen:
        yield field_line("prompt", f"cannot be shown: {view.why_unseen}", "changed")
    elif prompt is not None:
        sure = "as sent, confirmed by its hash" if prompt.is_verified else f"NOT CONFIRMED: {view.why_unseen}"
        yield field_line("prompt", sure, "dim" if prompt.is_verified else "changed")
        for message in prompt.messages:
            yield Line([Span(f"    [{message.role}]", "bold")])
            for text in message.content.split("\n"):
                yield Line([Span("    | ", "dim", is_whole=True), Span(escape_text(text))], 6)
    if attempt.prompt_sha256:
        yield field_line("sha256", attempt.prompt_sha256)
    yield Line(
        [Span("    [answer]", "bold"), Span(escape_text(f"  ended by {attempt.finish_reason or 'unknown'}"), "dim")]
    )
    for text in attempt.raw.split("\n"):
        yield Line([Span("    | ", "dim", is_whole=True), Span(escape_text(text))], 6)
    if attempt.error:
        yield field_line("unusable", f"{attempt.error_kind}: {attempt.error}", "deleted")
