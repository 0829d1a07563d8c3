"""What a cycle writes down as it goes, so that a kill loses nothing: steps, answers of paid models, what it used."""

from ace.cycle.journal.cycle_record import CycleRecord
from ace.cycle.journal.read_cycles import last_cycles

__all__ = ["CycleRecord", "last_cycles"]
