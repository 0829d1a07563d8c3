"""Rules that judge every recorded decision alike: the same rule to a machine, whatever their words are."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

SILENT = "silent"
MIN_SPOKEN = 3


class SameVerdicts(NamedTuple):
    """Rules with equal verdicts, ids in the order given; `spoken`: on how many decisions they were not silent."""

    ids: tuple[str, ...]
    spoken: int


def same_verdicts(verdicts: Mapping[str, Sequence[str]], min_spoken: int = MIN_SPOKEN) -> tuple[SameVerdicts, ...]:
    """Return groups of two rules or more whose verdicts on the same decisions are equal throughout.

    Rules that spoke on fewer than `min_spoken` decisions say too little to be called the same.
    Shapes: each rule's verdicts stand for the same decisions in the same order.
    Raises: ValueError when the lengths differ.
    """
    if len({len(each) for each in verdicts.values()}) > 1:
        raise ValueError("every rule needs a verdict on every decision: the lists differ in length")
    found: dict[tuple[str, ...], list[str]] = {}
    for rule_id, each in verdicts.items():
        found.setdefault(tuple(each), []).append(rule_id)
    groups = ((ids, sum(verdict != SILENT for verdict in each)) for each, ids in found.items())
    return tuple(SameVerdicts(tuple(ids), spoken) for ids, spoken in groups if len(ids) > 1 and spoken >= min_spoken)
