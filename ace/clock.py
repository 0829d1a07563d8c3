"""The real clock."""

import time
from datetime import UTC, datetime


class SystemClock:
    """Implements the Clock port."""

    def now(self) -> str:
        """Return the present as ISO 8601 in UTC, to the second."""
        return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")

    def monotonic(self) -> float:
        """Return seconds that never run backwards."""
        return time.monotonic()
