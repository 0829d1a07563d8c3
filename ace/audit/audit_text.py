"""An audit as text and as JSON; foreign words are escaped."""

from collections.abc import Iterator

from ace.audit.audit_episode import LIMITS, STATUSES, Audit, AuditedClaim, Status, meanings_of, teaches
from ace.audit.support import Support
from ace.review.terminal_text import Line, Span, Style, render_lines
from ace.text.visible_text import escape_text
from runtime.contracts.json_types import JsonObject

_STYLES: dict[str, Style] = {"cited": "added", "weak": "changed", "uncited": "deleted", "invented": "alarm"}
_WORDS: dict[Status, str] = {
    "shares_words": "shares words with",
    "too_little": "too little to tell",
    "quotes_student": "quotes the student",
}
# As wide as the longest of them.
_STATUS = 18
_INDENT = _STATUS + 5
# Said also when there are none: those are what a reader looks for.
_ALWAYS = ("uncited", "invented")
_QUOTE_CHARS = 200


def audit_text(audit: Audit, *, color: bool = False, width: int | None = None) -> str:
    """Return each claim with its status, what it cites and the sentence that comes nearest, then the counts."""
    header, outcome = audit.episode.header, audit.episode.outcome
    mark = "  (simulated)" if header.controller.simulated else ""
    lines = [Line([Span(escape_text(f"{header.episode}  {header.sample}"), "bold"), Span(mark, "changed")])]
    answer = outcome.answer if outcome is not None else {}
    end = outcome.terminal if outcome is not None else "cut off"
    said = f"answer {answer.get('answer')}, confidence {answer.get('confidence')}" if answer.get("answer") else ""
    lines.append(_plain(f"  {end}  {said}".rstrip()))
    for source in ("answer", "teaching"):
        chosen = [one for one in audit.claims if one.claim.source == source]
        if chosen:
            lines += [Line([Span("")]), Line([Span(_TITLES[source], "bold")])]
        for number, one in enumerate(chosen, start=1):
            lines += _claim(number, one)
    notes = (meanings_of(audit), LIMITS)
    lines += [Line([Span("")]), *_summary(audit), *(Line([Span(note, "dim")], 0) for note in notes)]
    return render_lines(lines, color=color, width=width)


_TITLES = {
    "answer": "claims of the answer",
    "teaching": "statements in hints and lessons, beside what had been found by then",
}


def _word(status: Status) -> str:
    return _WORDS.get(status, status)


def _plain(text: str) -> Line:
    return Line([Span(escape_text(text))])


def _claim(number: int, one: AuditedClaim) -> Iterator[Line]:
    where = f"step {one.claim.step} {one.claim.kind}: " if one.claim.source == "teaching" else ""
    head = [Span(f" {number:>2} "), Span(f"{_word(one.status):<{_STATUS}} ", _STYLES.get(one.status, "plain"))]
    head += [Span(escape_text(where), "dim")]
    yield Line([*head, Span(escape_text(one.claim.text))], _INDENT + 1)
    yield Line([Span(f"{'':<{_INDENT}}{escape_text(one.why)}", "dim")], _INDENT)
    for support in one.supports[: 3 if one.claim.source == "answer" else 1]:
        yield Line([Span(" " * _INDENT), Span(escape_text(_support(support)))], _INDENT + 2)
    if one.unknown:
        yield Line(
            [Span(f"{'':<{_INDENT}}cited and not found: {escape_text(', '.join(one.unknown))}", "alarm")], _INDENT + 2
        )


def _support(support: Support) -> str:
    evidence = support.evidence
    quote = support.quote if len(support.quote) <= _QUOTE_CHARS else f"{support.quote[:_QUOTE_CHARS]}..."
    files = f", {', '.join(evidence.artifacts)}" if evidence.artifacts else ""
    said = f": “{quote}”" if quote else ""
    shared = f"{support.shared} of {support.words} words"
    return f"[{evidence.id}] {evidence.kind} at step {evidence.step}{files}, {shared}{said}"


def _summary(audit: Audit) -> Iterator[Line]:
    for source, noun in (("answer", "claim{} of the answer"), ("teaching", "statement{} taught")):
        total = sum(one.claim.source == source for one in audit.claims)
        if source == "teaching" and not total and not teaches(audit.episode):
            continue
        each = [(audit.count(source, status), status) for status in STATUSES]
        counts = ", ".join(f"{count} {_word(status)}" for count, status in each if count or status in _ALWAYS)
        what = noun.format("" if total == 1 else "s")
        yield _plain(f"{total} {what}: {counts}" if total else f"no {what}")
    if audit.invented:
        yield Line([Span(escape_text(f"cited but never found: {', '.join(audit.invented)}"), "alarm")])


def audit_json(audit: Audit) -> JsonObject:
    """Return the audit as JSON."""
    header = audit.episode.header
    return {
        "episode": header.episode,
        "sample": header.sample,
        "simulated": header.controller.simulated,
        "clean": audit.is_clean,
        "counts": {
            source: {status: audit.count(source, status) for status in STATUSES} for source in ("answer", "teaching")
        },
        "invented": list(audit.invented),
        "claims": [_claim_json(one) for one in audit.claims],
        "evidence": [
            {"id": item.id, "step": item.step, "kind": item.kind, "artifacts": list(item.artifacts)}
            for item in audit.evidence
        ],
        "meanings": meanings_of(audit),
        "limits": LIMITS,
    }


def _claim_json(one: AuditedClaim) -> JsonObject:
    return {
        "source": one.claim.source,
        "step": one.claim.step,
        "kind": one.claim.kind,
        "text": one.claim.text,
        "cited": [{"id": name, "exists": name not in one.unknown} for name in one.claim.cited],
        "status": one.status,
        "why": one.why,
        "support": [
            {
                "id": support.evidence.id,
                "shared": support.shared,
                "words": support.words,
                "quote": support.quote,
                "missing_numbers": list(support.missing_numbers),
                "negation_apart": support.is_negation_apart,
                "artifacts": list(support.evidence.artifacts),
            }
            for support in one.supports
        ],
    }
