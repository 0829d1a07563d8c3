"""One measurement: our figure, the other's, their ratio, and the target it is held against."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field

from runtime.contracts.json_types import JsonObject

# A loop that does nothing a runtime does: how many times cheaper it is says nothing.
PLAIN_LOOP = "plain loop"


@dataclass(frozen=True)
class Row:
    """One line of a bench. `target` is (comparison, bound) in `unit`, or None; `detail` says how it was measured."""

    name: str
    unit: str
    ours: float
    other_name: str = ""
    other: float | None = None
    target: tuple[str, float] | None = None
    detail: JsonObject = field(default_factory=dict)

    @property
    def ratio(self) -> float | None:
        """Our figure over the other's."""
        return None if not self.other else self.ours / self.other

    @property
    def is_met(self) -> bool | None:
        """True when the target is reached, None without one."""
        if self.target is None:
            return None
        comparison, bound = self.target
        return self.ours <= bound if comparison == "<=" else self.ours >= bound

    def to_json(self) -> JsonObject:
        """Return every field, with ratio and met."""
        target = None if self.target is None else f"{self.target[0]} {self.target[1]:g}"
        return {**asdict(self), "target": target, "ratio": self.ratio, "met": self.is_met}


def rows_text(rows: Sequence[Row]) -> str:
    """Return the rows as an aligned table, two lines a row where there is something to compare with."""
    lines: list[str] = []
    for row in rows:
        mark = {None: "", True: "  reached", False: "  NOT reached"}[row.is_met]
        aim = "" if row.target is None else f"   target {row.target[0]} {row.target[1]:g}{mark}"
        lines.append(f"{row.name:<34} {row.ours:>10.4g} {row.unit}{aim}")
        if row.other is not None:
            lines.append(f"  {row.other_name:<32} {row.other:>10.4g} {row.unit}{_compared(row)}")
    return "\n".join(lines) + "\n"


def _compared(row: Row) -> str:
    if row.other_name.startswith(PLAIN_LOOP):
        return "   a model call takes hundreds of ms"
    return "" if row.ratio is None else f"   ours / that = {row.ratio:.3g}"
