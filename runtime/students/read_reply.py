"""What a person typed, read as a student's turn: a choice, an attempt in words, or no attempt at all."""

import re
from collections.abc import Mapping
from dataclasses import replace

from runtime.contracts.sample import TutorSample
from runtime.contracts.trace_event import StudentTurn
from runtime.words.leak import leak_reason, named_options

_ALONE = re.compile(r"\W*([A-Za-z])\W*")
_LED = re.compile(r"\s*\(?([A-Z])[).:]\s")
_CHOSEN = re.compile(
    r"(?:\b(?i:answer|option|choice|letter|choose|chose|pick|select|say|think|guess|go(?:ing)? with|stay with|lean to|"
    r"bet on|it is|it's|is|be|or)\b|^)\W*(?:(?i:it is|it's|it|is|that|it must be|option|answer)\W+)*"
    r"([A-Z])\b(?![-'\u2019]\w)"
)
_SMALL = re.compile(
    r"\b(?:it['\u2019]?s|it is|option|answer|answer is|say|think|choose|pick|chose)\s+\(?([b-z])\W*\Z", re.IGNORECASE
)
_ARTICLE = re.compile(r"\s+(?!(?:is|was|or|and|because|as|since|but|fits|looks|seems|must|would)\b)[a-z]")
_DENIED = re.compile(
    r"\b(?:not|isn['\u2019]t|rule out|exclude|never|instead of|rather than)\W+(?:\w+\W+){0,2}\Z", re.IGNORECASE
)
_ASKS = re.compile(
    r"\s*(?:what|why|how|when|where|which|who|does|do|did|can|could|please|explain|tell|show|help)\b", re.IGNORECASE
)
_GIVES_UP = re.compile(
    r"\W*(?:i (?:do not|don['\u2019]?t) know|no idea|not sure|i am not sure|i['\u2019]?m not sure|dunno|help|hint|pass|"
    r"skip|ok|okay|thanks|thank you|yes|no|hm+|\?)\W*",
    re.IGNORECASE,
)


def read_reply(text: str, sample: TutorSample, shown: str = "") -> StudentTurn:
    """Return a person's `text` as a turn. `shown`: what the tutor said right before.

    With options, naming one is an attempt. Without, a statement is one: judged by whether it holds the answer's words
    or a close paraphrase, and "partial" where nobody knows the answer. Questions, and words such as "no idea", are no
    attempt. A right answer straight after a text that gave it away was told.
    """
    if sample.options:
        choice = read_choice(text, sample.options)
        performance = "none" if not choice else _judged(choice == sample.answer, sample)
    else:
        choice = ""
        performance = _judged(_says_answer(text, sample), sample) if is_attempt(text) else "none"
    was_told = performance == "correct" and bool(
        leak_reason(shown, sample.answer, sample.options, sample.accepted) if shown else ""
    )
    return StudentTurn(text, choice, performance, simulated=False, told=was_told)


def read_opening(text: str, sample: TutorSample) -> StudentTurn:
    """Return a person's first message as a turn: an attempt only when it names an option or says the answer.

    What they see at first is asked for as well, so that other words are no wrong answer yet.
    """
    turn = read_reply(text, sample)
    return turn if turn.choice or turn.performance == "correct" else replace(turn, performance="none")


def read_choice(text: str, options: Mapping[str, str]) -> str:
    """Return the letter of the one option that `text` chooses, by letter or words; empty when none or several."""
    alone = _ALONE.fullmatch(text)
    if alone is not None:
        letter = alone.group(1).upper()
        return letter if letter in options else ""
    flat = " ".join(text.casefold().split()).strip(" .!?")
    for letter, option in options.items():
        if flat == " ".join(option.casefold().split()).strip(" .!?"):
            return letter
    led = _LED.match(text)
    if led is not None and led.group(1) in options:
        return led.group(1)
    small = _SMALL.search(text)
    if small is not None and small.group(1).upper() in options:
        return small.group(1).upper()
    letters = _letters(text, options)
    if letters:
        return letters.pop() if len(letters) == 1 else ""
    if _ASKS.match(text):
        return ""
    named = [letter for letter in named_options(text, options) if not _is_denied(options[letter], text)]
    return named[0] if len(named) == 1 else ""


def is_attempt(text: str) -> bool:
    """True when a free text answers: no question, no request, no giving up."""
    said = text.strip()
    return bool(said) and not said.endswith("?") and not _GIVES_UP.fullmatch(said) and not _ASKS.match(said)


def _letters(text: str, options: Mapping[str, str]) -> set[str]:
    found = set()
    for match in _CHOSEN.finditer(text):
        letter, after = match.group(1), text[match.end() :]
        is_article = letter == "A" and _ARTICLE.match(after)
        # "I" is the speaker unless it stands where a letter would at the end.
        is_speaker = letter == "I" and after.strip(" .!?")
        if letter in options and not is_article and not is_speaker and not _DENIED.search(text[: match.start(1)]):
            found.add(letter)
    return found


def _is_denied(option: str, text: str) -> bool:
    first = re.escape(option.split(maxsplit=1)[0])
    match = re.search(rf"\b{first}", text, re.IGNORECASE)
    return match is not None and _DENIED.search(text[: match.start()]) is not None


def _says_answer(text: str, sample: TutorSample) -> bool:
    return bool(leak_reason(text, sample.answer, {}, sample.accepted))


def _judged(is_right: bool, sample: TutorSample) -> str:
    if not sample.answer:
        return "partial"
    return "correct" if is_right else "wrong"
