"""What makes two findings the same failure: everything but the numbers, names and quotes that differ each time."""

import re
from typing import NamedTuple

from analyzers.finding import Finding
from runtime.contracts.json_types import content_hash

# Part of every cluster's id: change it whenever masking changes, so that old ids are not mistaken for new ones.
ALGORITHM_VERSION = "signature-1"
MAX_MESSAGE = 200
# Messages may carry text from outside; what lies beyond tells no failures apart and costs time to match.
MAX_MASKED = 2000


class Signature(NamedTuple):
    """The parts that must agree. `message` is masked."""

    detector: str
    tool: str
    error_class: str
    message: str
    rule: str
    state_path: str


# In order: quotes hide what is in them from the later patterns.
_MASKS: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("<url>", re.compile(r"\b[A-Za-z][A-Za-z0-9+.-]*://[^\s\"'<>]+")),
    ("<text>", re.compile(r"\"[^\"]*\"|“[^”]*”|«[^»]*»|(?<!\w)'[^'\n]*'(?!\w)|(?<!\w)‘[^’\n]*’(?!\w)")),
    ("<path>", re.compile(r"(?<![\w<>/])(?:~|\.{1,2})?/[\w.@+-]+(?:/[\w.@+-]+)*/?|\b[A-Za-z]:\\[\w.\\-]+")),
    ("<path>", re.compile(r"(?<![\w<>/])[\w.-]+(?:/[\w.-]+)+\.[A-Za-z]\w*")),
    ("<hex>", re.compile(r"\b(?:0x[0-9a-fA-F]+|(?=[0-9a-fA-F-]*\d)[0-9a-fA-F]{8,}(?:-[0-9a-fA-F]{4,})*)\b")),
    ("<n>", re.compile(r"(?<![\w.<-])[+-]?\d+(?:\.\d+)?[eE][+-]?\d+\b")),
    ("<id>", re.compile(r"\b(?=[\w.:-]*[A-Za-z_])(?=[\w.:-]*\d)\w[\w.:-]*\w\b")),
    ("<n>", re.compile(r"(?<!\w)[+-]?\d+(?:[.,:]\d+)*(?:[eE][+-]?\d+)?%?")),
)


def mask(text: str) -> str:
    """Return `text` on one line with URLs, quotes, paths, hex strings, ids and numbers replaced by placeholders.

    Masking twice changes nothing more. Names in backquotes stay: our own messages quote fields and options so.
    """
    text = "".join(char if char.isprintable() else " " for char in text[:MAX_MASKED])
    while (masked := _mask_once(text)) != text:
        text = masked
    return text


def _mask_once(text: str) -> str:
    # Every replacement takes away a digit, a quote mark or a slash and adds none, so the loop above ends.
    for placeholder, pattern in _MASKS:
        text = pattern.sub(placeholder, text)
    return " ".join(text.split())


def signature(finding: Finding) -> Signature:
    """Return the signature of `finding`; its message is masked and cut at 200 characters."""
    return Signature(
        detector=finding.detector,
        tool=finding.tool,
        error_class=finding.error_class,
        message=mask(finding.message)[:MAX_MESSAGE],
        rule=finding.rule,
        state_path=finding.state_path,
    )


def signature_id(value: Signature) -> str:
    """Return 8 hex digits of the hash of the algorithm's version and the signature."""
    return content_hash([ALGORITHM_VERSION, *value], 8)
