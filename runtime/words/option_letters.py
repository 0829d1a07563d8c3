"""Does a text offer one of a question's options by its letter or place, or by excluding every other?"""

import re
from collections.abc import Mapping

# Sure signs that a letter or phrase is offered as the answer; `_NAMES` only says that an option is spoken of.
_OFFERS = (
    r"(?:\b(?i:answer|correct(?! the)|choose|pick|select|go with|(?:i'd|i would) (?:say|go for|choose))\b"
    r"(?:[^.?!\n]{0,24}?|\s*:?\s*)"
    r"|\b(?i:it is|it's|this is|that is)\s+)"
)
_NAMES = r"(?i:option|choice|letter)"
_AFTERWARDS = (
    r"\W{0,3}(?i:is|was|must be|would be|looks|fits)\s+(?!not\b)(?:\w+\s+)?(?i:right|correct|best|answer|true|it)\b"
)
_JOINED = r"\s*(?:,|/|\bor\b|\band\b|\bversus\b|\bvs\b\.?)\s*(?:or\s+|and\s+)?(?:(?i:option|choice)\s+)?"
# "the answer is b", "option b": a small letter right behind a word that wants one. A small "a" is an article.
_SMALL = re.compile(
    r"\b((?i:answer(?: is|:)|option|choice|letter)\s*[:=]?\s*[\"'(\[]*)([b-z])\b(?![-'\u2019]\w)(?!\s+[a-z]+ing\b)"
)
_PLACES = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
_NUMBERS = ("one", "two", "three", "four", "five", "six", "seven", "eight")
_PLACE = re.compile(rf"\b(?:the )?({'|'.join(_PLACES)}) (?:option|choice|answer|one)\b", re.IGNORECASE)
_NUMBER = re.compile(
    rf"\b(option|choice|answer) (?:number |no\. ?|# ?)?({'|'.join(_NUMBERS)}|[1-8])\b(?!\s?%|[.,]?\d)", re.IGNORECASE
)
_SENTENCE_END = re.compile(r"(?<=[.?!])\s+|\n+")
_EXCLUDES = re.compile(
    r"\b(?:not|neither|nor|cannot|rules? out|ruled out|excludes?|excluded|eliminated?|wrong|incorrect)\b|"
    r"n['\u2019]t\b",
    re.IGNORECASE,
)
_ALL_BUT = (
    r"\b(?i:all|every\w*|any\w*|none|nothing|no option|no other)\b[^.?!\n]{0,16}?"
    r"\b(?i:but|except|besides|other than)\s+(?:\w+\s+)?"
)


def offers_letter(text: str, answer: str, options: Mapping[str, str]) -> bool:
    """Return whether `text` (plain, see plain_text) offers the option with the letter `answer` as the right one."""
    others = "".join(re.escape(letter) for letter in options if letter != answer)
    text = _with_letters(text, tuple(options))
    letter = _letter(answer)
    if re.fullmatch(rf"\W*{re.escape(answer)}\W*", text):
        return True
    joined = rf"(?!{_JOINED}[{others}]\b)" if others else ""
    if re.search(rf"(?<!or )(?<!and )(?<!, ){letter}{_AFTERWARDS}", text):
        return True
    for match in re.finditer(rf"{_OFFERS}{letter}{joined}", text):
        if not names_letter(match.group(0), others):
            return True
    if re.search(rf"{_ALL_BUT}{letter}|\b(?i:only)\s+{letter}\s+(?i:fits|is|can|remains)\b|{letter} is what\b", text):
        return True
    return bool(re.search(rf"\b{_NAMES}\b[^.?!\n]{{0,12}}?{letter}", text)) and not names_letter(text, others)


def excludes_others(text: str, answer: str, options: Mapping[str, str]) -> bool:
    """Return whether one statement of `text` (plain) denies every option but the answer, by their letters."""
    others = [letter for letter in options if letter != answer]
    return len(others) > 1 and any(
        not names_letter(sentence, answer) and all(names_letter(sentence, one) for one in others)
        for sentence in denials(_with_letters(text, tuple(options)))
    )


def denials(text: str) -> list[str]:
    """Return the sentences of `text` that deny something; questions deny nothing."""
    return [
        sentence
        for sentence in _SENTENCE_END.split(text)
        if not sentence.rstrip().endswith("?") and _EXCLUDES.search(sentence) is not None
    ]


def names_letter(text: str, letters: str) -> bool:
    """Return whether `text` holds one of `letters` as an option's letter and not as a word."""
    return any(re.search(_letter(letter), text) for letter in letters if letter.isalnum())


def _letter(letter: str) -> str:
    # A capital A before a small word is the article; B-lines and C-arms are no options.
    article = r"(?!\s+(?!(?:is|was|or|nor|and|because|as|since|fits|looks|must|would)\b)[a-z])" if letter == "A" else ""
    return rf"\b{re.escape(letter)}\b(?!-\w){article}"


def _with_letters(text: str, letters: tuple[str, ...]) -> str:
    """Put capital letters for small ones and for places: "the second option", "option 2"."""

    def place(match: re.Match[str]) -> str:
        at = _PLACES.index(match[1].lower())
        return letters[at] if at < len(letters) else match[0]

    def number(match: re.Match[str]) -> str:
        said = match[2].lower()
        at = int(said) - 1 if said.isdigit() else _NUMBERS.index(said)
        return f"{match[1]} {letters[at]}" if at < len(letters) else match[0]

    def small(match: re.Match[str]) -> str:
        return match[1] + match[2].upper() if match[2].upper() in letters else match[0]

    return _SMALL.sub(small, _NUMBER.sub(number, _PLACE.sub(place, text)))
