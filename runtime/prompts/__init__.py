"""Prompt templates and their assembly, stable prefix first."""
