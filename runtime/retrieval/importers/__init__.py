"""Readers of knowledge files, one a format."""
