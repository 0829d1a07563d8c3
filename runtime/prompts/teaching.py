"""How to teach whom: one line for the student's level, which both models are given."""

from collections.abc import Mapping

from runtime.contracts.sample import Level

TEACHING: Mapping[Level, str] = {
    "novice": (
        "Teach a novice: plain words, one finding at a time, explain each term when it first comes up, and prefer "
        "hints and micro-lessons."
    ),
    "medium": ("Teach a student who knows the basics: set two findings side by side and ask which idea explains both."),
    "expert": (
        "Teach an expert: no basics. Probe for the finding that decides between two options, and answer objections "
        "with what is visible."
    ),
}
ANSWERING: Mapping[Level, str] = {
    "novice": "Write for a novice: plain words, each term explained.",
    "medium": "Write for a student who knows the basics.",
    "expert": "Write for an expert: the deciding finding first, no basics.",
}
