"""How far decisions of one case are alike, and how much less they therefore show than as many of different cases."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


def design_effect(
    cases: "Sequence[str] | NDArray[np.str_]", label: "NDArray[np.bool_]", cut_off: "NDArray[np.bool_]"
) -> float:
    """Return by how much smaller (1 or more) the number of decisions counts when `cut_off` is held against `label`.

    1 where at least one of them differs as much within a case as between cases; the mean number of decisions a case
    where both are the same in all of a case's. Shapes: cases, label, cut_off: n decisions.
    Source: Scott and Holt 1982; the mean weighs large cases more, as in Kish 1965.
    """
    import numpy as np

    codes = np.unique(np.asarray(cases), return_inverse=True)[1]
    sizes = np.bincount(codes).astype(np.float64)
    mean = float((sizes**2).sum() / sizes.sum())
    return 1.0 + (mean - 1.0) * _alike(codes, sizes, label) * _alike(codes, sizes, cut_off)


def _alike(codes: "NDArray[np.intp]", sizes: "NDArray[np.float64]", values: "NDArray[np.bool_]") -> float:
    """Return the correlation within a case, 0-1 (analysis of variance); 0 where nothing differs."""
    import numpy as np

    count, groups = float(sizes.sum()), len(sizes)
    if groups < 2 or count <= groups:
        # Of one case nothing is known; with one decision a case it does not matter.
        return 1.0
    numbers = values.astype(np.float64)
    means = np.bincount(codes, weights=numbers) / sizes
    between = float((sizes * (means - numbers.mean()) ** 2).sum()) / (groups - 1)
    within = float(((numbers - means[codes]) ** 2).sum()) / (count - groups)
    usual = (count - float((sizes**2).sum()) / count) / (groups - 1)
    total = between + (usual - 1.0) * within
    return min(1.0, max(0.0, (between - within) / total)) if total > 0 else 0.0
