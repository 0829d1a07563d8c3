"""Text to search terms: lower-case ASCII words without the commonest ones, plural endings cut."""

import re
import unicodedata

TOKENIZER = "ascii-words-plural-1"
_WORD = re.compile(r"[a-z0-9]+")
_STOP = frozenset(
    _WORD.findall(
        "a an and are as at be by can do does for from has have how i in is it its me my of on or that the their them "
        "this to was what when where which who why will with you your"
    )
)


def tokenize(text: str) -> list[str]:
    """Return the search terms of `text` in order. Accents are dropped; other scripts give nothing.

    Changing what comes back changes an index's contract: give TOKENIZER a new name then.
    """
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode("ascii").lower()
    return [_stem(word) for word in _WORD.findall(plain) if word not in _STOP]


def _stem(word: str) -> str:
    """Plural to singular, where that is safe by spelling; diagnosis, pus and gas stay."""
    if len(word) > 4 and word.endswith("ies"):
        return f"{word[:-3]}y"
    if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return word[:-1]
    return word
