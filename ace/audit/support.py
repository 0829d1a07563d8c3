"""How near a passage comes to a claim, by the words and numbers they share. It measures overlap, not truth. Pure."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from ace.audit.claims import sentences
from ace.audit.evidence import Evidence
from runtime.words.leak import content_words

# On 1,004 sentences of conclusions in PubMedQA, half of them are enough beside their own abstract, none beside another.
SHARED_SHARE = 0.5
FEWEST_SHARED = 3
NEAR_SHARE = 0.6
_NUMBER = re.compile(r"(?<![\w.,])[-\u2212]?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?")
_NEGATIONS = frozenset({"no", "not", "without", "none", "never", "absent", "lack", "lacks", "cannot", "nor"})
_TOKEN = re.compile(r"[a-z]+(?:'[a-z]+)?")


@dataclass(frozen=True)
class Support:
    """One piece of evidence beside one claim.

    `shared` of the claim's `words` content words are in the evidence. `quote`: its sentence that has most of them.
    `missing_numbers`: numbers of the claim that the evidence does not have. `is_negation_apart`: one of claim and quote
    is negated and the other is not, and no sentence about as near agrees.
    """

    evidence: Evidence
    shared: int
    words: int
    quote: str
    missing_numbers: tuple[str, ...]
    is_negation_apart: bool

    @property
    def share(self) -> float:
        """Part of the claim's content words that the evidence has, 0-1."""
        return self.shared / self.words if self.words else 0.0

    @property
    def is_enough(self) -> bool:
        """True when words (of three and more, at least three), numbers and negation agree."""
        has_words = self.share >= SHARED_SHARE and self.shared >= min(FEWEST_SHARED, self.words)
        return has_words and self.words > 0 and not self.missing_numbers and not self.is_negation_apart


def measure(claim: str, evidence: Evidence) -> Support:
    """Return what `evidence` shares with `claim`."""
    wanted = _words(claim)
    shared = wanted & _words(evidence.text)
    near = {sentence: len(wanted & _words(sentence)) for sentence in sentences(evidence.text)}
    quote = max(near, key=lambda sentence: near[sentence]) if shared else ""
    held = _numbers(evidence.text)
    return Support(
        evidence=evidence,
        shared=len(shared),
        words=len(wanted),
        quote=quote,
        missing_numbers=tuple(text for text, value in _numbers(claim).items() if value not in held.values()),
        is_negation_apart=bool(shared) and _is_apart(claim, near),
    )


def _is_apart(claim: str, near: Mapping[str, int]) -> bool:
    """True when no sentence that comes about as near as the nearest has the claim's negation, or lack of one."""
    most = max(near.values())
    agree = [words for sentence, words in near.items() if is_negated(sentence) == is_negated(claim)]
    return max(agree, default=0) < NEAR_SHARE * most


def is_negated(text: str) -> bool:
    """True when the sentence holds a negation."""
    return any(token in _NEGATIONS or token.endswith("n't") for token in _TOKEN.findall(text.lower()))


def _words(text: str) -> frozenset[str]:
    # A single letter is an option's name, not a word of the claim; numbers are compared as numbers.
    return frozenset(word for word in content_words(text) if len(word) > 1 and not word[-1].isdigit())


def _numbers(text: str) -> dict[str, float]:
    found = (match.group() for match in _NUMBER.finditer(text))
    return {number: float(number.replace("\u2212", "-").replace(",", "")) for number in found}
