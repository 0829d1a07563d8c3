"""How far the images are, on stderr: a line now and then."""

import time

from ace.console import warn

EVERY_S = 10.0


class Told:
    """Tells how many images of a part are done, at most every ten seconds."""

    def __init__(self, is_quiet: bool) -> None:
        self._is_quiet = is_quiet
        self._last = time.monotonic()

    def image(self, part: str, number: int, total: int) -> None:
        """Count one image."""
        if self._is_quiet or time.monotonic() - self._last < EVERY_S:
            return
        self._last = time.monotonic()
        warn(f"{part}: {number} of {total} images")
