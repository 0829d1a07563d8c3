"""Tools: one a file, listed in registry.py."""
