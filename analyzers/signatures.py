"""What makes two findings the same failure: everything but the numbers, names and quotes that differ each time."""

import json
from typing import NamedTuple

from analyzers.error_text import error_text
from analyzers.finding import Finding
from analyzers.masking import MAX_MASKED, mask
from runtime.contracts.json_types import content_hash

# Part of every signature's id: change it whenever masking changes, so that old ids are not mistaken for new ones.
ALGORITHM_VERSION = "signature-2"
MAX_MESSAGE = 200
# Longer is no error message; it is masked as text.
MAX_JSON = 100 * MAX_MASKED


class Signature(NamedTuple):
    """The parts that must agree. `message` is masked."""

    detector: str
    tool: str
    error_class: str
    message: str
    rule: str
    state_path: str


def signature(finding: Finding) -> Signature:
    """Return the signature of `finding`; its message is masked (`masked_message`)."""
    return Signature(
        detector=finding.detector,
        tool=finding.tool,
        error_class=finding.error_class,
        message=masked_message(finding.message),
        rule=finding.rule,
        state_path=finding.state_path,
    )


def masked_message(text: str) -> str:
    """Return `text` masked and cut at 200 characters; of a JSON object or list, what it says of the error."""
    if text[:1] in "{[" and text and len(text) <= MAX_JSON:
        text = _json_text(text)
    return mask(text)[:MAX_MESSAGE].rstrip()


def signature_id(value: Signature) -> str:
    """Return 8 hex digits of the hash of the algorithm's version and the signature."""
    return content_hash([ALGORITHM_VERSION, *value], 8)


def _json_text(text: str) -> str:
    try:
        return error_text(json.loads(text))
    except (ValueError, RecursionError):
        # It only looked like JSON: then it is text.
        return text
