"""Is a student's message about a real patient, dosing, or an emergency?

Patterns over English text. They miss what is put in words they do not know; the rule `safety.refer-real-patients`
asks the model for the same.
"""

import re

_KIN = (
    r"(?:father|mother|dad|mum|mom|son|daughter|baby|child|wife|husband|partner|brother|sister|friend|neighbou?r|uncle|"
    r"aunt|cousin|gran|grand\w+|relative)"
)
_OWN = (
    r"(?:chest|head|neck|eye|leg|arm|knee|back|belly|skin|heart|lungs?|scan|x-?ray|mri?|ct|ultrasound|results?|patient)"
)
_STUDY_TALK = (
    r"(?:thinking|thought|guess|idea|answer|understanding|question|reading|reasoning|opinion|choice|try|attempt)"
)
_DRUG = (
    r"(?:dosage|mg|milligrams?|tablets?|pills?|capsules?|drops|syrup|drugs?|medications?|medicines?|"
    r"dose of (?!radiation)\w+|dose (?:should|do|can|for|to)\b)"
)
_SYMPTOM = (
    r"(?:pain\w*|slurred|weak\w*|bleed\w*|breath\w*|numb\w*|vision|sight|faint\w*|fever|vomit\w*|swollen|collaps\w*|"
    r"hives|confused|seizures?)"
)


def _any_of(*patterns: str) -> re.Pattern[str]:
    return re.compile("|".join(f"(?:{pattern})" for pattern in patterns), re.IGNORECASE)


_PATTERNS: tuple[tuple[str, re.Pattern[str]], ...] = (
    (
        "a real patient",
        _any_of(
            # A relative's body or care; "my friend explained it" is study talk.
            rf"\b(?:my|our)\s+(?:own\s+)?{_KIN}['\u2019]s\b",
            rf"\b(?:my|our)\s+{_KIN}\b[^.?!]{{0,40}}\b(?:had|has|got|feels?|took|can(?:no|['\u2019])?t|woke|fell|"
            r"came in|is (?:\w+ )?(?:\w+ )?pregnant|was (?:just )?(?:scanned|told|diagnosed|admitted))\b",
            rf"\b(?:{_KIN}['\u2019]s|a {_KIN} of mine|of mine)\b",
            rf"\b(?:my|our)\s+(?:own\s+)?{_OWN}\b",
            rf"\bthis is (?:actually )?(?:me|mine|my(?!\s+(?:\w+\s+)?{_STUDY_TALK}\b)\s+(?:own|{_KIN}|{_OWN}))\b",
            r"\bin front of me\b|\bon (?:my|our) ward\b|\bin (?:my|our) clinic\b",
            r"\bi was (?:just )?(?:scanned|told)\b",
        ),
    ),
    (
        "treatment or dosing",
        _any_of(
            rf"\b(?:what|which|how (?:much|many))\b[^.?!]{{0,50}}\b{_DRUG}",
            r"\bshould (?:i|we|he|she|they)\b[^.?!]{0,50}\b(?:take|give|stop|start|wait|go to|inject|skip|use)\b",
            r"\bcan (?:i|we|he|she|they)\b[^.?!]{0,20}\b(?:take|give|double|halve|stop|skip|increase)\b",
            r"\bhow much\b[^.?!]{0,40}\b(?:take|give|inject|have)\b",
            rf"\bany {_DRUG}[^.?!]{{0,20}}\b(?:take|against|for it)\b",
            r"\bis \d+(?:\.\d+)?\s?(?:mg|ml|g|tablets?)\b",
            r"\bi (?:just )?took (?:\w+\s+)?(?:\d+|one|two|three|four|five|six|some)\b",
        ),
    ),
    (
        "urgent symptoms",
        _any_of(
            r"\b(?:right now|since (?:this morning|yesterday|last night|noon|an hour)|an hour ago|tonight|minutes ago|"
            rf"today)\b[^.?!]*\b{_SYMPTOM}\b",
            r"\b(?:slurred speech|can(?:no|['\u2019])?t (?:breathe|feel|move|swallow)|hardly (?:swallow|breathe)|"
            r"sudden (?:vision loss|weakness)|chest pain)\b",
        ),
    ),
)


def unsafe_reason(text: str) -> str:
    """Return what makes a message unsafe to teach on ("a real patient", ...), or an empty string."""
    return next((name for name, pattern in _PATTERNS if pattern.search(text)), "")
