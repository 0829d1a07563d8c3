"""How much memory a piece of work takes: the peak of this process over what it held before."""

import resource
import sys
from pathlib import Path

_STATUS = Path("/proc/self/status")
_FORGET_PEAK = "5"
HOW = "peak resident memory of a process of its own, over what it held after reading the input"


class PeakMemory:
    """Made before the work; `mb` afterwards says how far memory rose.

    On Linux the kernel's high-water mark, set back when this is made. Elsewhere the mark cannot be set back: a rise
    that stays under an earlier peak reads as 0.
    """

    def __init__(self) -> None:
        if _STATUS.exists():
            Path("/proc/self/clear_refs").write_text(_FORGET_PEAK, encoding="ascii")
            self._before = _status_mb("VmRSS")
        else:
            self._before = _highest_mb()

    @property
    def mb(self) -> float:
        """MiB by which memory rose at most since this was made."""
        peak = _status_mb("VmHWM") if _STATUS.exists() else _highest_mb()
        return round(max(peak - self._before, 0.0), 1)


def _status_mb(name: str) -> float:
    line = next(line for line in _STATUS.read_text(encoding="ascii").splitlines() if line.startswith(name))
    return int(line.split()[1]) / 1024


def _highest_mb() -> float:
    # Bytes on macOS, KiB elsewhere.
    unit = 2**20 if sys.platform == "darwin" else 2**10
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / unit
