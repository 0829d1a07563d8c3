"""The leak gate against people's labels, beside the exact-answer match one would write first."""

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import NamedTuple

from ace.bench.leak_data import Half, Reply, read_replies
from analyzers.auc import auc as area_under
from runtime.contracts.json_types import JsonObject
from runtime.words.leak import LEAK_AT, leak_score
from runtime.words.numbers import numbers_in

RESAMPLES = 2000
Scorer = Callable[[Reply], float]


class Figure(NamedTuple):
    """A figure with its 95% interval from resampling whole questions; all 0-1."""

    value: float
    low: float
    high: float


@dataclass(frozen=True)
class LeakRow:
    """One method on one set of replies. Precision, recall and F1 at the threshold; AUC over all scores."""

    method: str
    half: Half
    replies: int
    revealing: int
    true_positives: int
    false_positives: int
    precision: Figure
    recall: Figure
    f1: Figure
    auc: Figure

    def to_json(self) -> JsonObject:
        """Return every field; a figure as value, low, high."""
        figures = {name: getattr(self, name)._asdict() for name in ("precision", "recall", "f1", "auc")}
        return {**asdict(self), **figures}


def gate_score(reply: Reply) -> float:
    """Return the leak gate's score of a reply, 0-1."""
    return leak_score(reply.text, reply.answer, {}, (), reply.known)


def exact_match(reply: Reply) -> float:
    """Return 1 when the answer's number stands anywhere in the reply as a figure, else 0."""
    wanted = numbers_in(reply.answer)[0].values
    return float(any(wanted & number.values for number in numbers_in(reply.text) if not number.is_word))


METHODS: Mapping[str, Scorer] = {"leak gate": gate_score, "exact answer match": exact_match}


def bench_leak(folder: Path, resamples: int = RESAMPLES) -> tuple[LeakRow, ...]:
    """Return both methods on both halves, over the replies whose answer is known. Raises: AceError.

    A reply counts as revealing when people said that it reveals the right answer. The gate was adjusted on the dev half
    alone.
    """
    replies = [reply for reply in read_replies(folder) if reply.answer]
    halves: tuple[Half, ...] = ("dev", "held-out")
    return tuple(
        _row(name, half, [reply for reply in replies if reply.half == half], score, resamples)
        for half in halves
        for name, score in METHODS.items()
    )


def _row(name: str, half: Half, replies: Sequence[Reply], score: Scorer, resamples: int) -> LeakRow:
    scored = [(reply.group, score(reply), reply.label == "right") for reply in replies]
    groups: dict[str, list[tuple[float, bool]]] = {}
    for group, value, is_revealing in scored:
        groups.setdefault(group, []).append((value, is_revealing))
    whole = [(value, is_revealing) for _, value, is_revealing in scored]
    drawn = _resampled(list(groups.values()), resamples)
    figures = {
        measure.__name__: Figure(measure(whole), *_interval([measure(one) for one in drawn]))
        for measure in (precision, recall, f1, auc)
    }
    return LeakRow(
        method=name,
        half=half,
        replies=len(whole),
        revealing=sum(is_revealing for _, is_revealing in whole),
        true_positives=sum(value >= LEAK_AT and is_revealing for value, is_revealing in whole),
        false_positives=sum(value >= LEAK_AT and not is_revealing for value, is_revealing in whole),
        **figures,
    )


Scored = Sequence[tuple[float, bool]]


def precision(scored: Scored) -> float:
    """Return the share of flagged replies that reveal the answer, 0-1; 0 when none is flagged."""
    flagged = [is_revealing for value, is_revealing in scored if value >= LEAK_AT]
    return sum(flagged) / len(flagged) if flagged else 0.0


def recall(scored: Scored) -> float:
    """Return the share of revealing replies that are flagged, 0-1; 0 when none reveals."""
    flagged = [value >= LEAK_AT for value, is_revealing in scored if is_revealing]
    return sum(flagged) / len(flagged) if flagged else 0.0


def f1(scored: Scored) -> float:
    """Return the harmonic mean of precision and recall, 0-1."""
    p, r = precision(scored), recall(scored)
    return 2 * p * r / (p + r) if p + r else 0.0


def auc(scored: Scored) -> float:
    """Return how likely a revealing reply scores above another, ties counted half; 0.5 where one kind is absent."""
    import numpy as np

    values, labels = zip(*scored, strict=True) if scored else ((), ())
    area = area_under(np.array(values, dtype=float), np.array(labels, dtype=bool)).value
    return 0.5 if area is None else area


def _resampled(groups: Sequence[Sequence[tuple[float, bool]]], count: int) -> list[Scored]:
    rng = random.Random(0)
    return [[item for group in rng.choices(groups, k=len(groups)) for item in group] for _ in range(count)]


def _interval(values: Sequence[float]) -> tuple[float, float]:
    ordered = sorted(values)
    return ordered[int(0.025 * len(ordered))], ordered[min(int(0.975 * len(ordered)), len(ordered) - 1)]


def leak_text(rows: Sequence[LeakRow]) -> str:
    """Return the rows as an aligned table."""
    lines = [
        "Does a tutor's reply give the answer away? Against people's labels; 95% intervals, whole questions resampled.",
        f"{'half':<9} {'method':<19} {'replies':>7} {'reveal':>6}  "
        f"{'precision':<19} {'recall':<19} {'F1':<19} {'AUC':<19}",
    ]
    for row in rows:
        figures = "".join(f"{_shown(figure):<20}" for figure in (row.precision, row.recall, row.f1, row.auc))
        lines.append(f"{row.half:<9} {row.method:<19} {row.replies:>7} {row.revealing:>6}  {figures}".rstrip())
    return "\n".join(lines) + "\n"


def _shown(figure: Figure) -> str:
    return f"{figure.value:.2f} [{figure.low:.2f}, {figure.high:.2f}]"
