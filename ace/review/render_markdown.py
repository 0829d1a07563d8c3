"""`ace diff --format markdown`: a comment for a pull request. Pure."""

from collections.abc import Sequence

from ace.review.body import BODY_LIMIT
from ace.review.diff_options import DEFAULT_OPTIONS, DiffOptions
from ace.review.markdown_item import ItemText, code, item_text
from ace.review.render_diff import plan_text
from ace.review.report import DiffReport
from ace.review.review_words import has_figures, legend, rejected_words

_BETWEEN = "\n\n"


def render_markdown(report: DiffReport, options: DiffOptions = DEFAULT_OPTIONS) -> str:
    """Return the report as Markdown of under 60,000 characters with a newline at the end.

    What does not fit is left out and said so: of the last items first, their folded evidence before their figures,
    and both before any change. What is left of an item then is one line; `options.stat` gives every item so.
    """
    head = _head(report, options)
    texts = [item_text(report, item, options) for item in report.items]
    room = BODY_LIMIT - len(head) - 200
    parts = _fit(texts, room, least=options.stat)
    left_out = len(texts) - len(parts)
    tail = [f"And {left_out} more, too many for one comment; `ace diff --stat` lists them."] if left_out else []
    return _BETWEEN.join([head, *parts, *tail]) + "\n"


def _head(report: DiffReport, options: DiffOptions) -> str:
    base = f"Base {code(report.base_name)} at `{report.base_commit[:7]}`"
    state = f"..{code(report.head)}" if report.head else f" ({'fresh' if report.is_fresh else 'stale'})"
    run = f" Proposals of run {code(report.run)}." if report.run else ""
    lines = [f"{base}{state}. {plan_text(report.plan)}{run}"]
    if words := rejected_words(report.rejected):
        lines.append(code(words))
    if options.evaluation and not options.stat and has_figures(report):
        lines.append("\n".join(f"> {line}  " for line in legend(report, everything=options.traces)))
    return _BETWEEN.join(lines)


def _fit(texts: Sequence[ItemText], room: int, *, least: bool) -> list[str]:
    """Return the longest form of each text that leaves all of them within `room`, and fewer where none does."""
    forms = [text.forms()[-1:] if least else text.forms() for text in texts]
    chosen = [0] * len(texts)
    total = sum(len(form[0]) + len(_BETWEEN) for form in forms)
    for _ in range(max((len(form) for form in forms), default=1) - 1):
        for index in reversed(range(len(forms))):
            if total <= room:
                break
            if chosen[index] + 1 < len(forms[index]):
                total -= len(forms[index][chosen[index]]) - len(forms[index][chosen[index] + 1])
                chosen[index] += 1
    kept: list[str] = []
    used = 0
    for form, index in zip(forms, chosen, strict=True):
        used += len(form[index]) + len(_BETWEEN)
        if used > room:
            break
        kept.append(form[index])
    return kept
