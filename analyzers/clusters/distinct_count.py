"""How many different texts were seen, in bounded memory: exact while few, an estimate beyond."""

import hashlib
from collections.abc import Iterable
from functools import lru_cache

# Beyond so many the count is an estimate with a relative error of about 6%.
EXACT_UP_TO = 256
_SPAN = 2.0**64


@lru_cache(65_536)
def hash64(text: str) -> int:
    """Return 64 bits of the BLAKE2 hash of `text`: the same in every process."""
    return int.from_bytes(hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).digest(), "big")


class DistinctCount:
    """A growing count of different texts. The order in which they come makes no difference.

    Source: Bar-Yossef et al. 2002 (the k smallest hash values).
    """

    __slots__ = ("_ceiling", "_smallest")

    def __init__(self) -> None:
        self._smallest: set[int] = set()
        # Hashes from here on are not among the smallest.
        self._ceiling = 2**64

    def add(self, value: int) -> None:
        """Count a text by its `hash64`."""
        if value < self._ceiling:
            self._smallest.add(value)
            if len(self._smallest) > 2 * EXACT_UP_TO:
                self._keep_smallest()

    @property
    def is_exact(self) -> bool:
        """False when `count` is an estimate."""
        return self._ceiling == 2**64 and len(self._smallest) <= EXACT_UP_TO

    @property
    def count(self) -> int:
        """How many different texts were added: exact up to 256, an estimate beyond."""
        if self.is_exact:
            return len(self._smallest)
        self._keep_smallest()
        return round((EXACT_UP_TO - 1) * _SPAN / max(self._smallest))

    @staticmethod
    def union(parts: "Iterable[DistinctCount]") -> "DistinctCount":
        """Return the count of what any of `parts` has seen."""
        out = DistinctCount()
        for part in parts:
            out._ceiling = min(out._ceiling, part._ceiling)
            out._smallest |= part._smallest
        if len(out._smallest) > EXACT_UP_TO:
            out._keep_smallest()
        return out

    def _keep_smallest(self) -> None:
        kept = sorted(self._smallest)[:EXACT_UP_TO]
        self._smallest = set(kept)
        self._ceiling = kept[-1] + 1
