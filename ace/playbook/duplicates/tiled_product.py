"""The places where a product of rows with rows reaches a bound, in parallel, without ever holding the whole product."""

import os
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from runtime.contracts.errors import RuleError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Rows: TypeAlias = NDArray[np.int64]

# Rows of the product that one thread works on at a time.
STRIP = 1024
# BLAS computes a product of up to so many multiplications on the calling thread. Its own threads spin while they wait,
# and there is nothing to wait for when each of ours has tiles of its own: half the processor time on busy cores.
_ONE_THREAD = 2**18
_HEIGHT = 64
_NARROWEST = 16
_LARGE = 1024
# Cells of the product held at a time by one thread: what fits into a core's cache.
_CELLS = 2**18
# So many places are gathered before they are confirmed: few calls, little memory.
_GATHERED = 2**15


class _Tiles(NamedTuple):
    """The rows twice, in tiles: `down` (n x height x axes) and `across` (n x axes x width), filled up with zeros."""

    down: "NDArray[np.float32]"
    across: "NDArray[np.float32]"
    bound: float

    @property
    def tiles_a_strip(self) -> int:
        """How many tiles make a strip."""
        return max(STRIP // int(self.down.shape[1]), 1)


Confirm: TypeAlias = "Callable[[Rows, Rows], NDArray[np.bool_]]"


def pairs_in_strips(
    rows: "NDArray[np.float32]", bound: float, confirm: Confirm, most: int
) -> "Iterator[tuple[Rows, Rows]]":
    """Yield the pairs left < right whose product is at least `bound` and that `confirm` keeps, strip by strip.

    `confirm` is called in several threads. Shapes: rows: n x axes. Units: bound above 0.
    Raises: RuleError when one strip holds more than `most` pairs.
    """
    height, width = _tile_of(rows.shape[1])
    tiles = _Tiles(_stacked(rows, height), _stacked(rows, width).transpose(0, 2, 1), bound)
    starts = range(0, len(tiles.down), tiles.tiles_a_strip)

    def strip(start: int) -> "tuple[Rows, Rows]":
        return _strip(tiles, start, confirm, most)

    if height == _LARGE:
        # Here BLAS has threads of its own at work.
        yield from map(strip, starts)
        return
    with ThreadPoolExecutor(_cores()) as pool:
        yield from pool.map(strip, starts)


def _cores() -> int:
    # macOS and Windows do not say which cores this process may use.
    own = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return min(own, 8)


def _tile_of(axes: int) -> tuple[int, int]:
    width = _ONE_THREAD // (_HEIGHT * max(axes, 1)) // _NARROWEST * _NARROWEST
    return (_HEIGHT, min(width, _HEIGHT)) if width else (_LARGE, _LARGE)


def _stacked(rows: "NDArray[np.float32]", height: int) -> "NDArray[np.float32]":
    import numpy as np

    filled = np.zeros((-(-len(rows) // height) * height, rows.shape[1]), np.float32)
    filled[: len(rows)] = rows
    return filled.reshape(-1, height, rows.shape[1])


def _strip(tiles: _Tiles, start: int, confirm: Confirm, most: int) -> "tuple[Rows, Rows]":
    import numpy as np

    kept: list[tuple[Rows, Rows]] = []
    waiting: list[tuple[Rows, Rows]] = []
    gathered = count = 0
    for left, right in _places(tiles, start):
        waiting.append((left, right))
        gathered += len(left)
        if gathered >= _GATHERED:
            kept.append(_confirmed(waiting, confirm))
            count += len(kept[-1][0])
            waiting, gathered = [], 0
        if count > most:
            raise RuleError(f"more than {most} pairs of rules are alike; raise the threshold, or split the rules")
    kept.append(_confirmed(waiting, confirm))
    return np.concatenate([pair[0] for pair in kept]), np.concatenate([pair[1] for pair in kept])


def _places(tiles: _Tiles, start: int) -> "Iterator[tuple[Rows, Rows]]":
    """Yield left and right of the cells at or above the bound, right of the diagonal, a few tiles at a time."""
    import numpy as np

    down = tiles.down[start : start + tiles.tiles_a_strip]
    height, width = down.shape[1], tiles.across.shape[2]
    step = max(_CELLS // (len(down) * height * width), 1)
    for at in range(start * height // width, len(tiles.across), step):
        across = tiles.across[at : at + step]
        product = np.matmul(down[:, None], across[None])
        found = np.flatnonzero(product.ravel() >= tiles.bound)
        # In the order of `product`: tile down, tile across, row, column.
        rest, column = np.divmod(found, width)
        rest, row = np.divmod(rest, height)
        tile, other = np.divmod(rest, len(across))
        left, right = (start + tile) * height + row, (at + other) * width + column
        later = right > left
        yield left[later], right[later]


def _confirmed(waiting: "list[tuple[Rows, Rows]]", confirm: Confirm) -> "tuple[Rows, Rows]":
    import numpy as np

    none = np.zeros(0, np.int64)
    left, right = (np.concatenate([pair[side] for pair in waiting] or [none]) for side in (0, 1))
    keep = confirm(left, right)
    return left[keep], right[keep]
