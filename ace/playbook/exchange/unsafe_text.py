"""What a rule's text from outside may not hold: anything a prompt would take for more than one rule."""

import re

from runtime.rules.allowed_characters import find_forbidden, find_mixed_script

MIN_CHARS, MAX_CHARS = 3, 1200
_LINE_STARTS = (
    ("a heading", re.compile(r"^\s*#{1,6}\s+\S", re.MULTILINE)),
    ("a second rule", re.compile(r"^\s*(?:[-*•]\s+)?\[[^\]\n]*\]\s", re.MULTILINE)),
    (
        "a role",
        re.compile(
            r"^\s*(?:system|user|assistant|human|developer|tool|student|tutor)\s*:", re.MULTILINE | re.IGNORECASE
        ),
    ),
)
_ROLE_TAG = re.compile(
    r"<\|[^|<>]{1,40}\|>|</?(?:system|user|assistant|human|tool|instructions?|rules?)>|\[/?INST\]|<<SYS>>",
    re.IGNORECASE,
)
_COUNTERS = re.compile(r"\b(?:helpful|harmful|neutral)\s*=\s*[-+]?\d", re.IGNORECASE)


def why_unsafe(text: str) -> str:
    """Return why this text is not imported, "" when it may be.

    Refused: what a rule file cannot hold (length, characters), and what forges structure: a heading, a bullet or a role
    on a line of its own, a chat tag, helpful or harmful counts.
    """
    if len(text) < MIN_CHARS:
        return "its text is empty" if not text else f"its text has only {len(text)} characters"
    if len(text) > MAX_CHARS:
        return f"its text is longer than {MAX_CHARS} characters; make more than one rule of it"
    bad = find_forbidden(text)
    if bad is not None:
        return f"its text holds a {bad.kind} ({bad.code_point})"
    word = find_mixed_script(text)
    if word is not None:
        return f"its text mixes look-alike letters of two scripts ({word[:40]!a})"
    for name, pattern in _LINE_STARTS:
        if pattern.search(text):
            return f"its text begins a line like {name}"
    if _ROLE_TAG.search(text):
        return "its text holds a tag that models take for a role"
    return "its text holds helpful or harmful counts" if _COUNTERS.search(text) else ""
