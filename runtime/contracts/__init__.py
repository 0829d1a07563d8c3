"""Frozen types and ports. No I/O, no clock, no randomness."""
