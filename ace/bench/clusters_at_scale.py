"""`ace bench clusters --synthetic`: each task in a process of its own."""

from collections.abc import Callable
from dataclasses import asdict, dataclass

from ace.bench.cluster_child import ask_child
from ace.bench.cluster_scale import MORE, Plan
from ace.bench.peak_memory import HOW
from runtime.contracts.json_types import JsonObject


@dataclass(frozen=True)
class ScaleResult:
    """What grouping `n` synthetic failures took: seconds from the first failure to the groups, MiB above the start.

    Both hold the making of the failures, the model and the libraries. `is_same_shuffled`: the same failures in another
    order gave the same groups with the same counts. `ids_kept`: the share (0-1) of cluster ids that are still there
    after a tenth more failures, a tenth more signatures among them, and grouping all anew.
    """

    n: int
    signatures: int
    unique: int
    groups: int
    seconds: float
    peak_mb: float
    is_same_shuffled: bool
    ids_kept: float

    def to_json(self) -> JsonObject:
        """Return every field."""
        return {"schema_version": 1, "synthetic": True, **asdict(self), "peak_mb_is": HOW}


def measure_scale(plan: Plan, note: Callable[[str], None]) -> ScaleResult:
    """Return what `plan` took. Raises: AceError when a package is missing."""
    asked = {"kind": "scale", **plan._asdict()}
    note(f"{plan.failures} failures ...")
    given = ask_child({**asked, "task": "given"})
    note("the same in another order ...")
    shuffled = ask_child({**asked, "task": "shuffled"})
    note(f"{MORE:.0%} more ...")
    kept = ask_child({**asked, "task": "grown"})
    return ScaleResult(
        n=plan.failures,
        signatures=plan.signatures,
        unique=int(str(given["unique"])),
        groups=int(str(given["groups"])),
        seconds=float(str(given["seconds"])),
        peak_mb=float(str(given["peak_mb"])),
        is_same_shuffled=given["partition"] == shuffled["partition"],
        ids_kept=float(str(kept["ids_kept"])),
    )
