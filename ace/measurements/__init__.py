"""Measurements from files: reading rows of numbers."""
