"""Memory that was taken and given back is seen; what was there before is not."""

from pathlib import Path

import pytest

from ace.bench.peak_memory import PeakMemory

MIB = 2**20


@pytest.mark.skipif(not Path("/proc/self/clear_refs").exists(), reason="only Linux can set the high-water mark back")
def test_a_rise_is_measured_after_an_earlier_higher_peak() -> None:
    earlier = b"x" * (80 * MIB)
    del earlier
    memory = PeakMemory()
    assert memory.mb < 20
    taken = b"x" * (40 * MIB)
    del taken
    assert 35 <= memory.mb <= 70
