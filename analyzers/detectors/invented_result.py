"""The tutor spoke of what a tool had found, and no tool had found it."""

import re
from collections.abc import Iterator
from dataclasses import replace

from analyzers.detectors.reading import About, finding_at, lookup, proposals, proposed_text
from analyzers.detectors.results import shown_text
from analyzers.finding import Finding
from runtime.contracts.action import RESPONSES
from runtime.contracts.trace_event import Episode, Step

ABOUT = About("invented_result", "verification", "major", "state.tools.called")
_SAYS = (
    r"(?:shows?|showed|shown|says|said|gives|gave|found|finds|measured|measures|returned"
    r"|reports?|reads?|states|reveals?)"
)
_PICTURE = frozenset({"image_findings", "zoom", "segment", "enhance", "ocr"})
_SEARCH = frozenset({"retrieve", "web_browser"})
# What is spoken of, and the tools any of which could have found it.
_SPOKEN_OF: tuple[tuple[re.Pattern[str], frozenset[str]], ...] = tuple(
    (re.compile(pattern, re.IGNORECASE), tools)
    for pattern, tools in (
        (rf"\b(?:image_findings|the (?:image|findings) tool|the measurements?|my measurements?) {_SAYS}\b", _PICTURE),
        (r"\b(?:I|we) (?:have )?measured\b", _PICTURE),
        (rf"\bthe (?:segmentation|segment tool|segmented (?:area|region)) {_SAYS}\b", frozenset({"segment"})),
        (rf"\b(?:the (?:ocr|ocr text|text recognition)|ocr) {_SAYS}\b", frozenset({"ocr"})),
        (rf"\bthe (?:zoom|zoomed(?: view| crop| image)?|crop) {_SAYS}\b", frozenset({"zoom"})),
        (rf"\bthe (?:enhanced (?:view|image|picture)|enhancement) {_SAYS}\b", frozenset({"enhance"})),
        (rf"\b(?:the|my) (?:search|index|retrieved (?:passages?|cards?)) {_SAYS}\b", _SEARCH),
        (r"\b(?:according to|as) the (?:retrieved )?(?:passages?|cards?) (?:I|we|from the index)\b", _SEARCH),
        (rf"\bthe web(?: search| page)? {_SAYS}\b", frozenset({"web_browser"})),
    )
)
# One of these is in every such sentence.
_HINTS: tuple[str, ...] = (
    "measure",
    "image_findings",
    "tool",
    "segment",
    "ocr",
    "recognition",
    "zoom",
    "crop",
    "enhance",
)
_HINTS += ("search", "index", "retrieved", "passage", "card", "web")
_SENTENCE = re.compile(r"[^.!?\n]*(?:\.(?=\d)[^.!?\n]*)*[.!?\n]?")
# Not said as a fact: a question, a condition, a plan, something left open.
_OPEN = re.compile(
    r"\?|\b(?:what|whether|if|would|will|could|might|may|let us|let's|before|until|once|not|no)\b", re.IGNORECASE
)
_MEASURED = re.compile(
    r"(?<![\w.])([-−]?\d+(?:\.\d+)?)\s?(?:mm|cm|px|pixels?|HU|%|percent|ml|millimet\w+|centimet\w+)(?![\w])|(?<![\w.])([-−]?\d+\.\d+)(?![\w.])"
)
_NUMBER = re.compile(r"(?<![\w.])[-−]?\d+(?:\.\d+)?")
_FACTORS = (1.0, 100.0, 0.01, 10.0, 0.1, 1000.0, 0.001)
_TOLERANCE = 0.05


def detect(episode: Episode) -> list[Finding]:
    """Find texts that state the result of a tool that has given none, or a measurement that no result holds.

    Findings the tutor describes without naming a tool are its own reading of the case and are not found; nor are
    rounded or converted numbers, and those from the question or the student.
    Bucket: verification. Severity: major. Remedy: speak of results only after the call; quote numbers as they came.
    """
    found = []
    for step in proposals(episode, *RESPONSES, "REVEAL_ANSWER"):
        text = proposed_text(step)
        if not text or not isinstance(lookup(step, "state.tools.called"), list):
            continue
        for sentence, tools in _claims(text):
            message = _fault(episode, step, sentence, tools)
            if message:
                finding = finding_at(episode, step, ABOUT, message, sentence)
                found.append(
                    replace(finding, error_class="no_call" if "none was given" in message else "no_such_number")
                )
                break
    return found


def _claims(text: str) -> Iterator[tuple[str, frozenset[str]]]:
    low = text.lower()
    if not any(hint in low for hint in _HINTS):
        return
    for match in _SENTENCE.finditer(text):
        sentence = match.group().strip()
        for pattern, tools in _SPOKEN_OF if sentence else ():
            if pattern.search(sentence) and not _OPEN.search(sentence):
                yield sentence, tools
                break


def _fault(episode: Episode, step: Step, sentence: str, tools: frozenset[str]) -> str:
    before: list[Step] = []
    for one in episode.steps:
        if one is step:
            break
        before.append(one)
    if not any(one.card is not None and one.card.ok and one.card.name in tools for one in before):
        return f"a result of {' or '.join(sorted(tools))} is stated, and none was given before"
    stated = [first or second for first, second in _MEASURED.findall(sentence)]
    known: list[float] = []
    if stated:
        known = [number for text in _sources(episode, before) for number in _numbers(text)]
    if any(not _is_known(_float(number), known) for number in stated):
        return "a measurement is stated that no result holds"
    return ""


def _sources(episode: Episode, before: list[Step]) -> Iterator[str]:
    yield episode.header.question
    for step in before:
        yield shown_text(step)
        if step.card is not None:
            yield str(step.card.data)
        if step.student is not None:
            yield step.student.text


def _numbers(text: str) -> Iterator[float]:
    return (_float(number) for number in _NUMBER.findall(text))


def _float(number: str) -> float:
    return float(number.replace("−", "-"))


def _is_known(number: float, known: list[float]) -> bool:
    """True when a known number is the same but for rounding or another unit (mm for cm, per cent for a share)."""
    for factor in _FACTORS:
        wanted = number * factor
        if any(abs(wanted - one) <= _TOLERANCE * max(abs(one), 1e-9) for one in known):
            return True
    return False
