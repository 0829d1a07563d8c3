"""Measurements: ACE side by side with what one would take instead, in one run."""
