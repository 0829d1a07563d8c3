"""Duplicate rules: the same words, the same verdicts, the same meaning; and pairs that only look alike."""
