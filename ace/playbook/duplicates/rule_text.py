"""What is compared of a rule."""

import re
from dataclasses import dataclass

_ALNUM = re.compile(r"\w")
_AFTER = re.compile(r"(?:[)\]},;:!?*.`]|(?<!\d)[\"'])+$")


@dataclass(frozen=True)
class RuleText:
    """A rule's id and text. `scope`: rules of different scopes (agent and audience) are never compared."""

    id: str
    text: str
    scope: str = ""


def normalised(text: str) -> str:
    """Return the text without case, spacing and the punctuation around words; what carries a number or name stays.

    "Give 1.5 mg!" and "give 1.5 MG" are one, "1.5 mg" and "15 mg", "-5" and "5", `a_b` and `ab` are two.
    """
    words = (_bare(word) for word in text.casefold().split())
    return " ".join(word for word in words if word)


def _bare(word: str) -> str:
    if word.isalnum():
        return word
    # A word of signs alone, and quotes after a number (feet, minutes), say something.
    if not _ALNUM.search(word):
        return word
    return _AFTER.sub("", word.lstrip("\"'([{*`"))
