"""One way of searching, measured."""

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from time import perf_counter
from typing import TypeVar

from runtime.contracts.json_types import JsonObject

Q = TypeVar("Q")
R = TypeVar("R")
MIB = 1024 * 1024


@dataclass(frozen=True)
class SearchRow:
    """Units: milliseconds a query, MiB of the arrays searched, seconds to make them. Recall is against every vector."""

    name: str
    n: int
    p50_ms: float
    p95_ms: float
    recall_at_10: float | None = None
    mb: float | None = None
    build_s: float | None = None
    note: str = ""

    def to_json(self) -> JsonObject:
        """Return every field."""
        return asdict(self)


def timed(search: Callable[[Q], R], queries: Sequence[Q]) -> tuple[tuple[float, float], list[R]]:
    """Return the median and 95th percentile in milliseconds, and the answers. Each query is asked once, in order."""
    from statistics import median, quantiles

    times, answers = [], []
    for query in queries:
        started = perf_counter()
        answers.append(search(query))
        times.append(1000 * (perf_counter() - started))
    return (round(median(times), 3), round(quantiles(times, n=20)[-1], 3)), answers


def rows_text(rows: Sequence[SearchRow]) -> str:
    """Return the rows as a table."""
    lines = [f"{'':<34} {'p50 ms':>8} {'p95 ms':>8} {'recall@10':>10} {'MiB':>8} {'build s':>8}"]
    for row in rows:
        recall, size, built = (
            "" if value is None else f"{value:{form}}"
            for value, form in ((row.recall_at_10, ".4f"), (row.mb, ".1f"), (row.build_s, ".1f"))
        )
        lines.append(f"{row.name:<34} {row.p50_ms:>8.2f} {row.p95_ms:>8.2f} {recall:>10} {size:>8} {built:>8}")
        if row.note:
            lines.append(f"    {row.note}")
    return "\n".join(lines) + "\n"
