"""Text with everything that differs each time taken out: numbers, names in quotes, ids, paths, lists, calls.

Made for a million messages: words are masked one by one and remembered, so a usual message costs microseconds.
"""

import re
from functools import lru_cache

# Messages may carry text from outside; what lies beyond tells no failures apart and costs time to match.
MAX_MASKED = 2000
_REMEMBERED = 65_536

_CODE = re.compile(r"```.*?```", re.DOTALL)
# Each alternative begins with its mark, which lets the search skip from mark to mark.
_QUOTES = re.compile(r"\"[^\"]*\"|“[^”]*”|«[^»]*»|'(?<!\w')[^'\n]*'(?!\w)|‘(?<!\w‘)[^’\n]*’(?!\w)")
# A quote that the cut left open: all of it is quoted.
_OPEN_QUOTE = re.compile(r"(?<!\w)[\"'“«‘][^\"”»'’]*\Z")
# All that masks ask of a digit is whether it is 0 (as in 0x1f): fewer distinct words to remember.
_SAME_DIGITS = str.maketrans("23456789", "11111111")

# On single words, in order: URLs hide what is in them from the later patterns.
_WORD_MASKS: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("<url>", re.compile(r"\b[A-Za-z][A-Za-z0-9+.-]*://[^\s\"'<>]+")),
    ("<path>", re.compile(r"(?<![\w<>/])(?:~|\.{1,2})?/[\w.@+-]+(?:/[\w.@+-]+)*/?|\b[A-Za-z]:\\[\w.\\-]+")),
    ("<path>", re.compile(r"(?<![\w<>/])[\w.-]+(?:/[\w.-]+)+\.[A-Za-z]\w*")),
    (
        "<time>",
        re.compile(r"(?<![\w.-])\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?(?![\w-])"),
    ),
    (
        "<hex>",
        re.compile(r"\b(?:0x[0-9a-fA-F]+|(?=[0-9-]*[a-fA-F])(?=[a-fA-F-]*\d)[0-9a-fA-F]{8,}(?:-[0-9a-fA-F]{4,})*)\b"),
    ),
    ("<n>", re.compile(r"(?<![\w.<-])[+-]?\d+(?:\.\d+)?[eE][+-]?\d+\b")),
    ("<id>", re.compile(r"\b(?=[\w.:-]*[A-Za-z_])(?=[\w.:-]*\d)\w[\w.:-]*\w\b")),
    ("<n>", re.compile(r"(?<!\w)[+-]?\d+(?:[.,:]\d+)*(?:[eE][+-]?\d+)?%?")),
)

_VALUE = r"(?:<(?:text|n|id|path|url|hex|time|code|call|list|dict)>|None|True|False|null|true|false|NaN|nan)"
_SEVERAL = rf"{_VALUE}(?:,\s*{_VALUE})*,?\s*"
_NAMED = rf"[\w.]+\s*=\s*{_VALUE}"
_ARGUMENT = rf"(?:{_NAMED}|{_VALUE})"
# The end of the text closes what a cut left open.
_STRUCTURES: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("<list>", re.compile(rf"\[\s*(?:{_SEVERAL})?\]|\[\s*{_VALUE},\s*(?:{_SEVERAL})?(?:\.{{2,3}}|…)?\Z")),
    ("<list>", re.compile(rf"(?<![\w>.])\(\s*{_VALUE},\s*(?:{_SEVERAL})?\)")),
    ("<dict>", re.compile(rf"\{{\s*(?:{_VALUE}:\s*{_VALUE}(?:,\s*{_VALUE}:\s*{_VALUE})*,?\s*)?\}}")),
    ("<call>", re.compile(rf"(?:<id>|\b[A-Za-z_][\w.]*)\((?:\s*{_ARGUMENT}(?:,\s*{_ARGUMENT})*,?\s*)?\)")),
)


def mask(text: str) -> str:
    """Return `text` on one line with what differs each time replaced by placeholders.

    URLs, quotes, paths, times, hex strings, ids, numbers; lists, dictionaries and calls of only such. Masking twice
    changes nothing more. Names in backquotes stay: our own messages quote fields and options so.
    """
    is_cut = len(text) > MAX_MASKED
    text = text[:MAX_MASKED]
    if not text.isprintable():
        text = _CODE.sub(" <code> ", text)
        text = "".join(char if char.isprintable() else " " for char in text)
    text = _QUOTES.sub("<text>", text)
    if is_cut:
        text = _OPEN_QUOTE.sub("<text>", text)
    return _settled(" ".join(map(_mask_word, text.translate(_SAME_DIGITS).split())))


@lru_cache(_REMEMBERED)
def _mask_word(word: str) -> str:
    if word.isalpha():
        return word
    for placeholder, pattern in _WORD_MASKS:
        word = pattern.sub(placeholder, word)
    return word


@lru_cache(_REMEMBERED)
def _settled(text: str) -> str:
    # Every replacement takes away a digit, a quote mark, a slash or a bracket and adds none, so the loop ends.
    while (masked := _once(text)) != text:
        text = masked
    return text


def _once(text: str) -> str:
    text = _QUOTES.sub("<text>", text)
    text = " ".join(map(_mask_word, text.split()))
    for placeholder, pattern in _STRUCTURES:
        text = pattern.sub(placeholder, text)
    return text
