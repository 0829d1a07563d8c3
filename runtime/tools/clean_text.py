"""Text from tools before a model reads it: visible characters only, no secrets, bounded."""

import unicodedata

from runtime.traces.redaction import redact_text

MAX_SUMMARY_CHARS = 1200
# More is not looked at: a tool may return megabytes, and cleaning takes about a second a megabyte.
MAX_READ_CHARS = 100_000
# Controls, formats (zero-width, bidi, tag characters), lone surrogates, private use, unassigned.
_HIDDEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn"})
_BREAKS = frozenset("\n\r\t\u2028\u2029\u0085")


def clean_text(text: str, max_chars: int = MAX_SUMMARY_CHARS) -> str:
    """Return `text` without hidden characters and secrets, at most `max_chars` long; a cut ends in "...".

    Line breaks and tabs become single spaces, so that text cannot imitate a new turn. Only the first 100,000
    characters are looked at.
    """
    if len(text) > MAX_READ_CHARS:
        # The last word may be half a secret.
        text = text[:MAX_READ_CHARS].rpartition(" ")[0] + " ..."
    # Hidden characters go first: they could split a secret. The cut comes last: it could halve one.
    visible = "".join(" " if char in _BREAKS else char for char in text if char in _BREAKS or not _is_hidden(char))
    whole = redact_text(" ".join(visible.split()))
    return whole if len(whole) <= max_chars else f"{whole[: max_chars - 3]}..."


def _is_hidden(char: str) -> bool:
    is_variation = "\ufe00" <= char <= "\ufe0f" or "\U000e0100" <= char <= "\U000e01ef"
    return is_variation or unicodedata.category(char) in _HIDDEN
