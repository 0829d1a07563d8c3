"""Is a student's message about a real patient, dosing, or an emergency?"""

import re

_PATTERNS: tuple[tuple[str, re.Pattern[str]], ...] = (
    (
        "a real patient",
        re.compile(
            r"\b(my|our)\s+(?:own\s+|\w+'s\s+)?(father|mother|dad|mum|mom|son|daughter|baby|wife|husband|partner|brother|"
            r"sister|friend|neighbou?r|uncle|aunt|grand\w+|patient|chest|head|scan|x-ray|mri|ct|ultrasound|results?)\b"
            r"|\bthis is (actually )?(me|mine|my(?!\s+(?:\w+\s+)?(?:thinking|thought|guess|idea|answer|understanding|"
            r"question|reading|reasoning|opinion|choice|try|attempt)\b))\b"
            r"|\bin front of me\b|\bi was (just )?(scanned|told)\b",
            re.IGNORECASE,
        ),
    ),
    (
        "treatment or dosing",
        re.compile(
            r"\b(what|which|how (much|many))\b[^.?!]{0,50}"
            r"\b(dose|dosage|mg|milligrams?|tablets?|drug|medication|medicine)\b"
            r"|\bshould (i|we|he|she|they)\b[^.?!]{0,50}\b(take|give|stop|start|wait|go to|inject|skip|use)\b",
            re.IGNORECASE,
        ),
    ),
    (
        "urgent symptoms",
        re.compile(
            r"\b(right now|since (this morning|yesterday|last night|an hour)|an hour ago|tonight|minutes ago)\b[^.?!]*"
            r"\b(pain|slurred|weak\w*|bleed\w*|breath\w*|numb\w*|vision|faint\w*|fever|vomit\w*|swollen|collaps\w*)\b"
            r"|\b(slurred speech|can(no|')?t breathe|sudden (vision loss|weakness)|chest pain)\b",
            re.IGNORECASE,
        ),
    ),
)


def unsafe_reason(text: str) -> str:
    """Return what makes a message unsafe to teach on ("a real patient", ...), or an empty string."""
    return next((name for name, pattern in _PATTERNS if pattern.search(text)), "")
