"""A small memory of the last few values by key, for several threads."""

import threading
from collections import OrderedDict
from collections.abc import Callable
from typing import Generic, TypeVar

V = TypeVar("V")


class Recent(Generic[V]):
    """Keeps the `size` values used last and forgets the others."""

    def __init__(self, size: int) -> None:
        """Start empty."""
        if size < 1:
            raise ValueError(f"size {size}: must be at least 1")
        self._size, self._items, self._lock = size, OrderedDict[str, V](), threading.Lock()

    def get_or_make(self, key: str, make: Callable[[], V]) -> tuple[V, bool]:
        """Return the value of `key` and whether it was remembered; if not, `make` is called, outside the lock."""
        with self._lock:
            if key in self._items:
                self._items.move_to_end(key)
                return self._items[key], True
        value = make()
        with self._lock:
            self._items[key] = value
            self._items.move_to_end(key)
            while len(self._items) > self._size:
                self._items.popitem(last=False)
        return value, False

    def __len__(self) -> int:
        return len(self._items)
