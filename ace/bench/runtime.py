"""`ace bench runtime`: the runtime's own speed and memory, each row beside what one would take instead."""

import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path

from ace.bench.capacity import measure_capacity
from ace.bench.episodes import measure_overhead, measure_prefix, measure_rate
from ace.bench.memory import measure_memory
from ace.bench.row import Row

Note = Callable[[str], None]
MEASURES: Mapping[str, tuple[str, Callable[[Path, int], Row], int]] = {
    "overhead": ("own cost of a decision", measure_overhead, 200),
    "rate": ("simulated episodes a minute", measure_rate, 400),
    "prefix": ("reusable share of a prompt", measure_prefix, 60),
    "capacity": ("a model server's slots kept busy", measure_capacity, 120),
    "memory": ("memory over many episodes", lambda folder, episodes: measure_memory(episodes), 2000),
}


def bench_runtime(only: tuple[str, ...], episodes: int | None, note: Note) -> tuple[Row, ...]:
    """Return one row a measure, of all or of `only`; `episodes` overrides each measure's own number.

    Raises: KeyError for a name that is no measure.
    """
    rows: list[Row] = []
    for name in only or tuple(MEASURES):
        doc, measure, usual = MEASURES[name]
        note(f"{name}: {doc} ...")
        with tempfile.TemporaryDirectory(prefix="ace-bench-") as made:
            rows.append(measure(Path(made), episodes or usual))
    return tuple(rows)
