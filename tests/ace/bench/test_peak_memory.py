"""Memory that was taken and given back is seen; what was there before is not."""

import subprocess
import sys
from pathlib import Path

import pytest

# In a process of its own, as the benches measure: here other tests' memory comes and goes.
WORK = """
from ace.bench.peak_memory import PeakMemory
earlier = b"x" * (80 << 20)
del earlier
memory = PeakMemory()
at_once = memory.mb
taken = b"x" * (40 << 20)
del taken
print(at_once, memory.mb)
"""


@pytest.mark.skipif(not Path("/proc/self/clear_refs").exists(), reason="only Linux can set the high-water mark back")
def test_a_rise_is_measured_after_an_earlier_higher_peak() -> None:
    ran = subprocess.run([sys.executable, "-c", WORK], capture_output=True, text=True, check=True)
    at_once, risen = (float(word) for word in ran.stdout.split())
    assert at_once < 20
    assert 35 <= risen <= 70
