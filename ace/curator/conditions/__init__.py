"""Conditions found in recorded decisions: which fields tell the failures from the successes."""
