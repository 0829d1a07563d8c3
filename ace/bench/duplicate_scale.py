"""Duplicates of very many rules: seconds, memory, and the same groups as comparing every pair in full."""

import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING

from ace.bench.duplicate_many import ManyRules, make_many_rules
from ace.bench.peak_memory import PeakMemory
from ace.playbook.duplicates.find_duplicates import DuplicateReport, find_duplicates
from ace.playbook.duplicates.near_pairs import NearPairs
from ace.playbook.duplicates.rule_text import RuleText
from runtime.contracts.json_types import JsonObject
from runtime.retrieval.open_retriever import minilm

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_BLOCK = 1024
# What double precision may be off by in a product of two unit vectors, many times over.
_SLACK = 1e-9


@dataclass(frozen=True)
class ScaleBench:
    """What finding the duplicates of `rules` took, their vectors given; `embedded` of them were read by the model.

    `brute_rules`: how many of the rules were also compared pair by pair, in `brute_s` seconds; `is_same_as_brute`:
    groups, pairs kept apart, cosines and reasons were equal. `opposites`: pairs known to say the contrary.
    Units: seconds by the clock, `cpu_s` of all cores; peak_mb: MiB over what the process held before.
    """

    rules: int
    embedded: int
    embedding_s: float
    seconds: float
    cpu_s: float
    peak_mb: float
    groups: int
    kept_apart: int
    opposites: int
    opposites_merged: int
    brute_rules: int
    brute_s: float
    is_same_as_brute: bool

    def to_json(self) -> JsonObject:
        """Return every field."""
        return {"schema_version": 1, **asdict(self)}


def measure_scale(
    count: int,
    brute: int,
    note: Callable[[str], None],
    embed: "Callable[[Sequence[str]], NDArray[np.float32]] | None" = None,
) -> ScaleBench:
    """Return what `count` rules took, and whether the first `brute` of them give what comparing all pairs gives.

    Vectors are the shipped embedding's unless `embed` is given.
    Raises: RuntimeFault when the embedding model is not installed.
    """
    note(f"making {count} rules ...")
    started = time.perf_counter()
    many = make_many_rules(count, embed or minilm().embed)
    embedding_s = time.perf_counter() - started
    rules = [RuleText(str(place), text) for place, text in enumerate(many.known.texts)]
    note("finding duplicates ...")
    memory, started, cpu = PeakMemory(), time.perf_counter(), time.process_time()
    report = find_duplicates(rules, many.vectors)
    seconds, cpu_s, peak_mb = time.perf_counter() - started, time.process_time() - cpu, memory.mb
    brute = min(brute, count)
    note(f"comparing every pair of {brute} ...")
    part = report if brute == count else find_duplicates(rules[:brute], many.vectors[:brute])
    started = time.perf_counter()
    plain = find_duplicates(rules[:brute], many.vectors[:brute], search=every_pair)
    brute_s = time.perf_counter() - started
    return ScaleBench(
        rules=count,
        embedded=many.embedded,
        embedding_s=round(embedding_s, 2),
        seconds=round(seconds, 3),
        cpu_s=round(cpu_s, 3),
        peak_mb=peak_mb,
        groups=len(report.groups),
        kept_apart=len(report.opposites),
        opposites=len(many.known.opposites),
        opposites_merged=_merged(report, many),
        brute_rules=brute,
        brute_s=round(brute_s, 2),
        is_same_as_brute=part == plain,
    )


def every_pair(vectors: "NDArray[np.float32]", threshold: float) -> NearPairs:
    """Return what `near_pairs` does, from the whole product in double precision, a block at a time."""
    import numpy as np

    lengths = np.linalg.norm(vectors.astype(np.float64), axis=1, keepdims=True)
    unit = vectors / np.where(lengths > 0, lengths, 1.0)
    found = []
    for start in range(0, len(unit), _BLOCK):
        product = unit[start : start + _BLOCK] @ unit[start:].T
        left, right = np.nonzero(product >= threshold - _SLACK)
        later = right > left
        found.append((left[later] + start, right[later] + start))
    left, right = (np.concatenate([pair[side] for pair in found]) for side in (0, 1))
    # Summed as `near_pairs` sums: the last bit decides which of two equally strong pairs comes first.
    blocks = range(0, len(left), _BLOCK)
    parts = [np.einsum("nd,nd->n", unit[left[at : at + _BLOCK]], unit[right[at : at + _BLOCK]]) for at in blocks]
    cosine = np.concatenate([np.zeros(0), *parts])
    near = cosine >= threshold
    return NearPairs(left[near], right[near], cosine[near])


def _merged(report: DuplicateReport, many: ManyRules) -> int:
    home = {rule_id: place for place, group in enumerate(report.groups) for rule_id in group.ids}
    return sum(home.get(str(one), -1) == home.get(str(other), -2) for one, other in many.known.opposites)
