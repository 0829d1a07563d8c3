"""Is a student's message about a real patient, dosing, or an emergency?

Patterns over English text. They miss what is put in words they do not know; the rule `safety.refer-real-patients`
asks the model for the same.
"""

import re

from runtime.words.plain_text import plain_text

_KIN = (
    r"(?:father|mother|dad|mum|mom|son|daughter|baby|kid|child|wife|husband|partner|brother|sister|friend|neighbou?r|uncle|"
    r"aunt|cousin|gran|grand\w+|relative)"
)
_OWN = (
    r"(?:chest|head|neck|eye|leg|arm|knee|back|belly|skin|heart|lungs?|"
    r"scan|x[- ]?ray|mri?|ct|ultrasound|results?|patient)"
)
# "my chest X-ray lecture", "my eye is drawn to": the student's work, not the student's body.
_STUDY_NOUN = (
    r"(?:lectures?|course|class|textbook|book|notes?|module|teacher|tutor|exam|quiz|questions?|homework|practice|"
    r"slides?|atlas|reading|interpretation|attempt|answers?|guess|skills?|section|training|studies|of the|says?|"
    r"tells|is drawn|goes)"
)
_NOT_STUDY = (
    rf"(?!['\u2019]?s?\s+(?:[\w-]+\s+){{0,2}}?{_STUDY_NOUN}\b)"
    r"(?!\W+(?:in|from) (?:this|the) (?:case|question|image|picture)\b)(?!-of-)"
)
# What one takes, gives or skips while learning.
_SMALL = r"(?:\s+(?:the|a|an|my|our|your|this|that|another|one|more|with|from|at|on|first|next|deep\w*|second|last))*"
_LEARNING = (
    r"(?:options?|choice|answer|guess|look|hint|step|window|airway|image|picture|case|question|slice|side|top|bottom|"
    r"left|right|middle|letter|breath|contrast|note|turn|try|attempt|sequence|view|plane|finding|here)"
)
_NO_LESSON = rf"(?!{_SMALL}\s+{_LEARNING}\b)"
_ON_IMAGE = (
    r"(?!\s+(?:\w+\s+){0,2}?"
    r"(?:causes?|caused|makes?|visible|seen|shows?|shown|radio-?opaque|appears?|look|in signal)\b)"
)
_STUDY_TALK = (
    r"(?:thinking|thought|guess|idea|answer|understanding|question|reading|reasoning|opinion|choice|try|attempt)"
)
_DRUG = (
    r"(?:dosage|mg|milligrams?|tablets?|pills?|capsules?|drops|syrup|drugs?|medications?|medicines?|antibiotics?|"
    r"painkillers?|dose of (?!radiation)\w+|dose (?:should|do|can|for|to)\b)"
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
            rf"\b(?:my|our)\s+{_KIN}\b[^.?!]{{0,40}}\b(?:had|has|got|feels?|took|can(?:no|['\u2019])?t|woke|fell|swallowed|"
            r"came in|is (?:\w+ )?(?:\w+ )?pregnant|was (?:just )?(?:scanned|told|diagnosed|admitted))\b",
            rf"\b(?:{_KIN}['\u2019]s|a {_KIN} of mine|of mine)\b",
            rf"\b(?:my|our)\s+{_KIN}s\s+{_OWN}\b{_NOT_STUDY}",
            rf"\b(?:my|our)\s+(?:own\s+)?{_OWN}\b{_NOT_STUDY}",
            rf"\b(?:is|are) (?:this|that|it) my\s+(?!(?:\w+\s+)?{_STUDY_TALK}\b|(?:\w+\s+)?{_STUDY_NOUN}\b)",
            r"\b(?:do|did|could|might) i have (?:a |an )?"
            r"(?:cancer|tumou?r|stroke|pneumonia|mass|fracture|infection|clot)\b",
            r"\bi(?:['\u2019]m| am) pregnant\b|\bi was diagnosed\b",
            r"\bthe (?:doctor|radiologist|hospital) (?:told|tells) (?:me|us)\b",
            r"\bi (?:got|had) (?:this|a|an|my) (?:\w+ )?(?:scan|x[- ]?ray|mri|ct|ultrasound)\b"
            r"(?! (?:case|question|lecture))",
            r"\b(?:diagnose|treat|cure|examine)\s+(?:me|him|her|my (?:\w+ )?" + _KIN + r")\b",
            rf"\bthis is (?:actually )?(?:me|mine|my(?!\s+(?:\w+\s+)?{_STUDY_TALK}\b)\s+(?:own|{_KIN}|{_OWN}))\b"
            + _NOT_STUDY,
            r"\bin front of me\b(?!,? (?:i|there|is|are)\b)",
            r"\b(?:on|in) (?:my|our) (?:ward|clinic)\b|\bwe have a patient\b",
            r"\bi was (?:just )?(?:scanned|told)\b",
        ),
    ),
    (
        "treatment or dosing",
        _any_of(
            rf"\b(?:what|which|how (?:much|many))\b[^.?!]{{0,50}}\b{_DRUG}\b{_ON_IMAGE}",
            r"\bshould (?:i|we|he|she|they)\b[^.?!]{0,50}"
            r"\b(?:take|give|stop|start|wait|go to|inject|skip|use|prescribe)\b" + _NO_LESSON,
            r"\bcan (?:i|we|he|she|they)\b[^.?!]{0,20}\b(?:take|give|double|halve|stop|skip|increase)\b" + _NO_LESSON,
            r"\bhow much\b(?![^.?!]{0,20}\b(?:radiation|contrast|signal|light|time|detail|noise)\b)[^.?!]{0,40}"
            r"\b(?:take|give|inject|have)\b",
            r"\b\d+(?:\.\d+)?\s?(?:mg|mcg|units?) or \d",
            rf"\bany {_DRUG}[^.?!]{{0,20}}\b(?:take|against|for it)\b",
            r"\bis \d+(?:\.\d+)?\s?(?:mg|ml|g|tablets?)\b",
            r"\bi (?:just )?took (?:\w+\s+)?(?:\d+|one|two|three|four|five|six|some)\b"
            r"(?! (?:looks?|tries|guesses|steps?|notes?|time)\b)",
        ),
    ),
    (
        "urgent symptoms",
        _any_of(
            r"\b(?:right now|since (?:this morning|yesterday|last night|noon|an hour)|an hour ago|tonight|minutes ago|"
            rf"today)\b(?![^.?!]*\b(?:learn\w*|lecture|read|studied|class)\b)[^.?!]*\b{_SYMPTOM}\b",
            r"\b(?:slurred speech|can(?:no|['\u2019])?t (?:breathe|feel|move|swallow)|hardly (?:swallow|breathe)|"
            r"sudden (?:vision loss|weakness))\b(?! of the)",
            # "Could chest pain fit with this picture?" is about the picture.
            r"(?<!could )(?<!does )(?<!explain )(?<!cause )(?<!causes )\bchest pain\b",
            r"\b(?:kill|hurt|harm) myself\b|\bend my life\b|\bsuicid\w+|\b(?:call|need) an ambulance\b",
            r"\bi(?:['\u2019]m| am) (?:\w+ )?(?:bleeding|fainting|vomiting|choking)\b",
            r"\bpatient is (?:coding|crashing|dying)\b",
        ),
    ),
)


def unsafe_reason(text: str) -> str:
    """Return what makes a message unsafe to teach on ("a real patient", ...), or an empty string."""
    plain = " ".join(plain_text(text).split())
    return next((name for name, pattern in _PATTERNS if pattern.search(plain)), "")
