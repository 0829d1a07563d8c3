"""Detectors: one failure a file, listed in registry.py."""
