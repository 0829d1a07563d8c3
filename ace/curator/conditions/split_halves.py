"""Two halves of the decisions with no case in both: what is found on one is tried on the other."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from runtime.contracts.json_types import JsonObject, as_object, content_hash

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


def split_halves(groups: Sequence[str], cited: int) -> "NDArray[np.bool_] | None":
    """Return which rows are in the second half, None when all `cited` (the first so many rows) are of one group.

    Groups stay whole. They are dealt in turn, in the order of their hashes, those with cited decisions first, so that
    both halves have some; the order of the rows makes no difference. Shapes: groups: n names; result: n.
    """
    import numpy as np

    failing = set(groups[:cited])
    if len(failing) < 2:
        return None
    second = {*_every_other(failing), *_every_other(set(groups) - failing)}
    return np.array([name in second for name in groups], dtype=bool)


def _every_other(names: Iterable[str]) -> list[str]:
    return sorted(names, key=lambda name: (content_hash(name, 16), name))[1::2]


def group_of(context: JsonObject) -> str:
    """Return the sample a decision was taken on; where none is named, what identifies the decision's own content."""
    sample = as_object(context.get("episode")).get("sample")
    return sample if isinstance(sample, str) and sample else content_hash(context, 16)
