"""Results of earlier calls, so that the second arm of a paired trial sees the same tools as the first."""

import threading
from collections import OrderedDict
from dataclasses import replace

from runtime.contracts.json_types import canonical_json
from runtime.contracts.tool_call import RETRYABLE, ToolCall, ToolCard


class ToolMemory:
    """Cards by (tool, canonical arguments, image). Safe to share between threads; the oldest used entry goes first.

    Failures that a retry may cure (timeout, server_failure) are not kept: replaying them would make one bad moment
    count in both arms.
    """

    def __init__(self, max_entries: int = 4096) -> None:
        """Keep at most `max_entries` cards. Raises: ValueError below one."""
        if max_entries < 1:
            raise ValueError(f"max_entries is {max_entries}; it must be at least 1")
        self._max_entries = max_entries
        self._cards: OrderedDict[str, ToolCard] = OrderedDict()
        self._lock = threading.Lock()

    def __len__(self) -> int:
        """Return how many cards are kept."""
        with self._lock:
            return len(self._cards)

    def recall(self, call: ToolCall, image_ref: str) -> ToolCard | None:
        """Return the kept card under this call's id, marked as replayed, or None. Its duration is the first call's."""
        key = _key(call.name, call.arguments, image_ref)
        with self._lock:
            card = self._cards.get(key)
            if card is None:
                return None
            self._cards.move_to_end(key)
        return replace(card, call_id=call.call_id, idempotency_key=call.idempotency_key, is_replayed=True)

    def remember(self, card: ToolCard, image_ref: str) -> None:
        """Keep `card`, unless one is kept for the same call or it failed in a way a retry may cure."""
        if card.error_class in RETRYABLE or card.is_replayed:
            return
        key = _key(card.name, card.arguments, image_ref)
        with self._lock:
            self._cards.setdefault(key, card)
            while len(self._cards) > self._max_entries:
                self._cards.popitem(last=False)


def _key(name: str, arguments: object, image_ref: str) -> str:
    return canonical_json([name, arguments, image_ref])
