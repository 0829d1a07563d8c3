"""Readers of sample files; the data is in the top-level folder samples/."""
