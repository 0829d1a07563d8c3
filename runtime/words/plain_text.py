"""A text as its reader sees it: what hides or dresses letters is taken off before a gate looks for words."""

import re
import unicodedata
from functools import lru_cache

# Letters of other alphabets that look like Latin ones.
_ALIKE = str.maketrans(
    "\u0430\u0435\u043e\u0440\u0441\u0443\u0445\u0456\u0458\u0455\u0501\u0410\u0412\u0415\u041a\u041c\u041d\u041e"
    "\u0420\u0421\u0422\u0425\u0406\u03bf\u03b1\u0391\u0392\u0395\u0397\u0399\u039a\u039c\u039d\u039f\u03a1\u03a4\u03a7",
    "aeopcyxijsdABEKMHOPCTXIoaABEHIKMNOPTX",
)
_MARKS = (
    # LaTeX and HTML around words, Markdown around words.
    (re.compile(r"\\(?:text|mathrm|mathbf|textbf|textit|boxed|emph|fbox)\s*\{([^{}]*)\}"), r"\1"),
    (re.compile(r"</?(?:b|i|em|strong|u|code|mark|span|sup|sub)\b[^<>]{0,80}>", re.IGNORECASE), ""),
    (re.compile(r"(\*\*|__|`)(?=\S)([^*_`\n]{1,200}?)(?<=\S)\1"), r"\2"),
    (re.compile(r"(?<![\w*])\*(?=[^\W\d])([^*\n]{1,200}?)(?<=\S)\*(?![\w*])"), r"\1"),
    # A dollar sign around a word is LaTeX; before a figure it is money.
    (re.compile(r"\$\s?([A-Za-z][A-Za-z ]*)\s?\$"), r"\1"),
)
_SPACED = re.compile(r"(?<![A-Za-z0-9])[A-Za-z](?:([ ._\-\u00b7])[A-Za-z](?:\1[A-Za-z]){3,})(?![A-Za-z0-9])")


@lru_cache(maxsize=4096)
def plain_text(text: str) -> str:
    """Return `text` in plain letters: no invisible characters, accents, look-alikes, emphasis or letter spacing.

    Compatibility forms (full width, circled, mathematical) become the letters they stand for.
    """
    whole = unicodedata.normalize("NFKD", text).translate(_ALIKE)
    kept = "".join(char for char in whole if unicodedata.category(char) not in {"Cf", "Mn"})
    if not kept.isascii():
        kept = "".join("-" if unicodedata.category(char) == "Pd" else char for char in kept)
    for pattern, instead in _MARKS:
        kept = pattern.sub(instead, kept)
    return _SPACED.sub(_joined, kept)


def _joined(match: re.Match[str]) -> str:
    """Join "f l u i d", not a list of option letters such as "A B C D E"."""
    letters = re.sub(r"[^A-Za-z]", "", match.group(0))
    return match.group(0) if letters == "".join(sorted(letters)) else letters
