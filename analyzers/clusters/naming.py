"""A cluster's name by template: the detector, where it happened, the words its messages share, and one of them."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence

from analyzers.signatures import Signature

MAX_WORDS = 12
MAX_EXAMPLE = 90
MOST = 0.7
_WORD = re.compile(r"[^\W\d_][\w'-]*")
_EMPTY = frozenset(
    {"a", "an", "and", "at", "by", "for", "in", "is", "it", "of", "on", "or", "the", "to", "was", "with"}
)


def template_name(medoid: Signature, weights: Mapping[Signature, int], example: str = "") -> str:
    """Return a name for the cluster of the signatures in `weights` (signature -> failures).

    One signature is named by its message. Several are named by the medoid's message where at least half of the failures
    share most of its words; else by the words that they do share, in the medoid's order, with `example` (a message in
    full) to show what is meant.
    """
    where = _where(medoid, weights)
    if len(weights) <= 1:
        return f"{where}: {medoid.message}"
    words = shared_words(medoid, weights)
    if len(words) >= MOST * min(len(_WORD.findall(medoid.message)), MAX_WORDS):
        return f"{where}: {medoid.message} ({len(weights)} wordings)"
    said = " ".join(words) if words else medoid.message
    shown = example if len(example) <= MAX_EXAMPLE else f"{example[:MAX_EXAMPLE]}..."
    return f'{where}: {said}; as in "{shown}"' if shown and shown != said else f"{where}: {said}"


def shared_words(medoid: Signature, weights: Mapping[Signature, int]) -> tuple[str, ...]:
    """Return the medoid's words, at most 12, that at least half of the failures have; words without a meaning left out
    at both ends."""
    share: Counter[str] = Counter()
    for key, count in weights.items():
        share.update(dict.fromkeys({word.lower() for word in _WORD.findall(key.message)}, count))
    half = sum(weights.values()) / 2
    words = [word for word in _WORD.findall(medoid.message) if share[word.lower()] >= half]
    while words and words[0].lower() in _EMPTY:
        words.pop(0)
    words = words[:MAX_WORDS]
    while words and words[-1].lower() in _EMPTY:
        words.pop()
    return tuple(words)


def _where(medoid: Signature, weights: Mapping[Signature, int]) -> str:
    classes = _common([key.error_class for key in weights], weights)
    # A class that only repeats the detector's name tells the reader nothing.
    parts = [part for part in (medoid.tool, classes) if part and part not in medoid.detector]
    return f"{medoid.detector} ({', '.join(parts)})" if parts else medoid.detector


def _common(classes: Sequence[str], weights: Mapping[Signature, int]) -> str:
    """Return the error class of at least half of the failures, empty when none is so common."""
    count: Counter[str] = Counter()
    for name, weight in zip(classes, weights.values(), strict=True):
        count[name] += weight
    name, most = max(sorted(count.items()), key=lambda item: item[1], default=("", 0))
    return name if 2 * most >= sum(weights.values()) else ""
